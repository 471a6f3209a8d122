"""The format of records, and the places of their faults (docs/record.md)."""

import copy
import json
from pathlib import Path

import pytest

from games.proof.record import build_outcome, load_record, parse_record, replay_record
from games.rules.illegal import RecordError

EXAMPLE = Path(__file__).parent.parent / "records" / "worked-example.json"


@pytest.fixture
def record():
    return json.loads(EXAMPLE.read_text(encoding="utf-8"))["record"]


def place_of(record):
    """Return the round and the move of a record's first fault."""
    with pytest.raises(RecordError) as broken:
        replay_record(load_record(json.dumps(record).encode()))
    return broken.value.round, broken.value.move


def test_unknown_keys_are_ignored(record):
    expected = build_outcome(replay_record(parse_record(record)))
    record |= {"time": 1.5, "seed": "ff", "more": [[{}]], "huge": 1}
    record["options"] |= {"discards": 17, "limits": None}
    record["rounds"][0] |= {"at": "noon"}
    record["rounds"][0]["deal"] |= {"hash": None}
    record["rounds"][0]["moves"][0] |= {"by": "clock", "suspect": [1]}
    assert build_outcome(replay_record(parse_record(record))) == expected
    text = json.dumps(record).replace('"huge": 1', '"huge": ' + "9" * 10000)
    assert build_outcome(replay_record(load_record(text.encode()))) == expected


def test_record_without_rounds_replays_to_a_new_game(record):
    record["rounds"] = []
    assert build_outcome(replay_record(parse_record(record))) == {
        "phase": "between",
        "reason": None,
        "winners": [],
        "scores": [{"seat": seat, "points": 0, "golds": 0} for seat in range(4)],
        "rounds": [],
    }


JUNK = [None, True, False, 7, 1.5, "", "x", [], {}, [None], "\ud800", -1, 10**40]
HEAD = ["format", "edition", "options", "seats", "first_seat", "rounds"]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("key", HEAD)
def test_malformed_head_is_reported_at_round_0_move_0(record, key, junk):
    if key == "rounds" and isinstance(junk, list):
        junk = {"0": junk}
    assert place_of(record | {key: junk}) == (0, 0)


@pytest.mark.parametrize("key", HEAD)
def test_missing_head_key_is_reported_at_round_0_move_0(record, key):
    del record[key]
    assert place_of(record) == (0, 0)


@pytest.mark.parametrize("junk", [None, 1, 0, "true", "on", [], {}, "referee "])
@pytest.mark.parametrize(
    "option", ["stasi", "adler", "placement", "last_call", "ten_points"]
)
def test_unknown_option_value_is_reported_at_round_0_move_0(record, option, junk):
    record["options"][option] = junk
    assert place_of(record) == (0, 0)


@pytest.mark.parametrize("option", ["placement", "last_call", "ten_points"])
def test_option_with_a_name_refuses_a_boolean(record, option):
    record["options"][option] = True
    assert place_of(record) == (0, 0)


@pytest.mark.parametrize(
    "seats",
    [
        ["laces", "colombini"],
        ["laces", "colombini", "colombini"],
        ["laces", "colombini", "poirot"],
        ["laces", "colombini", ["britton"]],
        ["laces", "colombini", "britton", "lansbury", "meridian", "laces"],
        "laces",
        {"0": "laces", "1": "colombini", "2": "britton"},
    ],
)
def test_invalid_seats_are_reported_at_round_0_move_0(record, seats):
    assert place_of(record | {"seats": seats}) == (0, 0)


@pytest.mark.parametrize("first", [-1, 4, 0.0, "0", True, False, None])
def test_first_seat_must_be_the_number_of_a_seat(record, first):
    assert place_of(record | {"first_seat": first}) == (0, 0)


def test_first_fault_in_the_order_of_play_is_reported(record):
    broken = copy.deepcopy(record)
    broken["rounds"][0]["moves"][3] = None
    broken["rounds"].append("no round at all")
    assert place_of(broken) == (1, 4)
    record["rounds"].append("no round at all")
    assert place_of(record) == (2, 0)


TEXTS = {
    "nothing": b"",
    "an empty line": b"\n",
    "no JSON": b"{",
    "bad UTF-8": b'{"format": "\xff"}',
    "UTF-16": '{"format": 1}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "two values": b"{} {}",
    "NaN": b'{"x": NaN}',
    "Infinity": b'{"x": -Infinity}',
    "a deep list": b"[" * 100_000,
    "a deep list that closes": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "a number": b"1",
    "a huge number": b"9" * 100_000,
    "null": b"null",
    "a list": b"[]",
    "a text": b'"x"',
    "a lone surrogate": b'{"format": "\\ud800"}',
    "a zero byte": b"\0",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_text_without_a_record_is_reported_at_round_0_move_0(text):
    with pytest.raises(RecordError, match=r"^round 0, move 0: [ -~]+$"):
        load_record(text)


def test_nan_is_refused_even_under_an_unknown_key(record):
    text = json.dumps(record | {"odds": float("nan")}).encode()
    with pytest.raises(RecordError):
        load_record(text)


def test_reason_does_not_repeat_the_input(record):
    record["edition"] = "multi\nline"
    with pytest.raises(RecordError, match=r"^round 0, move 0: unknown edition$"):
        parse_record(record)
