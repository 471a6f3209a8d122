"""How many bytes a draw sends to a phone, over a recorded game of five."""

import json
import zlib
from statistics import median

import pytest
from django.utils import translation

from games.play.selectors import see
from games.table.consumer import LARGEST_MESSAGE, to_json
from games.table.present.table import present
from games.table.render import update_between
from tests.cast import look_into
from tests.gallery.positions import RECORDS, begin, make_recorded, moves_of

pytestmark = pytest.mark.django_db(transaction=True)

# Each Cyrillic letter takes two.
MOST_BYTES = {"en": 2_900, "ru": 3_000}
MOST_DEFLATED = 1_500
# A server's static files have a hash in their names, those of these tests do not.
HASHED = ("sprite.svg", "sprite.0123456789ab.svg")


def updates_of(name):
    """Yield, for each move of a recorded game, its kind and what each phone is sent."""
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
    """Return an update as it goes over the socket."""
    return to_json(number=212, follows=211, content=content.replace(*HASHED)).encode()


def deflated(message):
    """Return the size of a message that is compressed, and alone."""
    compressor = zlib.compressobj(wbits=-15)
    return len(compressor.compress(message) + compressor.flush())


@pytest.mark.parametrize("language", ["en", "ru"])
def test_draw_is_a_small_update(language):
    with translation.override(language):
        updates = list(updates_of("game-5p-devir"))
    messages = [message_of(content) for kind, content in updates if kind == "draw"]
    assert len(messages) > 100
    assert median(map(len, messages)) <= MOST_BYTES[language]
    assert median(map(deflated, messages)) <= MOST_DEFLATED


def test_every_change_of_a_game_goes_in_one_message():
    with translation.override("ru"):
        sizes = [len(message_of(content)) for _, content in updates_of("game-5p-devir")]
    # A reveal before five: all pages would come for it at once.
    assert max(sizes) > 16_000
    assert max(sizes) < LARGEST_MESSAGE * 0.75
