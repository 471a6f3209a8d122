"""What a player did before the seat changed hands is told of that player."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.models import Game, Player
from games.play.selectors import see
from games.rules.moves import Done, Draw, Place, Sorted
from games.rules.state import Phase, State
from games.rules.suspects import matches
from games.table.live.socket_messages import write_update
from games.table.lobby.ending import end_game
from games.table.page.podium import find_last_chief
from games.table.page.whole import show_page
from games.table.people.kept_out import show_out
from games.table.people.moderation import remove_former_name
from games.table.people.seats import leave_table
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, look_into, make, move, newcomer
from tests.support.latecomers import let_play_now, promise
from tests.support.pages import page_of
from tests.support.positions import (
    FULL,
    begin,
    list_moves,
    make_recorded,
    play,
    read_record,
)

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
    """Return who had the clues, with who accused if that was another player."""
    page = page_of(game, viewer)
    owners = page.split('id="owners"')[1].partition("</ol>")[0].split("</li>")[:-1]
    return [" ".join(re.findall(r"<b>\s*(.*?)\s*</b>", each)) for each in owners]


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
        (alice, ["You", "dana bob" if is_early else "bob", "carol"]),
        (dana, ["alice", "You bob" if is_early else "bob", "carol"]),
        (None, ["alice", "dana bob" if is_early else "bob", "carol"]),
    ):
        assert tell_reveal(game, viewer) == told
    for viewer in (dana, None):
        page = page_of(game, viewer)
        log = re.findall(r'data-kind="awarded">\s*(\w+)', page)
        assert log == ["bob", "carol", "alice"]


def test_lateness_of_the_former_player_is_theirs_at_the_reveal():
    game, players = begin_to_draw()
    alice, _bob, carol = players
    draw_suspects(game, players, 2)
    accuse_any(game, alice)
    accuse_any(game, carol)
    show_out(game.code, alice, 1)
    assert tell_reveal(game, None) == ["alice", "bob", "carol"]


def test_last_chief_was_caught_by_the_former_player():
    game, players = play(
        FULL,
        lambda state: bool(state.results) and state.results[-1].catcher is not None,
    )
    catcher = look_into(game).state.results[-1].catcher
    name = look_into(game).table.seats[catcher].name
    show_out(game.code, players[0], catcher)
    last = find_last_chief(look_into(game).public)
    assert (last.is_caught, last.name) == (True, name)


def test_cancelled_game_has_no_podium():
    game, players = begin_to_draw()
    end_game(game.code, players[0])
    page = page_of(game, None, is_display=True)
    assert "Play again" in page
    assert 'class="places"' not in page


def test_accusation_of_the_former_player_is_not_the_new_ones_before_the_reveal():
    game, players = begin_to_draw()
    alice, bob, _carol = players
    dana = newcomer("dana")
    draw_suspects(game, players, 2)
    accuse_any(game, bob)
    assert 'id="move-accused"' in page_of(game, bob)
    show_out(game.code, alice, 1)
    let_play_now(game, alice, dana, 1)
    for viewer in (dana, alice, None):
        page = page_of(game, viewer)
        assert 'id="move-accused"' not in page
        stamp = page.split('id="accuser-1"')[1].split('class="stamped"')[1]
        assert stamp.split(">")[1].split()[:2] == ["bob", "accuses"]
        assert re.findall(r'data-stamp="(.*?)"', page) == ["Accused by bob"]


def test_removed_name_of_a_former_player_leaves_the_log_of_open_pages(admin_user):
    game, players = begin_and_replace_bob()
    before = show_page(see(look_into(game), players[0]))
    assert "bob" in before.parts["log"].render()
    remove_former_name(game.code, 0, admin_user)
    update = write_update(before, show_page(see(look_into(game), players[0])), "en")
    assert "log-lines" in update
    assert "bob" not in update


def test_end_of_a_game_ends_its_promises_on_all_pages():
    record = read_record("game-3p-devir")
    game, players = begin(record)
    *moves, last = list_moves(record)
    for entry in moves:
        make_recorded(game, players, entry)
    dana, seat = newcomer("dana"), 1 + last["seat"] % 2
    leave_table(game.code, players[seat])
    promise(game, players[0], dana, seat)
    assert "with the next round" in page_of(game, dana)
    make_recorded(game, players, last)
    assert look_into(game).state.phase == Phase.OVER
    assert "with the next round" not in page_of(game, dana)


def find_misfit(state: State) -> str | None:
    """Return a suspect in a line that bob's clue alone rules out, of the players'."""
    alice, bob, carol = state.clues
    lines = [suspect for line in state.lines for suspect in line]
    fitting = (one for one in lines if matches(one, alice) and matches(one, carol))
    return next((one for one in fitting if not matches(one, bob)), None)


def test_revealed_round_names_who_played_it_and_not_who_came_at_its_review():
    # The coach has something to say of bob after about every second deal.
    games = (begin_and_replace_bob() for _ in range(30))
    game, (alice, dana, carol) = next(one for one in games if is_bob_explained(*one))
    line = page_of(game, alice).split("award-misfit")[1]
    assert "match the clue of bob:" in line.split("</p>")[0]
    address = reverse("why", args=[game.code])
    assert f'href="{address}"' in page_of(game, carol)
    assert f'href="{address}"' not in page_of(game, dana)
    pages = read_coach(game, alice)
    assert not any("dana" in page for page in pages)
    make(game, [alice, dana, carol], Done(0))
    assert read_coach(game, alice) == pages
    end_game(game.code, alice)
    access = reverse("replay", args=[game.code])
    last = Game.objects.get(pk=game.pk).move_count
    for at in (last - 1, last):
        page = open_browser(dana).get(f"{access}?at={at}&as=1").text
        known = page.split('id="known-title"')[1].split("</details>")[0]
        coach = page.split('id="coach"')[1].split("</section>")[0]
        assert "What bob could know here" in " ".join(known.split())
        assert "dana" not in known + coach
        assert "You " not in coach


def begin_and_replace_bob() -> tuple[Game, list[Player]]:
    """Return a game at its first reveal, and its players: dana has bob's seat."""
    game, (alice, bob, carol) = begin_to_draw()
    dana = newcomer("dana")
    # One for alice, one for carol.
    draw_suspects(game, [alice, bob, carol], 2)
    while find_misfit(look_into(game).state) is None:
        move(game, (alice, bob, carol)[look_into(game).state.turn], "draw")
    move(game, alice, "accuse", suspect=find_misfit(look_into(game).state))
    accuse_any(game, carol)
    leave_table(game.code, bob)
    let_play_now(game, alice, dana, 1)
    return game, [alice, dana, carol]


