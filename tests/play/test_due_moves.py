"""Limits: due moves are made once, in time and never wrongly."""

from datetime import timedelta

import pytest

from games.archive.records import read_record
from games.models import Game, Move
from games.play import clock
from games.play.due_moves import make_due_moves
from games.play.transaction import cache
from games.proof.record import build_outcome, parse_record, replay_record
from games.proof.verify import verify
from games.rules.editions import Limits
from games.rules.state import Phase
from games.rules.suspects import Side, sides_of, trait_of
from games.table.lobby.ending import end_game
from games.table.people.presence import let_stand_in
from tests.support.cast import begin_game, choose_all, look_into, move
from tests.support.clock import START
from tests.support.presence import send_away

pytestmark = pytest.mark.django_db

QUICK = clock.LIMITS[Limits.QUICK]


def begin_quick(count=3, **changes):
    return begin_game(count, limits="quick", **changes)


def moves_of(game):
    return list(game.moves.order_by("number"))


@pytest.mark.parametrize(("limits", "by"), [("off", "bot"), ("quick", "clock")])
def test_log_of_a_table_without_limits_names_no_clock(hands, limits, by):
    game, players = begin_game(4, limits=limits)
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    hands.advance(clock.STAND_IN_PAUSE)
    make_due_moves(game.code)
    assert [(each.seat, each.by) for each in game.moves.all()] == [(3, "clock")]
    assert look_into(game).table.log[-1].by == by
    cache.clear()
    assert look_into(game).table.log[-1].by == by


def test_table_without_limits_has_no_due_moves(hands):
    game, _players = begin_game()
    assert (game.dues, game.due_at) == ([], None)
    hands.advance(10**6)
    assert make_due_moves(game.code) == (game.number, None)
    assert moves_of(game) == []


def test_players_have_the_whole_limit_to_choose(hands):
    game, players = begin_quick()
    assert game.due_at == START + timedelta(seconds=QUICK[Phase.SIDES])
    hands.advance(QUICK[Phase.SIDES] - 1)
    choose_all(game, players[:1])
    make_due_moves(game.code)
    assert len(moves_of(game)) == 1


def test_clock_chooses_for_players_that_have_not_chosen(hands):
    game, players = begin_quick()
    choose_all(game, players[:1])
    hands.run_out(game)
    made = moves_of(game)
    assert [(row.seat, row.by) for row in made] == [
        (0, "player"),
        (1, "clock"),
        (2, "clock"),
    ]
    assert game.phase == "suspects"
    assert game.due_at == hands.time + timedelta(seconds=QUICK[Phase.SUSPECTS])


def test_accusation_does_not_extend_the_limit_to_draw(hands):
    game, players = begin_quick(5)
    choose_all(game, players)
    while not any(look_into(game).state.lines):
        hands.run_out(game)
    due_at = Game.objects.get(pk=game.pk).due_at
    hands.advance(3)
    (line,) = filter(None, look_into(game).state.lines)
    move(game, players[4], "accuse", suspect=line[0])
    assert Game.objects.get(pk=game.pk).due_at == due_at


@pytest.mark.long
def test_clock_alone_plays_a_whole_game_with_a_sound_record(hands):
    game, _players = begin_quick(placement="players", adler=True)
    number = game.number
    while game.ended_at is None:
        hands.run_out(game)
        assert game.number > number
        number = game.number
    assert {row.by for row in moves_of(game)} == {"clock"}
    record = read_record(game)
    made = [entry for each in record["rounds"] for entry in each["moves"]]
    assert {entry["by"] for entry in made} == {"clock"}
    assert build_outcome(replay_record(parse_record(record))) == record["outcome"]
    assert all(check.holds for check in verify(record))
    assert (game.dues, game.due_at) == ([], None)


def test_verifier_finds_a_forged_choice_of_the_clock(hands):
    game, players = begin_quick()
    hands.run_out(game)
    end_game(game.code, players[0])
    record = read_record(Game.objects.get(pk=game.pk))
    first = record["rounds"][0]["moves"][0]
    trait = trait_of(Side(first["side"]))
    first["side"] = next(side for side in sides_of(trait) if side != first["side"])
    faults = [check.name for check in verify(record) if not check.holds]
    assert "round 1, move 1" in faults


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_limit_starts_anew_when_the_clock_jumps(hands, seconds):
    game, _players = begin_quick()
    hands.advance(seconds)
    _number, due_at = make_due_moves(game.code)
    assert moves_of(game) == []
    assert due_at == hands.time + timedelta(seconds=QUICK[Phase.SIDES])


def test_player_can_move_after_a_limit_that_ran_out_unnoticed(hands):
    game, players = begin_quick()
    hands.advance(QUICK[Phase.SIDES] + 1)
    choose_all(game, players)
    assert {row.by for row in Move.objects.all()} == {"player"}
