"""The bytes that a phone loads: few at first, then the page alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visits import beside, open_display, visit
from tests.support.positions import FULL, gather, late, play

FIRST_LOAD = 60_000


class Scales:
    """Measures the bytes that a page loads over the wire, headers included."""

    def __init__(self, page):
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", self._weigh)
        page.on("response", self._note)
        self.page, self.weight, self.files = page, 0, []

    def _weigh(self, event):
        self.weight += event["encodedDataLength"]

    def _note(self, response):
        if "/static/" in response.url:
            self.files.append(response)

    def read(self):
        """Return the bytes loaded since the last call, once the network is idle."""
        self.page.wait_for_load_state("networkidle")
        weight, self.weight = self.weight, 0
        return weight


def weigh_visit(new_phone, game, player=None):
    """Return the scales of a page that was opened for the first time."""
    found = []
    visit(new_phone, game, player, before=lambda page: found.append(Scales(page)))
    return found[0]


def test_guest_joins_by_link_with_one_tap_after_a_small_load(new_phone):
    game, _players = beside(gather, 4)
    scales = weigh_visit(new_phone, game)
    weight = scales.read()
    assert 20_000 < weight <= FIRST_LOAD
    page = scales.page
    page.locator("[name=name]").fill("eve")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator("#table")).to_have_attribute("data-viewer", "4")


@pytest.mark.parametrize("seat", [None, 0])
def test_table_in_play_is_a_small_load_and_its_files_are_cached(new_phone, seat):
    game, players = beside(play, FULL, late(2))
    scales = weigh_visit(new_phone, game, None if seat is None else players[seat])
    first = scales.read()
    assert 20_000 < first <= FIRST_LOAD
    assert scales.files
    for file in scales.files:
        assert "immutable" in file.headers["cache-control"]
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", file.url)
    scales.page.goto(scales.page.url)
    later = scales.read()
    assert later < first / 2


def test_table_beside_an_open_tv_is_as_small_a_load(new_phone):
    game, players = beside(play, FULL, late(2))
    open_display(new_phone, game)
    weight = weigh_visit(new_phone, game, players[0]).read()
    assert 20_000 < weight <= FIRST_LOAD
