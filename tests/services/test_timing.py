"""Limits: what is due is made once and in time, as by the clock, and never wrongly."""

from datetime import timedelta

import pytest

from games.archive.records import record_of
from games.errors import AlreadyClosed
from games.live import clock
from games.models.game import Game, Limits
from games.models.move import MoveRow
from games.play import store
from games.play.due_moves import make_due_moves
from games.play.lifecycle import end_game
from games.rules.clues import sides_of, trait_of
from games.rules.record import outcome, parse_record, replay_record
from games.rules.state import Phase
from games.rules.suspects import Side
from games.rules.verify import verify
from tests.cast import begin_game, choose_all, look_into, move
from tests.clock import START

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = clock.LIMITS[Limits.QUICK]


def begin_quick(count=3, **changes):
    return begin_game(count, limits="quick", **changes)


def moves_of(game):
    return list(game.moves.order_by("number"))


def test_nothing_is_due_where_nobody_is_hurried(hands):
    game, _players = begin_game()
    assert (game.dues, game.due_at) == ([], None)
    hands.advance(10**6)
    assert make_due_moves(game.code) == (game.number, None)
    assert moves_of(game) == []


def test_everybody_has_the_whole_limit_to_choose(hands):
    game, players = begin_quick()
    assert game.due_at == START + timedelta(seconds=QUICK[Phase.SIDES])
    hands.advance(QUICK[Phase.SIDES] - 1)
    choose_all(game, players[:1])
    make_due_moves(game.code)
    assert len(moves_of(game)) == 1


def test_who_has_not_chosen_gets_a_side_by_the_clock(hands):
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


def test_a_side_of_the_clock_is_of_the_games_own_chance(hands):
    game, _players = begin_quick()
    hands.run_out(game)
    sides = [row.content["side"] for row in moves_of(game)]
    store.cache.clear()
    assert list(map(str, look_into(game).state.clues)) == sides


def test_an_accusation_gives_nobody_more_time_to_draw(hands):
    game, players = begin_quick(5)
    choose_all(game, players)
    while not any(look_into(game).state.lines):
        hands.run_out(game)
    due_at = Game.objects.get(pk=game.pk).due_at
    hands.advance(3)
    (line,) = filter(None, look_into(game).state.lines)
    move(game, players[4], "accuse", suspect=line[0])
    assert Game.objects.get(pk=game.pk).due_at == due_at


def test_the_clock_alone_plays_a_game_to_its_end_and_the_record_says_so(hands):
    game, _players = begin_quick(placement="players", adler=True)
    number = game.number
    while game.ended_at is None:
        hands.run_out(game)
        assert game.number > number
        number = game.number
    assert {row.by for row in moves_of(game)} == {"clock"}
    record = record_of(game)
    made = [entry for each in record["rounds"] for entry in each["moves"]]
    assert {entry["by"] for entry in made} == {"clock"}
    assert outcome(replay_record(parse_record(record))) == record["outcome"]
    assert all(check.holds for check in verify(record))
    assert (game.dues, game.due_at) == ([], None)


def test_the_verifier_finds_a_clock_that_chose_what_it_liked(hands):
    game, players = begin_quick()
    hands.run_out(game)
    end_game(game.code, players[0])
    record = record_of(Game.objects.get(pk=game.pk))
    first = record["rounds"][0]["moves"][0]
    trait = trait_of(Side(first["side"]))
    first["side"] = next(side for side in sides_of(trait) if side != first["side"])
    faults = [check.name for check in verify(record) if not check.holds]
    assert "round 1, move 1, side" in faults


def test_a_fold_from_the_rows_tells_the_same_of_the_clock(hands):
    game, players = begin_quick()
    choose_all(game, players[:1])
    hands.run_out(game)
    hands.run_out(game)
    played = look_into(game)
    store.cache.clear()
    assert look_into(game) == played
    by_clock = [entry.kind for entry in played.table.log if entry.by]
    assert by_clock[:2] == ["chosen", "chosen"]


def test_what_ran_out_while_nobody_looked_is_counted_anew(hands):
    game, _players = begin_quick()
    hands.advance(3600)
    _number, due_at = make_due_moves(game.code)
    assert moves_of(game) == []
    assert due_at == hands.time + timedelta(seconds=QUICK[Phase.SIDES])


def test_a_clock_that_jumps_back_leaves_nobody_waiting_for_an_hour(hands):
    game, _players = begin_quick()
    hands.advance(-3600)
    _number, due_at = make_due_moves(game.code)
    assert moves_of(game) == []
    assert due_at == hands.time + timedelta(seconds=QUICK[Phase.SIDES])


def test_a_game_that_was_ended_has_nothing_due(hands):
    game, players = begin_quick()
    end_game(game.code, players[0])
    hands.advance(QUICK[Phase.SIDES])
    assert make_due_moves(game.code)[1] is None
    with pytest.raises(AlreadyClosed):
        move(game, players[0], "draw")


def test_a_player_may_still_move_when_the_limit_has_run_out_unnoticed(hands):
    game, players = begin_quick()
    hands.advance(QUICK[Phase.SIDES] + 1)
    choose_all(game, players)
    assert {row.by for row in MoveRow.objects.all()} == {"player"}
