"""Codes as people type and paste them."""

import pytest

from games.codes import CODE_ALPHABET, CODE_LENGTH, clean_code, find_code, make_code

SPELLINGS = [
    "K7QX2M",
    "k7qx2m",
    " K7Q X2M ",
    "K7Q-X2M",
    "K7Q\u2013X2M",
    "K7QX2M.",
    "(K7QX2M),",
    "\u200bK7QX2M\ufeff",
    "\u202aK7QX2M\u202c",
    "Ｋ７ＱＸ２Ｍ",
    "К7QХ2М",  # Cyrillic К, Х and М
    "\u201eK7QX2M\u201c",
]
TEXTS = [
    "https://charlie.example/t/K7QX2M/",
    "https://charlie.example/t/k7qx2m",
    "http://192.168.1.20:8000/T/K7QX2M/?next=THANKS",
    "<https://charlie.example/t/K7QX2M/display/>",
    "Join us: K7QX2M!",
    "THANKS, the code is K7Q-X2M.",
    "Komm an unseren Tisch\nK7QX2M\nhttps://charlie.example/t/K7QX2M/",
]
NO_CODES = [
    "",
    "K7QX2",
    "K7QX2MM",
    "K7QX2O",
    "hello",
    "K7QX2M or B8RY3N",
    "https://charlie.example/t/new/",
    "x" * 400,
]


@pytest.mark.parametrize("typed", SPELLINGS)
def test_code_is_read_in_every_spelling(typed):
    assert clean_code(typed) == find_code(typed) == "K7QX2M"


@pytest.mark.parametrize("text", TEXTS)
def test_one_code_is_found_in_a_text(text):
    assert find_code(text) == "K7QX2M"


@pytest.mark.parametrize("text", NO_CODES)
def test_no_code_or_several_lead_nowhere(text):
    assert find_code(text) == ""


def test_new_code_is_in_its_stored_form():
    code = make_code()
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_ALPHABET)
    assert clean_code(code) == code
