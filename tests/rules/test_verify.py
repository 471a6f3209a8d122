"""The verifier finds any single change in a record, and accuses no true one."""

import copy
import json
import random
import subprocess
import sys

import pytest

from games.rules.verify import verify
from tests.rules.changes import change_at, places_of
from tests.rules.proofs import proven_record
from verifier.build import build

CHANGES = 200


def faults(record) -> list[str]:
    return [check.name for check in verify(record) if not check.holds]


@pytest.fixture(scope="module")
def pyz(tmp_path_factory):
    path = tmp_path_factory.mktemp("verifier") / "verifier.pyz"
    build(path)
    return path


def run(pyz, text: str, name: str = "-"):
    # -I: nothing of this folder or environment is imported, -S: no package either.
    return subprocess.run(
        [sys.executable, "-I", "-S", pyz, name],
        input=text,
        capture_output=True,
        text=True,
        cwd=pyz.parent,
        check=False,
    )


def changed_records(count: int, seed: int = 5):
    """Yield places and records with one thing changed there."""
    chance = random.Random(seed)
    originals = [proven_record(number, 120) for number in range(10)]
    for number in range(count):
        record = copy.deepcopy(originals[number % len(originals)])
        # Any part of a record, whatever its size: seeds are few and draws are many.
        places = list(places_of(record))
        part = chance.choice(list(record))
        inside = [place for place in places if place[0] == part] or places
        place = chance.choice(inside)
        change_at(record, place, chance)
        yield place, record


def test_single_changes_are_all_found():
    missed = [place for place, record in changed_records(CHANGES) if not faults(record)]
    assert missed == []


def test_untouched_games_are_not_accused():
    for number in range(60):
        assert faults(proven_record(number, 2000 if number % 3 else 40)) == [], number


@pytest.mark.slow
def test_three_hundred_games_are_not_accused():
    for number in range(60, 360):
        assert faults(proven_record(number)) == [], number


@pytest.mark.parametrize(
    ("part", "value", "place"),
    [
        ("seed", "00" * 32, "commitment"),
        ("commitment", "00" * 32, "commitment"),
        ("reason", "ten-points", "reason"),
        ("ended_at", "never", "head"),
        ("started_at", "never", "set-up"),
        ("given", 1, "rounds dealt by hand"),
        ("version", 2, "version"),
    ],
)
def test_fault_is_named_at_its_place(part, value, place):
    assert place in faults(proven_record(3, 50) | {part: value})


def test_fault_in_a_deal_names_the_card():
    record = proven_record(3, 50)
    deck = record["rounds"][0]["deal"]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    assert f"round 1, deal, deck {len(deck)}" in faults(record)


def test_record_without_proof_is_not_called_fair():
    record = {
        key: value
        for key, value in proven_record(3, 50).items()
        if key in ("format", "edition", "options", "seats", "first_seat", "rounds")
    }
    assert {"seed", "contributions", "set-up", "head"} <= set(faults(record))


def test_verifier_in_one_file_agrees(pyz):
    for place, record in [(None, proven_record(4)), *changed_records(12, seed=6)]:
        done = run(pyz, json.dumps(record))
        assert done.stderr == ""
        assert done.returncode == bool(place)
        said = [line for line in done.stdout.splitlines() if line.startswith("FAULT")]
        assert [line[7:].split(": expected")[0] for line in said] == faults(record)


def test_verifier_says_who_contributed_nothing(pyz):
    record = proven_record(4, 20)
    said = run(pyz, json.dumps(record)).stdout
    for seat, contribution in enumerate(record["contributions"]):
        assert (f"seat {seat} contributed nothing" in said) == (not contribution)


def test_verifier_reads_a_file(pyz):
    (pyz.parent / "record.json").write_text(json.dumps(proven_record(4, 20)))
    assert run(pyz, "", "record.json").stdout.endswith("\nEverything holds.\n")


@pytest.mark.parametrize("text", ["", "nonsense", "[1", "\x00"])
def test_verifier_says_what_it_cannot_read(pyz, text):
    done = run(pyz, text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Cannot read -")


def test_two_builds_are_the_same_bytes(tmp_path):
    assert build(tmp_path / "one.pyz") == build(tmp_path / "two.pyz")
