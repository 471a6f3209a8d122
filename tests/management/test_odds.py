"""`manage.py odds` (docs/deduction.md), without a database."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[2]
CASE = json.loads((ROOT / "tests/records/worked-example.json").read_text())
RECORD = CASE["record"]
QUESTION = {"record": RECORD, "moves": 13, "seat": 2, "view": "replay"}
NILS, LASH = "10110", "10010"


def ask(monkeypatch, *questions):
    """Return the answers to some questions on standard input."""
    lines = [q if isinstance(q, bytes) else json.dumps(q).encode() for q in questions]
    text = b"".join(line + b"\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    out = io.StringIO()
    call_command("odds", "-", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def moves_until(suspect):
    """Return the number of moves up to the accusation of a suspect."""
    moves = RECORD["rounds"][0]["moves"]
    return next(
        at for at, move in enumerate(moves, 1) if move.get("suspect") == suspect
    )


def test_chances_are_those_of_the_worked_example(monkeypatch):
    at = moves_until(LASH) + 1
    asked = [QUESTION | {"moves": at, "seat": seat} for seat in (-1, 0, 1, 2, 3)]
    found = [answer["suspects"] for answer in ask(monkeypatch, *asked)]
    assert [chances[NILS] for chances in found] == [0.75, 0.75, 1, 1, 0.5]
    assert all(sum(chances.values()) == pytest.approx(1) for chances in found)


def test_nothing_is_known_before_the_first_deal(monkeypatch):
    asked = QUESTION | {"record": RECORD | {"rounds": []}, "moves": 0}
    assert ask(monkeypatch, asked) == [{"suspects": {}, "clues": {}}]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"record": None}, "round 0, move 0: not an object"),
        ({"record": RECORD | {"format": 1}}, "round 0, move 0: not a record"),
        ({"moves": -1}, "moves is not a number"),
        ({"moves": True}, "moves is not a number"),
        ({"moves": 10**30}, "moves is not a number"),
        ({"moves": 999}, "the record has fewer moves"),
        ({"seat": 4}, "no such seat"),
        ({"seat": -2}, "no such seat"),
        ({"seat": "0"}, "no such seat"),
        ({"view": "referee"}, "view is neither replay nor notebook"),
        ({"view": []}, "view is neither replay nor notebook"),
    ],
)
def test_malformed_question_is_answered_with_an_error(monkeypatch, changes, reason):
    bad, good = ask(monkeypatch, QUESTION | changes, QUESTION)
    assert list(bad) == ["error"]
    assert bad["error"].startswith(reason)
    assert good["suspects"]


@pytest.mark.parametrize("line", [b"", b"\xff", b"[" * 99999, b"7", b"{}", b"null"])
def test_line_without_a_question_is_answered_with_an_error(monkeypatch, line):
    bad, good = ask(monkeypatch, line, QUESTION)
    assert list(bad) == ["error"]
    assert good["suspects"]


def test_illegal_move_is_named(monkeypatch):
    name = "refused-14-already-accused.json"
    record = json.loads((ROOT / "tests/records" / name).read_text())["record"]
    assert ask(monkeypatch, QUESTION | {"record": record, "moves": 0}) == [
        {"error": "round 3, move 39: already accused"}
    ]


def test_questions_are_read_from_a_file(tmp_path):
    path, out = tmp_path / "questions", io.StringIO()
    path.write_text(f"{json.dumps(QUESTION | {'why': 'an unknown key'})}\n\n")
    call_command("odds", str(path), stdout=out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first["suspects"]
    assert list(second) == ["error"]


@pytest.mark.parametrize("name", ["missing", "", ".", "a\0b", "x" * 9999])
def test_unreadable_file_is_one_line_on_standard_error(tmp_path, name):
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("odds", f"{tmp_path}/{name}", stdout=out, stderr=err)
    assert (ended.value.code, out.getvalue()) == (1, "")
    assert err.getvalue() == "cannot be read\n"
