"""Bots at tables move through the seam, in time, and know no more than a seat."""

from dataclasses import replace

import pytest

from games.deduction.bots.pauses import Wait
from games.deduction.bots.policy import Intent
from games.deduction.memory import recall
from games.errors import Refused
from games.models import Game
from games.play import clock, schedule
from games.play.schedule import find_intent, think_for_bots
from games.play.transaction import cache
from games.rules.moves import Accuse, Draw
from games.rules.observe import observe
from games.rules.state import Phase
from games.rules.suspects import sides_of, trait_of
from games.table.bots import add_bot, play_with_bots, remove_bot
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.people.presence import note_missing
from games.table.people.seats import take_seat
from tests.support.cast import look_into, make_players, make_setup, open_lobby
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db
LEAST_SECONDS = 2
BOTS = ("pip", "bruno", "roxy", "argus")


def begin_with(people: int, bots: int, **changes) -> tuple[Game, list]:
    """Return a game of so many people and bots, and the people; the first is host."""
    game, players = open_lobby(people, **changes)
    for name in BOTS[:bots]:
        add_bot(game.code, players[0], name)
    start_game(game.code, players[0], first_seat=0)
    return Game.objects.get(pk=game.pk), players


def test_bot_takes_its_time_for_each_move(hands):
    game, _players = begin_alone(placement="players", adler=True)
    while game.round_number == 1:
        hands.run_out(game)
        made = game.moves.order_by("number").last()
        # A bot notices while cards are drawn, but each of its other moves takes a time
        # of its own, in the café too.
        waits = [
            seconds_until(due, hands)
            for due in game.dues
            if due["seat"] == made.seat and "accusation" not in due["step"]
        ]
        assert all(seconds >= LEAST_SECONDS for seconds in waits)


# The test compares the cache, which a move changes after its commit.
@pytest.mark.django_db(transaction=True)
def test_memory_equals_the_observations_of_each_seat(hands):
    game, _players = begin_alone(placement="players")
    seen = {seat: [] for seat in range(4)}
    while game.round_number == 1:
        snapshot = look_into(game)
        for seat, views in seen.items():
            views.append(observe(snapshot.state, seat))
            assert recall(views)[-1] == snapshot.memory
        hands.run_out(game)


# The test compares the cache, which a move changes after its commit.
@pytest.mark.django_db(transaction=True)
def test_bots_play_the_same_after_a_restart(hands):
    game, _players = begin_alone()
    for _ in range(20):
        hands.run_out(game)
    played = look_into(game)
    cache.clear()
    assert look_into(game) == played
    wanted = intents_of(game)
    cache.clear()
    assert intents_of(game) == wanted
    hands.run_out(game)
    # Two bots may be due at the same moment.
    assert game.moves.count() > played.table.move_count


def test_bot_does_not_depend_on_hidden_information(hands):
    """The bot of seat 0 plays the same if the other clues and the deck change."""
    game, _players = begin_alone()
    while look_into(game).state.phase == Phase.SIDES:
        hands.run_out(game)
    for _ in range(6):
        hands.run_out(game)
    snapshot = look_into(game)
    state = snapshot.state
    other = replace(
        state,
        deck=tuple(reversed(state.deck)),
        clues=(state.clues[0], *map(other_side, state.clues[1:])),
    )
    worlds = [replace(snapshot, state=each) for each in (state, other)]
    assert find_intent(game, worlds[0], 0) == find_intent(game, worlds[1], 0)
    assert think_for_bots(game, worlds[0])[0] == think_for_bots(game, worlds[1])[0]


def test_bot_is_never_away_and_never_the_host(hands):
    game, players = begin_with(1, 2)
    table = look_into(game).table
    assert table.expected == {players[0].pk}
    hands.advance(600)
    note_missing(game.code, {players[0].pk: 600})
    game.refresh_from_db()
    assert game.host == players[0]
    assert list(game.seats.values_list("presence", flat=True)) == [
        "away",
        "here",
        "here",
    ]


def test_bot_takes_a_free_investigator_and_joins_once():
    alice, bob = make_players(2)
    game = open_table(alice, make_setup())
    take_seat(game.code, bob, name="bob", investigator="meridian")
    add_bot(game.code, alice, "pip")
    with refuses(Refused.NAME_TAKEN):
        add_bot(game.code, alice, "pip")
    # The bot's own investigator was taken.
    assert game.seats.get(bot="pip").investigator != "meridian"
    with refuses(Refused.NOT_HOST):
        remove_bot(game.code, bob, 1)
    remove_bot(game.code, alice, 1)
    assert [seat.bot for seat in game.seats.all()] == [""]


def test_bot_stays_once_the_game_has_begun():
    game, players = begin_with(1, 2)
    with refuses(Refused.ALREADY_STARTED):
        remove_bot(game.code, players[0], 1)


def test_bot_cannot_take_a_sixth_seat():
    game, players = open_lobby(5)
    with refuses(Refused.TABLE_FULL):
        add_bot(game.code, players[0], "pip")
    with refuses(Refused.SEAT_MOVED):
        remove_bot(game.code, players[0], 1)


@pytest.mark.parametrize(
    ("name", "has_played", "bots"),
    [
        ("", False, "pip bruno"),
        ("Pip", False, "bruno roxy"),
        ("", True, "roxy pip"),
        ("Roxy", True, "pip bruno"),
    ],
)
def test_table_for_one_player_has_two_bots(name, has_played, bots):
    (alice,) = make_players(1)
    alice.name = name
    if has_played:
        end_game(play_with_bots(alice).code, alice)
    game = play_with_bots(alice)
    seats = list(game.seats.order_by("index"))
    assert [seat.bot for seat in seats] == ["", *bots.split()]
    assert seats[0].name == (name or "Martin Colombini")
    assert look_into(game).state.phase == Phase.SIDES


@pytest.mark.parametrize(
    ("people", "kind", "seconds"), [(1, Draw, 2), (1, Accuse, 4), (2, Draw, 4)]
)
def test_bots_hurry_for_one_person_alone_but_never_to_accuse(
    monkeypatch, people, kind, seconds
):
    game, _players = begin_with(people, 2)
    move = Accuse(2, "00000") if kind is Accuse else Draw(2)
    intent = Intent(move, (Wait("step", 4),))
    monkeypatch.setattr(schedule, "_decide", lambda *_given: intent)
    thoughts = think_for_bots(game, look_into(game))
    assert thoughts[2] == (Wait("step", seconds),)


def begin_alone(**changes) -> tuple[Game, list]:
    """Return a game of four bots, and its host, a spectator."""
    (alice,) = make_players(1)
    game = open_table(alice, make_setup(**changes))
    for name in BOTS:
        add_bot(game.code, alice, name)
    start_game(game.code, alice, first_seat=0)
    return Game.objects.get(pk=game.pk), [alice]


def seconds_until(due, hands) -> float:
    return (clock.DueMove.from_dict(due).at - hands.time).total_seconds()


def intents_of(game: Game) -> list:
    snapshot = look_into(game)
    return [find_intent(game, snapshot, seat) for seat in snapshot.table.bots]


def other_side(side):
    return next(each for each in sides_of(trait_of(side)) if each != side)
