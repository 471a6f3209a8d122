"""In WebKit no text of a table is cut off or lies on another (see `make overlap`)."""

import pytest

from games.models import Presence
from tests.browser.visits import beside
from tests.support.positions import LONG_NAMES, accuse, gather, play
from tests.support.samples import few
from tools.gallery.around import UNFOLD
from tools.gallery.inspector import OVERLAPS
from tools.gallery.pages import STATES, seat_in_turn

pytestmark = pytest.mark.parametrize("engine", ["WebKit"], indirect=True)

SHOWN = ("two-clues", "accusations", "last-call", "review", "over")
TV = (1280, 720)
# What a phone of 390 x 664 has at 200 %.
ZOOMED = (195, 332)
SIZES = few([ZOOMED, TV, (320, 568), (390, 664), (1280, 800)], 2)
IS_STILL = """document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || effect.getComputedTiming().endTime === Infinity)"""


def make_tables(names=LONG_NAMES, presence=Presence.AWAY):
    """Return the codes of a lobby and of games in which one player sits.

    If all others are away, each name has a word more.
    """
    lobby, (me, *_others) = gather(5, names=names)
    codes = [lobby.code]
    for name in SHOWN:
        record, until, accusers = STATES[name]
        game, players = accuse(play(record, until, names=names), *accusers)
        game.seats.update(presence=presence)
        seat = game.seats.get(index=seat_in_turn((game, players)))
        seat.player, seat.presence = me, Presence.HERE
        seat.save()
        codes.append(game.code)
    return lobby, me, codes


@pytest.mark.parametrize("size", SIZES)
def test_no_text_of_a_table_overlaps_or_is_cut(new_phone_of, size):
    lobby, me, codes = beside(make_tables)
    phone = new_phone_of(size=size)
    phone.come_as(me, lobby)
    pages = [f"/t/{code}/" for code in codes]
    if size == TV:
        pages = [f"{page}display/" for page in pages]
    faults = {}
    for page in pages:
        phone.open(page)
        phone.wait_until_live()
        phone.value(UNFOLD)
        phone.wait(IS_STILL)
        found = phone.wait(f"JSON.stringify(({OVERLAPS})())")
        if phone.is_wider_than_its_screen():
            found += " too wide"
        if found != "[]":
            faults[page] = found
    assert faults == {}
