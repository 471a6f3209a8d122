"""The rules for names at a table."""

import re

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError

from games.players.names import clean_name
from games.table.lobby.forms import TYPED_LENGTH

NAME_FIELD = settings.BASE_DIR / "templates/games/table/_name_field.html"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("alice", "alice"),
        ("  alice  ", "alice"),
        ("alice \t\n smith", "alice smith"),
        ("ali\u2003ce", "ali ce"),
        ("e\u0301va", "éva"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Алёна", "Алёна"),
        ("क्षितिज", "क्षितिज"),
        ("🐈🐕", "🐈🐕"),
        ("❤\ufe0f bob", "❤ bob"),
        ("Miss O'Hara-2", "Miss O'Hara-2"),
        ("<script>", "<script>"),
        ("x" * 20, "x" * 20),
        ("é" * 20, "é" * 20),
        ("🐈" * 20, "🐈" * 20),
    ],
)
def test_name_is_stored_composed_and_trimmed(typed, kept):
    assert clean_name(typed) == kept
    assert clean_name(kept) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (None, "empty"),
        ("", "empty"),
        (" \t\n\u00a0\u3000 ", "empty"),
        ("\ufe0f", "empty"),
        ("x" * 21, "too_long"),
        ("🐈" * 21, "too_long"),
        ("x" * 10_000, "too_long"),
        (" " * 10_000, "too_long"),
        ("ali\x00ce", "characters"),
        ("ali\u202ece", "characters"),
        ("ali\ud800ce", "characters"),
        ("\u3164", "characters"),
        ("\u2800\u2800", "characters"),
        ("\u0301", "characters"),
        ("a\u0300\u0301\u0302\u0303\u0304", "characters"),
    ],
)
def test_name_is_refused_with_a_reason(typed, code):
    with pytest.raises(ValidationError) as refusal:
        clean_name(typed)
    assert refusal.value.code == code
    assert refusal.value.messages[0]


def test_refusal_of_a_long_name_states_the_limit():
    with pytest.raises(ValidationError, match="20"):
        clean_name("x" * 21)


@pytest.mark.parametrize("name", ["x" * 20, "e\u0323\u0302" * 20, "🐈\ufe0f" * 20])
def test_browser_cuts_off_no_name_that_the_rule_accepts(name):
    (typed,) = re.findall(r'maxlength="(\d+)"', NAME_FIELD.read_text())
    assert int(typed) == TYPED_LENGTH
    assert len(name.encode("utf-16-le")) // 2 <= TYPED_LENGTH
    assert clean_name(name)
