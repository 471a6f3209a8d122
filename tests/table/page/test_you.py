"""The page calls its viewer "you" and the others by name; the log keeps the past."""

import re
from random import Random

import pytest

from games.archive.access import replay_table_view
from games.models import Game
from games.play.selectors import see
from games.play.transaction import cache
from games.table.bots import play_with_bots
from games.table.lobby.ending import end_game
from games.table.page.whole import show_page
from games.table.people.kept_out import show_out
from games.table.people.moderation import remove_name
from games.table.people.ownership import forget_player
from games.table.people.seats import leave_table
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    look_into,
    make_players,
    move,
    newcomer,
    play_on,
)
from tests.support.latecomers import begin_again, let_play_now, promise
from tests.support.pages import page_of

pytestmark = pytest.mark.django_db


def log_of(game, player):
    page = page_of(game, player).partition('id="log"')[2]
    lines = re.findall(r"<p id=\"log-.*?>(.*?)</p>", page, re.DOTALL)
    return [line.strip() for line in lines]


def accuse(game, players, seat):
    """Make a seat accuse a suspect in any line."""
    state = look_into(game).state
    suspect = next(card for line in state.lines for card in line)
    move(game, players[seat], "accuse", suspect=suspect)


def begin_with_cards():
    game, players = begin_to_draw(3)
    while not any(look_into(game).state.lines):
        move(game, players[look_into(game).state.turn], "draw")
    return game, players


def test_accusation_is_mine_on_my_page_and_named_on_all_others():
    game, players = begin_with_cards()
    alice, bob, _carol = players
    accuse(game, players, 0)
    mine = page_of(game, alice)
    assert mine.count("You accuse") == 2  # The stamp and the log.
    assert "Accused by you" in mine
    assert "alice accuses" not in mine
    for theirs in (
        page_of(game, bob),
        page_of(game, None),
        page_of(game, alice, is_display=True),
    ):
        assert theirs.count("alice accuses") == 2
        assert "You accuse" not in theirs
        assert "Accused by you" not in theirs


@pytest.mark.parametrize(("reactions", "offered"), [("on", True), ("off", False)])
def test_reactions_are_offered_to_the_seats_alone(reactions, offered):
    game, players = begin_game(3, reactions=reactions)
    assert ('id="open-reactions"' in page_of(game, players[0])) == offered
    assert 'id="open-reactions"' not in page_of(game, newcomer())


def test_reveal_and_result_speak_to_their_viewer():
    game, players = begin_game()
    end = list(play_on(game, players, Random(2)))[-1]
    winner = end.state.winners[0]
    mine = page_of(game, players[winner])
    others = page_of(game, None)
    name = look_into(game).table.seats[winner].name
    if len(end.state.winners) == 1:
        assert "You win the game!" in mine
        assert f"{name} wins the game!" in others
    # The owner of a clue, and a row of the result.
    assert len(re.findall(r"<b>\s*You\s*</b>", mine)) == 2
    assert "You" not in re.sub("Your|You no", "", others.partition('id="reveal"')[2])
    told = re.search('data-text="([^"]*)"', mine)[1]
    assert name in told


@pytest.mark.parametrize("is_own", [True, False])
def test_replay_says_you_to_the_player_of_its_seat_alone(is_own):
    game, players = begin_with_cards()
    end_game(game.code, players[0])
    game.refresh_from_db()
    view = replay_table_view(game, game.move_count, 0, is_own=is_own)
    page = show_page(view).render()
    assert ("alice is ready." in page) is not is_own
    assert ("You’re ready." in page) is is_own


def seat_latecomer(game, host, seat=1):
    dana = newcomer("dana")
    let_play_now(game, host, dana, seat)
    return dana


def test_log_keeps_the_names_of_then_and_says_who_took_over():
    game, (alice, bob, carol) = begin_game(3)
    for player in (alice, bob, carol):
        side = see(look_into(game), player).observation.moves[0].side
        move(game, player, "choose", side=side)
    leave_table(game.code, bob)
    dana = seat_latecomer(game, alice)
    assert "bob is ready." in log_of(game, carol)
    assert log_of(game, carol)[-1] == "dana takes over from bob."
    assert log_of(game, dana)[-1] == "You take over from bob."
    assert "bob is ready." in log_of(game, dana)
    while look_into(game).state.turn != 1:
        move(game, (alice, dana, carol)[look_into(game).state.turn], "draw")
    move(game, dana, "draw")
    kept = [log_of(game, viewer) for viewer in (alice, dana, None)]
    assert any(line.startswith("dana ") for line in kept[0][-2:])
    cache.clear()
    assert [log_of(game, viewer) for viewer in (alice, dana, None)] == kept


def test_bots_moves_stay_the_bots_when_a_person_takes_its_seat():
    alice = make_players()[0]
    game = play_with_bots(alice)
    bots = {seat.index for seat in game.seats.exclude(bot="")}
    name = game.seats.get(index=1).name
    assert bots == {1, 2}
    dana = newcomer("dana")
    promise(game, alice, dana)
    begin_again(game)
    assert log_of(game, alice)[-1] == f"dana takes over from {name}."
    assert not any("Stand-in" in line for line in log_of(game, alice))


def test_removed_player_keeps_the_past_and_the_seat_is_called_by_its_dog():
    game, (alice, _bob, carol) = begin_with_cards()
    dog = see(look_into(game), None).table.seats[1].investigator
    show_out(game.code, alice, 1)
    assert log_of(game, carol)[-1] == "A stand-in takes over from bob."
    assert "bob is ready." in log_of(game, carol)
    heading = re.search(r'id="name-1"[^>]*>([^<]*)<', page_of(game, carol))[1]
    assert heading
    assert heading != "bob"
    assert dog


@pytest.mark.parametrize("way", ["deleted", "name removed"])
def test_name_that_is_gone_is_gone_from_the_past(admin_user, way):
    game, (alice, bob, carol) = begin_with_cards()
    if way == "deleted":
        leave_table(game.code, bob)
        seat_latecomer(game, alice)
        forget_player(bob)
    else:
        remove_name(game.code, 1, admin_user)
    for kept in (True, False):
        if not kept:
            cache.clear()
        assert "bob" not in page_of(Game.objects.get(pk=game.pk), carol)
