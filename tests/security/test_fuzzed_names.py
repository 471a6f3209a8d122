"""Random names are either refused or shown as plain text."""

import random
import re
import unicodedata
from html.parser import HTMLParser

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games.models import Seat
from games.play.transaction import cache
from games.players.names import clean_name
from tests.support.browsers import HTMX
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db

MARKUP = ["<", ">", '"', "'", "&", "`", "=", "/", "{{", "{%", "&lt;", "&#60;", "<!--"]
MARKUP += ["<script>", "</p>", "<img src=x onerror=alert(1)>", "'>", '">', "]]>"]
MARKUP += ["javascript:", "%3C", "\\u003c", "\\", "${", "<hx-partial hx-target"]
HIDDEN = "\u202e\u2066\u200f\u200b\ufeff\x00\x1b\x7f\x85"
LETTERS = "aż Я界🐈é\u0301"


def draw_name(chance: random.Random) -> str:
    parts = []
    for _ in range(chance.randrange(1, 6)):
        kind = chance.random()
        if kind < 0.45:
            parts.append(chance.choice(MARKUP))
        elif kind < 0.55:
            parts.append(chance.choice(HIDDEN))
        elif kind < 0.65:
            parts.append(chr(chance.randrange(0x110000)))
        else:
            parts.append(chance.choice(LETTERS))
    return "".join(parts)


def is_harmless(name: str) -> bool:
    # Emoji that are newer than this Python, and joiners between letters that need them.
    known = re.sub("[\u200c\u200d\U0001f000-\U0001faff\U0001fc00-\U0001fffd]", "", name)
    kinds = {unicodedata.category(character) for character in known}
    return not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def valid_names(count: int) -> list[str]:
    """Return this many random names that pass the check."""
    chance, kept, refused = random.Random(count), [], 0
    while len(kept) < count:
        typed = draw_name(chance)
        try:
            name = clean_name(typed)
        except ValidationError:
            refused += 1
            continue
        assert is_harmless(name)
        assert 0 < len(name) <= 20
        assert clean_name(name) == name
        kept.append(name)
    assert refused > count / 100
    return kept


class Reader(HTMLParser):
    """Reads a page as a browser does: tags with attributes, and text."""

    def __init__(self) -> None:
        super().__init__()
        self.shape: list[object] = []
        self.words: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.shape.append((tag, tuple(name for name, _ in attrs)))
        self.words += [text for _, text in attrs if text]

    def handle_endtag(self, tag):
        self.shape.append(tag)

    def handle_comment(self, data):
        self.shape.append(data)

    def handle_decl(self, decl):
        self.shape.append(decl)

    def handle_data(self, data):
        self.words.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def rename(game, names: list[str]) -> None:
    """Give the seats of a table these names, unchecked."""
    for seat, name in zip(game.seats.all(), names, strict=False):
        Seat.objects.filter(pk=seat.pk).update(name=name)
    cache.clear()


def shown(game, client) -> list[Reader]:
    return [
        read(client.get(f"/t/{game.code}/").text),
        read(client.get(f"/t/{game.code}/update/?protocol=2", headers=HTMX).text),
    ]


@pytest.mark.parametrize(
    "count",
    [
        50,
        pytest.param(200, marks=pytest.mark.slow),
        pytest.param(10_000, marks=pytest.mark.full),
    ],
)
def test_name_is_shown_verbatim_and_changes_no_markup(count):
    names = valid_names(count)
    game, _players = begin_game(5)
    client = Client()
    rename(game, ["a", "b", "c", "d", "e"])
    expected = [reader.shape for reader in shown(game, client)]
    for start in range(0, count, 5):
        chosen = names[start : start + 5]
        rename(game, chosen)
        readers = shown(game, client)
        assert [reader.shape for reader in readers] == expected, chosen
        for reader in readers:
            words = " ".join(reader.words)
            assert all(name in words for name in chosen), chosen
