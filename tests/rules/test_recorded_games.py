"""Recorded games: every file in tests/records is a test."""

import json
from collections import Counter
from pathlib import Path

import pytest

from games.proof.record import build_outcome, load_record, parse_record, replay_record
from games.rules.illegal import RecordError
from games.rules.state import Phase, Termination
from tests.rules.second_opinion import judge

FOLDER = Path(__file__).parent.parent / "records"
CASES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def play(record):
    """Return the outcome or the error of a record, in the format of a case."""
    try:
        return {
            "outcome": build_outcome(
                replay_record(load_record(json.dumps(record).encode()))
            )
        }
    except RecordError as error:
        return {"error": {"round": error.round, "move": error.move}}


@pytest.mark.parametrize("path", CASES.values(), ids=CASES)
def test_recorded_game_has_its_expected_outcome(path):
    case = read(path)
    assert play(case.pop("record")) == case


@pytest.mark.parametrize("path", CASES.values(), ids=CASES)
def test_second_opinion_has_the_same_outcome(path):
    case = read(path)
    # The second opinion expects a well-formed head.
    if case.get("error", {}).get("round") != 0:
        kind, answer = judge(case["record"])
        if kind == "error":
            answer = dict(zip(("round", "move"), answer, strict=True))
        assert case[kind] == answer


def finished():
    """Return the final states of the recorded games without an error."""
    cases = [read(path) for path in sorted(FOLDER.glob("*.json"))]
    return [
        replay_record(parse_record(case["record"]))
        for case in cases
        if "outcome" in case
    ]


def test_recorded_games_cover_all_endings_table_sizes_and_editions():
    states = finished()
    over = [state for state in states if state.phase is Phase.OVER]
    ends = Counter((state.termination, len(state.seats)) for state in over)
    assert all(ends[end, 3] for end in Termination)
    assert {seats for _, seats in ends} == {3, 4, 5}
    assert {state.phase for state in states} == set(Phase)
    assert {(s.options.stasi, s.options.adler) for s in over} == {
        (stasi, adler) for stasi in (False, True) for adler in (False, True)
    }


def test_recorded_games_cover_the_rare_cases():
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
