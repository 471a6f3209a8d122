"""Which spellings are one name, and which invisible characters a name may have."""

import re
import sys
import unicodedata
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from games.players.names import build_name_key, clean_name

ROOT = Path(__file__).parents[2]
SAME = [
    ("Анна", "анна"),
    ("Jürgen", "JÜRGEN"),
    ("Jürgen", "Ju\u0308rgen"),
    ("straße", "STRASSE"),
    ("straße", "STRAẞE"),
    ("ﬁ", "fi"),
    ("Ａｎｎａ", "anna"),
    ("①", "1"),
    ("ｱﾝﾅ", "アンナ"),
    ("가나", "\u1100\u1161\u1102\u1161"),
    ("İ", "i̇"),
    ("İ", "i"),
    ("I", "ı"),
    ("ÍŞI", "i\u0307\u0301şı"),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
    ("ς", "σ"),
    ("ᾼ", "αι"),
    ("ՈՒ", "ու"),
    ("ᎠᎾ", "ꭰꮎ"),
    ("❤\ufe0f", "❤"),
    ("🏳\ufe0f\u200d🌈", "🏳\u200d🌈"),
    ("می\u200cنا", "مینا"),
    ("葛\U000e0100", "葛"),
    ("Anna  Maria", " anna\u00a0maria "),
    ("K", "\u212a"),
]
DIFFERENT = [
    ("Zoë", "Zoe"),
    ("Ben", "Bén"),
    ("Алёна", "Алена"),
    # Letters of other scripts are no spellings of ours, however they look.
    ("Anna", "Аnna"),
    ("Ρ", "P"),
    ("Ì", "ı"),
    ("o", "0"),
    ("anna", "anna2"),
    ("Anna Maria", "Annamaria"),
    ("👩🏽", "👩"),
    ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🏴"),
    ("क्ष", "कष"),
]
SPELLED_WITH_JOINERS = [
    "🏳\u200d🌈",
    "👨\u200d👩\u200d👧\u200d👦",
    "🧑🏽\u200d🚀",
    "👩\u200d❤\u200d💋\u200d👩",
    "🙂\u200d↔",
    "🐻\u200d❄",
    "می\u200cنا",
    "क्\u200dष",
    "क्\u200cष",
    "ශ්\u200dරී",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    # Newer than this Python's tables.
    "\U0001fa8a\U0001fac8",
]
DECEIVING = [
    "an\u200dna",
    "an\u200cna",
    "an\u200bna",
    "anna\u200d",
    "\u200danna",
    "🐈\u200d",
    "\u200d🐈",
    "🐈\u200d\u200d🐈",
    "🐈\u200c🐈",
    "🐈\u200danna",
    "مینا\u200c",
    "م\u200c\u200cن",
    "م\u200cа",
    "1\u200d2",
    "an\u2060na",
    "an\u200ena",
    "an\u061cna",
    "🏴\U000e0061\U000e0062\U000e007f",
    "anna\U000e0067\U000e007f",
    "an\u0378na",
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_a_name_have_one_key(one, other):
    assert build_name_key(one) == build_name_key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_names_have_different_keys(one, other):
    assert build_name_key(one) != build_name_key(other)


# The characters that case, composition or compatibility change.
CHANGING = [
    letter
    for letter in map(chr, range(sys.maxunicode + 1))
    if letter.casefold() != letter or unicodedata.normalize("NFKD", letter) != letter
    if not "가" < letter <= "힣"
]


def test_key_of_a_key_is_itself():
    keys = {build_name_key(f"a{letter}\u0301b") for letter in CHANGING}
    assert {key for key in keys if build_name_key(key) != key} == set()


def test_key_ignores_case_and_the_form_of_every_character():
    for letter in CHANGING:
        key = build_name_key(letter)
        assert build_name_key(unicodedata.normalize("NFKD", letter)) == key
        assert build_name_key(letter.casefold()) == key


@pytest.mark.parametrize("name", SPELLED_WITH_JOINERS)
def test_name_keeps_the_joiners_that_its_spelling_needs(name):
    assert clean_name(name) == name
    assert clean_name(f"{name} b") == f"{name} b"


@pytest.mark.parametrize("name", ["You", "YOU", "Ｙｏｕ", "вы", "Du", "Ty", "VOCÊ"])
def test_word_for_the_reader_is_no_name(name):
    with pytest.raises(ValidationError) as refusal:
        clean_name(name)
    assert refusal.value.code == "reader"
    assert clean_name(f"{name} 2") == f"{name} 2"


@pytest.mark.parametrize("name", DECEIVING)
def test_character_that_only_deceives_is_refused(name):
    with pytest.raises(ValidationError) as refusal:
        clean_name(name)
    assert refusal.value.code == "characters"


def test_selectors_do_not_hide_a_joiner():
    assert clean_name("🏳\ufe0f\u200d🌈") == "🏳\u200d🌈"


# What else is folded or compared without case, by module.
FOLDING = {
    "games/players/names.py": "names",
    "games/accounts/spellings.py": "user names as they are stored",
    "games/codes.py": "codes of tables",
    "games/rules/deal.py": "random digits of a browser",
    "games/archive/audit.py": "names of models",
    "games/coach/sentences.py": "the first letter of a word in a sentence",
    "games/management/forgetting.py": "yes",
}
FOLDS = re.compile(r"\.(?:casefold|lower|upper|normalize)\(|__i(?:exact|contains)\b")


def test_names_are_compared_by_their_keys_alone():
    sources = {path: path.read_text() for path in (ROOT / "games").rglob("*.py")}
    found = {
        path.relative_to(ROOT).as_posix()
        for path, source in sources.items()
        if FOLDS.search(source) and "migrations" not in path.parts
    }
    assert found == FOLDING.keys()