def is_bob_explained(game: Game, players: list[Player]) -> bool:
    return any("bob" in page for page in read_coach(game, players[0]))


def read_coach(game: Game, player: Player) -> list[str]:
    """Return the pages of the coach on the last round, without their forms."""
    browser, address = open_browser(player), reverse("why", args=[game.code])
    asked = re.findall(r'href="(\?[^"#]*why=[^"#]+)', browser.get(address).text)
    pages = [browser.get(address + unescape(each)).text for each in sorted(set(asked))]
    pages = [page.split('id="coach"')[1].split("</section>")[0] for page in pages]
    return [re.sub(r"<form.*?</form>", "", page, flags=re.DOTALL) for page in pages]


def test_misplaced_card_is_the_former_players():
    game, (alice, bob, carol) = begin_to_draw(placement="players")
    dana = newcomer("dana")
    # Each keeps every card; bob sooner or later one that does not fit.
    mistaken, others = False, set()
    while not mistaken or len(others) < 2:
        state = look_into(game).state
        make(game, [alice, bob, carol], Draw(state.turn))
        state = look_into(game).state
        fits = matches(state.drawn, state.clues[state.turn])
        is_kept = fits or state.turn == 1
        mistaken |= is_kept and not fits
        others |= {state.drawn} if is_kept else set()
        sorted_as = Sorted.SUSPECT if is_kept else Sorted.DISCARD
        make(game, [alice, bob, carol], Place(state.turn, sorted_as))
    accuse_any(game, alice)
    accuse_any(game, carol)
    leave_table(game.code, bob)
    let_play_now(game, alice, dana, 1)
    for viewer in (alice, dana, None):
        page = page_of(game, viewer)
        told = " ".join(page.split('id="reveal-mistaken"')[1].split())
        assert "Misplaced cards: bob." in told


def test_card_that_the_former_player_drew_is_told_of_that_player():
    game, players = begin_to_draw()
    alice, bob, carol = players
    dana = newcomer("dana")
    while look_into(game).state.turn != 2:
        move(game, players[look_into(game).state.turn], "draw")
    leave_table(game.code, bob)
    let_play_now(game, alice, dana, 1)
    for viewer in (carol, dana, None):
        page = page_of(game, viewer)
        caption = page.split('id="drawn"')[1].split("</figure>")[0]
        assert "bob" in caption
        assert "dana" not in caption
