"""Races: exactly one attempt succeeds, the others are refused with a reason."""

import random
from collections import Counter
from functools import partial

import pytest

from games.errors import Refused
from games.models import Accusation, Game, Move, Round, Seat
from games.play.seam import make_move
from games.rules.editions import Investigator
from games.rules.illegal import Why
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.starting import start_game
from games.table.people.seats import take_seat
from tests.races.arena import (
    WANTED,
    all_at_once,
    all_attempts,
    assert_keys_are_answered_alike,
    assert_rows_equal_fold,
    open_arena,
    shuffled_twice,
)
from tests.support.cast import make_players, open_lobby

pytestmark = pytest.mark.django_db(transaction=True)

# Each game has attempts by 5 seats × 2 suspects × 2 keys, each made twice.
GAMES = 25
TABLES = 4


def why_of(outcome):
    return outcome and outcome.why


def accuse(attempt):
    make_move(attempt.code, attempt.player, attempt.content, attempt.key)


@pytest.mark.slow
def test_thousand_accusations_leave_one_accuser_for_each_suspect():
    chance = random.Random(1)
    arenas = [open_arena() for _ in range(GAMES)]
    attempts = [
        attempt
        for arena in arenas
        for attempt in shuffled_twice(all_attempts(*arena), chance)
    ]
    assert len(attempts) == 1000
    # Forty threads: as many as there are attempts at one game.
    outcomes = all_at_once(accuse, attempts, threads=40)
    refused = [outcome.why for outcome in outcomes if outcome is not None]
    assert set(refused) <= {Why.ALREADY_ACCUSED, Why.ONE_ACCUSATION}
    for game, _players in arenas:
        assert_one_accuser_each(game)
    are_made = [outcome is None for outcome in outcomes]
    assert_keys_are_answered_alike(attempts, are_made)


def assert_one_accuser_each(game):
    made = Accusation.objects.filter(round__game=game)
    assert sorted(row.suspect for row in made) == sorted(WANTED)
    assert len({row.seat for row in made}) == len(WANTED)
    moves = Move.objects.filter(game=game, content__move="accuse")
    assert moves.count() == len(WANTED)
    assert_rows_equal_fold(game)


@pytest.mark.parametrize(
    ("seated", "investigators", "refusal"),
    [
        (2, [Investigator.LANSBURY] * 3, Refused.INVESTIGATOR_TAKEN),
        (4, [Investigator.MERIDIAN] * 3, Refused.TABLE_FULL),
    ],
    ids=["one-investigator", "the-last-seat"],
)
def test_one_of_three_simultaneous_joins_succeeds(seated, investigators, refusal):
    for _ in range(TABLES):
        game, _players = open_lobby(seated)
        wishes = list(zip(make_players(3), "xyz", investigators, strict=True))

        def sit(wish, code=game.code):
            player, name, investigator = wish
            take_seat(code, player, name=name, investigator=investigator)

        outcomes = all_at_once(sit, wishes, threads=3)
        assert Counter(map(why_of, outcomes)) == {None: 1, refusal: 2}
        seats = Seat.objects.filter(game=game).values_list("index", flat=True)
        assert list(seats) == list(range(seated + 1))


def test_double_tap_takes_one_seat():
    for _ in range(TABLES):
        game, _players = open_lobby(2)
        dave = make_players(4)[3]
        sit = partial(take_seat, game.code, name="dave")
        outcomes = all_at_once(
            lambda investigator, sit=sit, dave=dave: sit(
                dave, investigator=investigator
            ),
            [Investigator.LANSBURY] * 2,
            threads=2,
        )
        assert outcomes[0] == outcomes[1]
        assert Seat.objects.filter(game=game).count() == 3


def test_one_of_two_simultaneous_starts_succeeds():
    for _ in range(TABLES):
        game, players = open_lobby(3)
        start = partial(start_game, game.code, players[0])
        outcomes = all_at_once(
            lambda seat, start=start: start(first_seat=seat), [0, 1], threads=2
        )
        assert Counter(map(why_of, outcomes)) == {None: 1, Refused.ALREADY_STARTED: 1}
        begun = Game.objects.get(pk=game.pk)
        assert begun.first_seat == outcomes.index(None)
        assert Round.objects.filter(game=game).count() == 1


def test_players_that_play_again_at_once_come_to_one_table():
    for _ in range(TABLES):
        game, players = open_lobby(3)
        start_game(game.code, players[0], first_seat=0)
        end_game(game.code, players[0])
        again = partial(play_again, game.code)
        following = all_at_once(again, players, threads=3)
        assert {table.pk for table in following} == {Game.objects.get(previous=game).pk}
        assert following[0].seats.count() == 3
