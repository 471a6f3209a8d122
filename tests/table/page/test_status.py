"""The status strip, and the order of the lobby, for each viewer."""

import pytest
from django.utils import translation

from games.play.selectors import see
from games.rules.editions import Investigator
from games.rules.legal import legal_moves
from games.rules.moves import Announce, Trade
from games.rules.state import Phase
from games.table.lobby.opening import open_table
from games.table.page.status import build_round, build_status
from games.table.page.whole import show_page
from games.table.people.seats import take_seat
from tests.support.cast import begin_game, look_into, make_players, make_setup, seat_all
from tests.support.pages import page_of
from tests.support.positions import FULL, in_phase, offers, play, read_state

pytestmark = pytest.mark.django_db


def sentences_by(kind, game, players):
    """Return the strip's sentences for seats with such a move, and for the others."""
    state, found = read_state(game), {True: set(), False: set()}
    for seat, player in enumerate(players):
        has_it = any(isinstance(move, kind) for move in legal_moves(state, seat))
        with translation.override("en"):
            found[has_it].add(build_status(see(look_into(game), player)).sentence)
    return found[True], found[False]


def parts_for(game, player):
    """Return the ids of a lobby's regions in their order."""
    return show_page(see(look_into(game), player)).frame.places["lobby"]


def test_strip_offers_a_trade_to_seats_that_can_trade():
    game, players = play(FULL, offers(Trade))
    able, unable = sentences_by(Trade, game, players)
    assert able == {"Café Adler: swap a token, or move on."}
    assert unable == {"Café Adler: you have nothing to swap. Move on."}
    # Seats have points now, a spectator has none.
    for player in (*players, None):
        points = build_round(see(look_into(game), player)).points
        assert isinstance(points, int) is (player is not None)


def test_points_are_hidden_until_the_first_token():
    game, players = begin_game()
    assert build_round(see(look_into(game), players[0])).points is None


def test_strip_mentions_ten_points_to_their_owner_only():
    able, unable = sentences_by(Announce, *play("own-5p-ten-points", offers(Announce)))
    assert able == {"Ten points! Announce them, or keep quiet and move on."}
    assert unable == {"Round over. Move on when you’re ready."}


def test_strip_and_log_say_why_a_round_has_ended():
    game, players = play("game-3p-piatnik", in_phase(Phase.REVIEW, 1))
    page = page_of(game, players[0])
    why = "All but one have accused."
    assert f'data-telling="{why} The reveal…"' in page
    assert f"{why} The clues: " in page


def test_lobby_asks_its_host_to_sit_down():
    alice, eve, *others = make_players(5)
    game = open_table(alice, make_setup())

    def read_sentences():
        views = (see(look_into(game), player) for player in (alice, eve))
        return [build_status(table_view).sentence for table_view in views]

    watch = "Join in, or just watch."
    assert read_sentences() == ["Sit down, and call your friends.", watch]
    seat_all(game, others)
    assert read_sentences() == ["Everyone here? Start the game.", watch]


def test_lobby_begins_with_the_viewers_next_step():
    alice, bob, eve = make_players(3)
    game = open_table(alice, make_setup())
    seat_all(game, [bob])
    assert parts_for(game, alice)[:2] == ("invitation", "own-seat")
    assert parts_for(game, bob)[:2] == ("roster", "start")
    assert parts_for(game, eve)[:2] == ("welcome", "own-seat")
    take_seat(game.code, alice, name="alice", investigator=list(Investigator)[-1])
    assert parts_for(game, alice)[:2] == ("invitation", "setup")


def test_host_sits_down_before_the_start_is_the_next_step():
    alice, *others = make_players(4)
    game = open_table(alice, make_setup())
    seat_all(game, others)

    def is_next():
        page = show_page(see(look_into(game), alice))
        return "can-start" in page.parts["start"].render()

    assert not is_next()
    take_seat(game.code, alice, name="alice", investigator=list(Investigator)[-1])
    assert is_next()
