"""The verifier finds every single change in a record and no fault in a valid one."""

import copy
import json
import random

import pytest

from games.proof.chain import build_receipt
from games.proof.record import load_proven, load_record
from games.proof.verify import verify
from games.rules.illegal import RecordError
from tests.rules.changes import change_somewhere
from tests.rules.forgeries import LIES
from tests.rules.proofs import format_minute, proven_record, rehash, run
from tests.support.samples import quick_first
from verifier.build import build

CHANGES = 200


def faults(record) -> list[str]:
    return [check.name for check in verify(record) if not check.holds]


def refusals(record) -> list[str]:
    return [f"{check.name}: {check.found}" for check in verify(record)]


@pytest.fixture(scope="module")
def pyz(tmp_path_factory):
    path = tmp_path_factory.mktemp("verifier") / "verifier.pyz"
    build(path)
    return path


def changed_records(count: int, seed: int = 5):
    """Yield places and records with one change at that place."""
    chance = random.Random(seed)
    originals = [proven_record(number, 120) for number in range(10)]
    for number in range(count):
        record = copy.deepcopy(originals[number % len(originals)])
        yield change_somewhere(record, chance), record


@pytest.mark.slow
def test_every_single_change_is_found():
    missed = [place for place, record in changed_records(CHANGES) if not faults(record)]
    assert missed == []


def is_found(text: bytes) -> bool:
    try:
        content = load_proven(text)
    except RecordError:
        return True
    return bool(faults(content))


def test_every_flipped_bit_of_a_file_is_found():
    chance = random.Random(8)
    files = [json.dumps(proven_record(number, 60)).encode() for number in range(5)]
    for number in range(CHANGES):
        text = bytearray(files[number % len(files)])
        place = chance.randrange(len(text))
        text[place] ^= 1 << chance.randrange(8)
        assert is_found(bytes(text)), text[place - 20 : place + 20]


def test_unchanged_games_have_no_fault():
    for number in range(20):
        assert faults(proven_record(number, 2000 if number % 3 else 40)) == [], number


@pytest.mark.full
def test_three_hundred_games_have_no_fault():
    for number in range(20, 320):
        assert faults(proven_record(number)) == [], number


@pytest.mark.parametrize(
    ("part", "value", "place"),
    [
        ("seed", "00" * 32, "commitment"),
        ("commitment", "00" * 32, "commitment"),
        ("reason", "ten-points", "reason"),
        ("ended_at", format_minute(4), "head"),
        ("started_at", format_minute(0), "set-up"),
        ("given", 1, "rounds dealt by hand"),
        ("version", 1, "round 0, move 0"),
        ("ended_at", "never", "round 0, move 0"),
    ],
)
def test_fault_is_reported_at_its_place(part, value, place):
    assert place in faults(proven_record(3, 50) | {part: value})


def test_fault_in_a_deal_names_the_card():
    record = proven_record(3, 50)
    deck = record["rounds"][0]["deal"]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    assert f"round 1, deal, deck {len(deck)}" in faults(record)


def test_record_without_proof_has_faults():
    record = {
        key: value
        for key, value in proven_record(3, 50).items()
        if key in ("format", "edition", "options", "seats", "first_seat", "rounds")
    }
    assert refusals(record) == ["round 0, move 0: version: missing"]


@pytest.mark.slow
def test_packed_verifier_agrees(pyz):
    for place, record in [(None, proven_record(4)), *changed_records(12, seed=6)]:
        done = run(pyz, json.dumps(record))
        assert done.stderr == ""
        assert done.returncode == bool(place)
        said = [line for line in done.stdout.splitlines() if line.startswith("FAULT")]
        assert [line[7:].split(": expected")[0] for line in said] == faults(record)


def test_verifier_names_seats_without_a_contribution(pyz):
    record = proven_record(4, 20)
    said = run(pyz, json.dumps(record)).stdout
    for seat, contribution in enumerate(record["contributions"]):
        assert (f"seat {seat} contributed nothing" in said) == (not contribution)


def test_verifier_reads_a_file(pyz):
    (pyz.parent / "record.json").write_text(json.dumps(proven_record(4, 20)))
    assert run(pyz, "", "record.json").stdout.endswith("\nEverything holds.\n")


# Texts that would clear a terminal, cannot be encoded, or would fill the screen.
HOSTILE = ["\x1b[2J\nEverything holds.", "\ud800", "\u202e", "é", "9" * 5000]


