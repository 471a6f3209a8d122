"""Films the coach at work on a phone: after a round, and in practice."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page

from games.bots.exercises import exercise_of
from games.bots.grading import Difficulty
from games.rules.state import Phase
from tests.support.positions import in_phase, play
from tools.gallery.pages import FULL
from tools.gallery.sheets import write_row
from tools.gallery.shown import at
from tools.gallery.tour import open_context, open_page

WIDTH = 390
EXERCISE = "/practice/medium/2/"


def ask(page: Page) -> None:
    page.locator("#moves a[href$='/why/']").click()


def look_at_certainty(page: Page) -> None:
    page.locator(".coach-marks a").last.click()


def ask_why_not(page: Page) -> None:
    page.locator(".coach-ask").nth(1).locator("a").first.click()


def practise(page: Page) -> None:
    page.goto(page.url.partition("/t/")[0] + EXERCISE)


def answer(page: Page) -> None:
    chief = exercise_of(Difficulty.MEDIUM, 2).answer
    if chief:
        page.locator(f"[data-suspect='{chief}']").click()
        page.locator(f"[data-accuse='{chief}']").click()
    else:
        page.locator("[value=nobody]").click()


STEPS: list[tuple[str, Callable[[Page], None]]] = [
    ("the round is revealed", lambda page: None),
    ("could I have known?", ask),
    ("when it was certain", look_at_certainty),
    ("why not this one?", ask_why_not),
    ("an exercise", practise),
    ("its proof", answer),
]


def film_coach(browser: Browser, url: str, folder: Path) -> Path:
    """Take a picture after each step; return the sheet with all of them."""
    shown = at("coach", play(FULL, in_phase(Phase.REVIEW, 2)), seat=0)
    phone = open_context(browser, url, ("en", "light", WIDTH))
    page = open_page(phone, shown, url)
    for number, (_words, act) in enumerate(STEPS):
        act(page)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"coach-{number}.png")
    phone.close()
    return write_row(browser, folder, "coach", [words for words, _act in STEPS])
