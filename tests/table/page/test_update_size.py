"""The size of a draw's update for a phone, over a recorded game of five."""

from statistics import median

import pytest
from django.utils import translation
from django.utils.translation import get_language

from games.play.selectors import see
from games.table.live.socket_messages import LARGEST_UPDATE, write_update
from games.table.page.whole import show_page
from tests.support.cast import look_into
from tests.support.positions import begin, list_moves, make_recorded, read_record

pytestmark = pytest.mark.django_db

# A Cyrillic letter takes two bytes.
MOST_BYTES = {"en": 3_250, "ru": 3_450}
# A server's static files have a hash in their names, but not in these tests.
HASHED = ("sprite.svg", "sprite.0123456789ab.svg")


def updates_of(name):
    """Yield the kind of each move of a recorded game, with each phone's update."""
    record = read_record(name)
    game, players = begin(record)
    shown = pages_of(game, players)
    for entry in list_moves(record):
        make_recorded(game, players, entry)
        before, shown = shown, pages_of(game, players)
        for old, new in zip(before, shown, strict=True):
            yield entry["move"], write_update(old, new, get_language())


def pages_of(game, players):
    snapshot = look_into(game)
    return [show_page(see(snapshot, player)) for player in players]


def size_of(update):
    return len(update.replace(*HASHED).encode())


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.slow
def test_draw_is_a_small_update(language):
    with translation.override(language):
        updates = list(updates_of("game-5p-devir"))
    sizes = [size_of(update) for kind, update in updates if kind == "draw"]
    assert len(sizes) > 100
    assert median(sizes) <= MOST_BYTES[language]


def test_every_change_of_a_game_fits_in_one_message():
    with translation.override("ru"):
        sizes = [size_of(update) for _, update in updates_of("game-5p-devir")]
    # The reveal to five players is the largest: all pages would request it at once.
    assert max(sizes) > 16_000
    assert max(sizes) < LARGEST_UPDATE * 0.8