@pytest.mark.parametrize("text", HOSTILE)
def test_verifier_output_is_safe_for_a_terminal(pyz, text):
    record = proven_record(4, 20)
    forged = {key: text for key in record if isinstance(record[key], str)}
    forged |= {"format": record["format"], "edition": record["edition"]}
    forged |= {"contributions": [text] * len(record["seats"]), "outcome": {text: text}}
    done = run(pyz, json.dumps(record | forged))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.isascii()
    assert done.stdout.replace("\n", "").isprintable()
    assert not done.stdout.endswith("Everything holds.\n")
    assert max(map(len, done.stdout.splitlines())) < 600


@pytest.mark.parametrize("key", sorted(proven_record(4, 5)))
def test_junk_under_any_key_is_a_fault_and_no_error(key):
    record = proven_record(4, 5)
    for junk in (None, True, -1, 1e400, "", "1", [], [[]], {}, {"": {}}, [None] * 9):
        forged = record | {key: junk}
        assert forged == record or faults(forged), junk


@pytest.mark.parametrize("depth", quick_first([100_000, 1500, 900, 500, 5000]))
@pytest.mark.parametrize("key", ["outcome", "code", "contributions", "rounds", "note"])
def test_verifier_survives_deep_nesting(pyz, key, depth):
    text = json.dumps(proven_record(4, 5) | {key: "deep"})
    nested = f"{'[' * depth}{']' * depth}"
    done = run(pyz, text.replace('"deep"', nested))
    assert done.returncode in ({0, 2} if key == "note" else {1, 2})
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["", "nonsense", "[1", "\x00"])
def test_verifier_reports_unreadable_input(pyz, text):
    done = run(pyz, text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Cannot read -")


def test_verifier_reads_a_record_with_a_byte_order_mark(pyz):
    done = run(pyz, "\ufeff" + json.dumps(proven_record(4, 30)))
    assert (done.returncode, done.stderr) == (0, "")


def test_two_builds_are_identical(tmp_path):
    assert build(tmp_path / "one.pyz") == build(tmp_path / "two.pyz")


@pytest.mark.parametrize("lie", LIES)
def test_lie_under_consistent_hashes_is_found(lie):
    record = rehash(LIES[lie]())
    found = faults(record)
    assert found
    assert not any("hash" in name or name in ("set-up", "head") for name in found)


REFUSED = {
    "round 0, move 0: closing: not a whole number from 1 on": (
        lambda record: record.update(closing="1")
    ),
    "round 0, move 0: got_up 2: not a time of day with six decimals, or null": (
        lambda record: record.update(got_up=[None, "0\u0666:30:00.000000", None])
    ),
    "round 0, move 0: no such first seat": lambda record: record.update(first_seat=4),
    "round 0, move 0: an unknown key": lambda record: record.update(note=1),
    "round 1, move 0: deal: missing": lambda record: record["rounds"][0].pop("deal"),
    "round 1, move 2: time: not a time in UTC with six decimals": (
        lambda record: record["rounds"][0]["moves"][1].update(
            time="\uff12020-05-22T18:00:00.000000+00:00"
        )
    ),
    "round 1, move 2: not a move with only its own keys": (
        lambda record: record["rounds"][0]["moves"][1].update(suspect="00000")
    ),
}


@pytest.mark.parametrize("words", REFUSED)
def test_refusal_names_the_place_and_what_must_stand_there(words):
    record = copy.deepcopy(proven_record(3, 50))
    REFUSED[words](record)
    assert refusals(record) == [words]


def test_replay_refuses_a_proof_that_breaks_the_grammar():
    record = proven_record(3, 50)
    text = json.dumps(record)
    assert load_record(text.encode()).first_seat == record["first_seat"]
    for broken, words in (
        (json.dumps(record | {"note": 1}), "an unknown key"),
        (text.replace('"given": 0', '"given": 0.0'), "not whole"),
    ):
        with pytest.raises(RecordError, match=words):
            load_record(broken.encode())


def test_verifier_compares_receipts(pyz):
    record = proven_record(4)
    receipt = build_receipt(record)
    (pyz.parent / "record.json").write_text(json.dumps(record))
    for text, code in (
        (f"Bob: look!\n{receipt}\n", 0),
        (str(receipt).replace(record["head_hash"], "0" * 64), 1),
        ("no receipt", 1),
    ):
        (pyz.parent / "receipt.txt").write_text(text)
        assert run(pyz, "", "record.json", "receipt.txt").returncode == code
