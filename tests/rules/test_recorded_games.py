"""Recorded games: every file of a folder is a test by lying in it."""

import json
from collections import Counter
from pathlib import Path

import pytest

from games.rules.errors import RecordError
from games.rules.record import load_record, outcome, parse_record, replay
from games.rules.state import Phase, Termination
from tests.rules.second_opinion import judge

HERE = Path(__file__).parent.parent / "records"
# A collection that lies beside some checkouts; its cases are tested where it is.
BESIDE = Path(__file__).parents[3] / "shared" / "records"
CASES = {
    path.relative_to(folder.parent.parent).as_posix(): path
    for folder in (HERE, BESIDE)
    for path in sorted(folder.glob("*.json"))
}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def play(record):
    """Return what comes out of a record, in the form of a case."""
    try:
        return {"outcome": outcome(replay(load_record(json.dumps(record).encode())))}
    except RecordError as error:
        return {"error": {"round": error.round, "move": error.move}}


@pytest.mark.parametrize("path", CASES.values(), ids=CASES)
def test_recorded_game_comes_out_right(path):
    case = read(path)
    assert play(case.pop("record")) == case


@pytest.mark.parametrize("path", CASES.values(), ids=CASES)
def test_recorded_game_comes_out_right_for_the_second_opinion(path):
    case = read(path)
    # It knows well-formed heads only.
    if case.get("error", {}).get("round") != 0:
        kind, answer = judge(case["record"])
        if kind == "error":
            answer = dict(zip(("round", "move"), answer, strict=True))
        assert case[kind] == answer


def finished():
    """Return the final states of the recorded games without an error in them."""
    cases = [read(path) for path in sorted(HERE.glob("*.json"))]
    return [replay(parse_record(case["record"])) for case in cases if "outcome" in case]


def test_there_is_a_game_for_each_ending_number_of_players_and_edition():
    states = finished()
    over = [state for state in states if state.phase is Phase.OVER]
    ends = Counter((state.termination, len(state.seats)) for state in over)
    assert all(ends[end, 3] for end in Termination)
    assert {seats for _, seats in ends} == {3, 4, 5}
    assert {state.phase for state in states} == set(Phase)
    assert {(s.options.stasi, s.options.adler) for s in over} == {
        (stasi, adler) for stasi in (False, True) for adler in (False, True)
    }


def test_there_are_games_with_everything_rare():
    states = finished()
    results = [result for state in states for result in state.results]
    assert any(result.attempt == 2 and not result.is_void for result in results)
    assert any(result.attempt > 2 for result in results)
    assert any(award.token is None for result in results for award in result.awards)
    assert any(len(result.trades) > 1 for result in results)
    assert any(result.exposed and result.is_void for result in results)
    assert any(len(state.winners) > 1 for state in states)
    assert any(len(state.announced) > 1 for state in states)
    assert any("stasi" in {token.face for token in state.tokens} for state in states)
