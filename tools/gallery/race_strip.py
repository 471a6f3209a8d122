"""Films a race on the phone of the player who loses it by 80 ms to one far away."""

import asyncio
import threading
import time
from pathlib import Path

from playwright.sync_api import Browser

from bench.http import Browser as Wire
from bench.phone import Phone
from bench.race import MEASURING, open_line
from games.play.lifecycle import end_game
from tests.support.cast import look_into
from tests.support.positions import late, play
from tools.gallery.pages import FULL
from tools.gallery.sheets import write_row
from tools.gallery.shown import at, session_of
from tools.gallery.tour import open_context, open_page

WIDTH = 390
# Seconds: the round trip of the far phone, its lead, and the time to prepare the tap.
TRIP, AHEAD, SOON = 0.22, 0.08, 1
MOMENTS = (0.0, 0.1, 0.3, 0.8, 2.5)
TAP = """([suspect, at]) => setTimeout(
  () => document.querySelector(`[data-accuse="${suspect}"]`).click(),
  at - Date.now(),
)"""


def film_race(browser: Browser, url: str, folder: Path) -> Path:
    """Take the pictures of a race and of its replay; return the sheet with them."""
    table = game, players = play(FULL, late(2))
    state = look_into(game).state
    assert state is not None
    suspect = next(card for line in state.lines for card in line)
    near = open_context(browser, url, ("en", "light", WIDTH))
    page = open_page(near, at("race", table, seat=0), url)
    page.locator(f".card[data-suspect='{suspect}']").first.click()
    start = time.time() + MEASURING + SOON
    port = int(url.rpartition(":")[2].strip("/"))
    far = Phone(
        Wire("127.0.0.1", port, {"sessionid": session_of(players[1])}), game.code
    )
    runner = threading.Thread(target=lambda: asyncio.run(race(far, suspect, start)))
    runner.start()
    page.evaluate(TAP, [suspect, (start + AHEAD) * 1000])
    shots = []
    for moment in MOMENTS:
        page.wait_for_timeout(max(0, start + AHEAD + moment - time.time()) * 1000)
        late_by = round((time.time() - start - AHEAD) * 1000)
        page.screenshot(path=folder / f"race-{len(shots)}.png")
        shots.append(f"{late_by} ms after the tap")
    runner.join()
    end_game(game.code, players[0])
    page.goto(f"/t/{game.code}/replay/?at={look_into(game).table.move_count}")
    page.locator("[data-race]").scroll_into_view_if_needed()
    page.screenshot(path=folder / f"race-{len(shots)}.png")
    near.close()
    return write_row(browser, folder, "race", [*shots, "the replay"])


async def race(far: Phone, suspect: str, start: float) -> None:
    """Accuse at this time over a connection with a long round trip."""
    far.browser.port = await open_line(far.browser.port, TRIP, 0)
    far.door = "socket"
    await far.ask()
    await far.listen()
    await asyncio.sleep(start - time.time())
    await far.move(move="accuse", suspect=suspect)
    await asyncio.sleep(max(MOMENTS))
    await far.leave()
