"""The 25 tokens in play (docs/rules.md section 1, R1) and their points (R15)."""

import pytest

from games.rules.editions import Options
from games.rules.tokens import (
    Colour,
    Pool,
    Token,
    build_full_pool,
    name_token,
    points_of,
)

TABLE = [
    (Options(), "33445", "1" * 6 + "2" * 6, "0000----"),
    (Options(stasi=True), "33445", "1" * 6 + "2" * 6, "0000---S"),
    (Options(adler=True), "3445A", "1" * 4 + "2" * 6 + "AA", "0000---A"),
    (Options(stasi=True, adler=True), "3445A", "1" * 4 + "2" * 6 + "AA", "0000--AS"),
]
SHORT = {"-1": "-", "adler": "A", "stasi": "S"}


def short(faces):
    return sorted(SHORT.get(face, face) for face in faces)


@pytest.mark.parametrize(("options", "gold", "white", "black"), TABLE)
def test_pool_equals_the_table_of_the_rules(options, gold, white, black):
    pool = build_full_pool(options)
    assert short(pool.gold) == sorted(gold)
    assert short(pool.white) == sorted(white)
    assert short(pool.black) == sorted(black)
    assert sum(len(pool.left(colour)) for colour in Colour) == 25


@pytest.mark.parametrize(
    ("colour", "face", "points"),
    [
        (Colour.GOLD, "5", 5),
        (Colour.WHITE, "2", 2),
        (Colour.BLACK, "0", 0),
        (Colour.BLACK, "-1", -1),
        (Colour.GOLD, "adler", 3),
        (Colour.WHITE, "adler", 1),
        (Colour.BLACK, "adler", -1),
        (Colour.BLACK, "stasi", -2),
    ],
)
def test_points_of_each_token(colour, face, points):
    assert points_of(colour, face) == points


def test_token_id_names_round_seat_and_later_attempts():
    assert name_token(3, 1, 1) == "3.1"
    assert name_token(3, 2, 1) == "3.1#2"


def test_pools_are_compared_in_any_order():
    pool = Pool(("3", "4"), ("1",), ("0",))
    assert pool.holds_same(Pool(("4", "3"), ("1",), ("0",)))
    assert not pool.holds_same(Pool(("4", "4"), ("1",), ("0",)))
    assert not pool.holds_same(Pool(("4", "3"), ("0",), ("1",)))


@pytest.mark.parametrize("short", ["gold", "white", "black"])
def test_pool_with_an_empty_colour_is_short(short):
    left = {"gold": ("3",), "white": ("1",), "black": ("0",)}
    assert not Pool(**left).is_short()
    assert Pool(**(left | {short: ()})).is_short()


def test_covered_token_shows_its_face_only_if_it_lies_face_up():
    hidden = Token("1.0", Colour.GOLD, "5", 0, face_up=False)
    shown = Token("1.0", Colour.GOLD, "5", 0, face_up=True)
    assert (hidden.covered.face, hidden.opened.face) == (None, "5")
    assert (shown.covered.face, shown.opened.face) == ("5", "5")
