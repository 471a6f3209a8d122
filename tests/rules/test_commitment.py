"""The key and the hash chain, compared with the vectors in docs/fairness.md."""

import re
from pathlib import Path

import pytest

from games.proof import chain
from games.rules.deal import (
    compute_commitment,
    compute_key,
    draw_lot,
    read_contribution,
    shuffle_deal,
)
from games.rules.editions import Investigator, Options
from games.rules.state import begin_state

DOCS = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
VECTORS = DOCS[DOCS.index("## Test vectors") :]
SEED, CODE = bytes(range(32)), "K7QX2M"
CONTRIBUTIONS = [bytes(range(16)).hex(), "", "f" * 32]
SEATS = (Investigator.BRITTON, Investigator.LACES, Investigator.MERIDIAN)
OPTIONS = Options(stasi=True, adler=True)
START = {
    "format": "checkpoint-charlie/1",
    "version": 2,
    "rules": 1,
    "code": CODE,
    "edition": "piatnik",
    "options": OPTIONS.to_dict(),
    "discards": "closed",
    "first_player": "lot",
    "tutorial": False,
    "listed": False,
    "notebook": "on",
    "reactions": "on",
    "limits": "off",
    "got_up": ["06:30:00.000000", None, None],
    "seats": [seat.value for seat in SEATS],
    "first_seat": 1,
    "given": 0,
    "commitment": compute_commitment(SEED, CODE),
    "contributions": CONTRIBUTIONS,
    "opened_at": "2026-11-21T18:00:00.000000+00:00",
    "started_at": "2026-11-21T18:05:00.000000+00:00",
}
MOVE = {
    "seat": 1,
    "move": "choose",
    "side": "no-hat",
    "by": "player",
    "time": "2026-11-21T18:05:09.250000+00:00",
}
END = {
    "reason": "abandoned",
    "ended_at": "2026-11-21T19:00:00.000000+00:00",
    "bots": ["", "pip", ""],
    "closing": 1,
    "before": "",
}
KEY = compute_key(SEED, CODE, CONTRIBUTIONS)


def vector(name):
    """Return the vector of this name in the docs, with its lines joined."""
    return re.search(rf"^    {name} +(.*)$", VECTORS, re.MULTILINE)[1]


def squeezed():
    return re.sub(r"\s", "", VECTORS)


def test_commitment_and_key_equal_the_vectors():
    assert vector("seed") == SEED.hex()
    assert vector("code") == CODE
    assert vector("commitment") == START["commitment"]
    assert vector("key") == KEY.hex()


def test_deal_equals_the_vectors():
    deal = shuffle_deal(KEY, begin_state(SEATS, OPTIONS, 1)).to_dict()
    assert "deck" + "".join(deal["deck"]) + "bag" in squeezed()
    for part in ("bag", "flips"):
        assert vector(part).split() == deal[part]
    for colour, faces in deal["pool"].items():
        assert vector(colour).split() == faces
    assert draw_lot(KEY, 3, "first seat") == 1
    assert "The lot is 1." in VECTORS


def test_chain_equals_the_vectors():
    start = chain.start_hash(START)
    deal = shuffle_deal(KEY, begin_state(SEATS, OPTIONS, 1)).to_dict()
    dealt = chain.deal_hash(start, CODE, {"number": 1, "attempt": 1, "deal": deal})
    move = chain.move_hash(dealt, CODE, 1, MOVE)
    head = chain.head_hash(move, 1, END)
    assert chain.to_canonical(START).decode() in squeezed()
    for text in (start, dealt, move, head):
        assert f"\n    {text}\n" in VECTORS


def test_chain_covers_the_moves_and_no_names():
    start = chain.start_hash(START)
    assert chain.start_hash(START | {"names": ["alice"]}) == start
    assert chain.move_hash(start, CODE, 1, MOVE | {"hash": "x"}) == chain.move_hash(
        start, CODE, 1, MOVE
    )
    for changed in (MOVE | {"seat": 0}, MOVE | {"note": 1}, MOVE | {"by": "clock"}):
        assert chain.move_hash(start, CODE, 1, changed) != chain.move_hash(
            start, CODE, 1, MOVE
        )


@pytest.mark.parametrize(
    "others",
    [
        ["", "", "f" * 32],
        [bytes(range(16)).hex(), "f" * 32, ""],
        [bytes(range(16)).hex(), ""],
        [bytes(range(16)).hex(), "", "f" * 31 + "e"],
    ],
)
def test_key_depends_on_the_code_and_on_each_contribution_and_its_seat(others):
    assert compute_key(SEED, CODE, others) != KEY
    assert compute_key(SEED, "K7QX2N", CONTRIBUTIONS) != KEY


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("0" * 32, "0" * 32),
        (" " + "AB" * 16 + "\n", "ab" * 16),
        ("0" * 31, ""),
        ("0" * 33, ""),
        ("g" * 32, ""),
        ("٣" * 32, ""),
        ("", ""),
    ],
)
def test_contribution_is_sixteen_bytes_or_empty(sent, kept):
    assert read_contribution(sent) == kept
