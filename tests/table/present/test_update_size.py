"""The size of a draw's update for a phone, over a recorded game of five."""

import json
from statistics import median

import pytest
from django.utils import translation

from games.play.selectors import see
from games.table.present.table import present
from games.table.socket_messages import LARGEST_UPDATE, to_json
from runtime.html.update import update_between
from tests.support.cast import look_into
from tests.support.positions import RECORDS, begin, make_recorded, moves_of

pytestmark = pytest.mark.django_db

# A Cyrillic letter takes two bytes.
MOST_BYTES = {"en": 3_250, "ru": 3_450}
# A server's static files have a hash in their names, but not in these tests.
HASHED = ("sprite.svg", "sprite.0123456789ab.svg")


def updates_of(name):
    """Yield the kind of each move of a recorded game, with each phone's update."""
    record = json.loads((RECORDS / f"{name}.json").read_text())["record"]
    game, players = begin(record)
    shown = trees_of(game, players)
    for entry in moves_of(record):
        make_recorded(game, players, entry)
        before, shown = shown, trees_of(game, players)
        for content in map(update_between, before, shown):
            yield entry["move"], content


def trees_of(game, players):
    snapshot = look_into(game)
    return [present(see(snapshot, player)) for player in players]


def message_of(content):
    """Return an update's message on the socket."""
    return to_json(number=212, follows=211, content=content.replace(*HASHED))


def size_of(message):
    return len(message.encode())


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.slow
def test_draw_is_a_small_update(language):
    with translation.override(language):
        updates = list(updates_of("game-5p-devir"))
    messages = [message_of(content) for kind, content in updates if kind == "draw"]
    assert len(messages) > 100
    assert median(map(size_of, messages)) <= MOST_BYTES[language]


def test_every_change_of_a_game_fits_in_one_message():
    with translation.override("ru"):
        sizes = [
            size_of(message_of(content)) for _, content in updates_of("game-5p-devir")
        ]
    # The reveal to five players is the largest: all pages would request it at once.
    assert max(sizes) > 16_000
    assert max(sizes) < LARGEST_UPDATE * 0.8
