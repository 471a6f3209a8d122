"""What a player did before the seat changed hands is told of that player."""

import re

import pytest

from games.models import Game, Player
from games.play.selectors import see
from games.rules.state import Phase
from games.table.present.page import show_page
from games.table.seats import show_out
from tests.support.cast import begin_to_draw, look_into, move, newcomer
from tests.support.latecomers import let_play_now

pytestmark = pytest.mark.django_db


def accuse_any(game: Game, player: Player) -> None:
    lines = look_into(game).state.lines
    taken = {made.suspect for made in look_into(game).state.accusations}
    suspect = next(each for line in lines for each in line if each not in taken)
    move(game, player, "accuse", suspect=suspect)


def draw_suspects(game: Game, players: list[Player], count: int) -> None:
    while sum(map(len, look_into(game).state.lines)) < count:
        move(game, players[look_into(game).state.turn], "draw")


def tell_reveal(game: Game, viewer: Player | None) -> list[str]:
    page = show_page(see(look_into(game), viewer)).render()
    awards = page.split('class="award"')[1:]
    return [re.search(r"<b>(.*?)</b>", each, re.DOTALL)[1].strip() for each in awards]


@pytest.mark.parametrize("is_early", [True, False])
def test_accusation_of_the_former_player_is_theirs_at_the_reveal(is_early):
    game, players = begin_to_draw()
    alice, bob, carol = players
    dana = newcomer("dana")
    draw_suspects(game, players, 2)
    accuse_any(game, bob)
    if is_early:
        show_out(game.code, alice, 1)
        let_play_now(game, alice, dana, 1)
        assert see(look_into(game), dana).viewer == 1
    accuse_any(game, carol)
    assert look_into(game).state.phase == Phase.REVIEW
    if not is_early:
        show_out(game.code, alice, 1)
    for viewer, told in (
        (alice, ["bob", "carol", "You"]),
        (dana, ["bob", "carol", "alice"]),
        (None, ["bob", "carol", "alice"]),
    ):
        assert tell_reveal(game, viewer) == told
    for viewer in (dana, None):
        page = show_page(see(look_into(game), viewer)).render()
        log = re.findall(r'data-kind="awarded">\s*(\w+)', page)
        assert log == ["bob", "carol", "alice"]


def test_lateness_of_the_former_player_is_theirs_at_the_reveal():
    game, players = begin_to_draw()
    alice, _bob, carol = players
    draw_suspects(game, players, 2)
    accuse_any(game, alice)
    accuse_any(game, carol)
    show_out(game.code, alice, 1)
    assert tell_reveal(game, None) == ["alice", "carol", "bob"]


def test_accusation_of_the_former_player_is_not_the_new_ones_before_the_reveal():
    game, players = begin_to_draw()
    alice, bob, _carol = players
    dana = newcomer("dana")
    draw_suspects(game, players, 2)
    accuse_any(game, bob)
    assert 'id="move-accused"' in show_page(see(look_into(game), bob)).render()
    show_out(game.code, alice, 1)
    let_play_now(game, alice, dana, 1)
    for viewer in (dana, alice, None):
        page = show_page(see(look_into(game), viewer)).render()
        assert 'id="move-accused"' not in page
        stamp = page.split('id="accuser-1"')[1].split('class="stamped"')[1]
        assert stamp.split(">")[1].split()[:2] == ["bob", "accuses"]
