"""`manage.py replay` (docs/record.md), without a database."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[2]
CASE = json.loads((ROOT / "tests/records/worked-example.json").read_text())
RECORD = json.dumps(CASE["record"]).encode()
REFUSED = json.loads(
    (ROOT / "tests/records/refused-14-already-accused.json").read_text()
)


def replay_file(tmp_path, text):
    """Return the exit code, the output and the error output for a file."""
    path = tmp_path / "record.json"
    path.write_bytes(text)
    return replay_path(path)


def replay_path(path):
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("replay", str(path), stdout=out, stderr=err)
    except SystemExit as ended:
        return ended.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def replay_lines(monkeypatch, *lines):
    """Return the answers to some lines on standard input."""
    stdin = io.TextIOWrapper(io.BytesIO(b"".join(lines)))
    monkeypatch.setattr(sys, "stdin", stdin)
    out = io.StringIO()
    call_command("replay", "-", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_outcome_of_a_file_is_printed(tmp_path):
    code, out, err = replay_file(tmp_path, RECORD)
    assert (code, err) == (0, "")
    assert json.loads(out) == CASE["outcome"]


def test_fault_in_a_record_is_one_line_on_standard_error(tmp_path):
    code, out, err = replay_file(tmp_path, json.dumps(REFUSED["record"]).encode())
    assert (code, out) == (1, "")
    assert err == "round 3, move 39: already accused\n"


@pytest.mark.parametrize("text", [b"", b"\xff", b"[" * 99999, b"{}", b"\0"])
def test_file_without_a_record_is_one_line_on_standard_error(tmp_path, text):
    code, out, err = replay_file(tmp_path, text)
    assert (code, out) == (1, "")
    assert err.startswith("round 0, move 0: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing", "", ".", "a\0b", "\udcff", "x" * 9999])
def test_unreadable_file_is_one_line_on_standard_error(tmp_path, name):
    code, out, err = replay_path(f"{tmp_path}/{name}")
    assert (code, out, err) == (1, "", "round 0, move 0: cannot be read\n")


def test_lines_are_answered_in_order(monkeypatch):
    lines = [RECORD, b"\n", b"\n", b"[\n", b"\xff\n", b" \r\n", RECORD, b"\r\n", RECORD]
    answers = replay_lines(monkeypatch, *lines)
    places = [answer.get("error", {}).get("round") for answer in answers]
    assert places == [None, 0, 0, 0, 0, None, None]
    assert answers[-1] == CASE["outcome"]


def test_line_with_a_fault_is_answered_with_place_and_reason(monkeypatch):
    line = json.dumps(REFUSED["record"]).encode()
    assert replay_lines(monkeypatch, line) == [
        {"error": {"round": 3, "move": 39, "reason": "already accused"}}
    ]


def test_empty_standard_input_has_no_answer(monkeypatch):
    assert replay_lines(monkeypatch) == []


@pytest.mark.slow
def test_each_line_in_a_pipe_is_answered_at_once_until_the_reader_is_gone(tmp_path):
    """The command has no access to a database."""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/none/none"}
    command = [sys.executable, "manage.py", "replay", "-"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, cwd=ROOT, env=environment, **pipes) as process:
        for _ in range(3):
            process.stdin.write(RECORD + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == CASE["outcome"]
        process.stdout.close()
        process.stdin.write(b"\n" * 9)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
