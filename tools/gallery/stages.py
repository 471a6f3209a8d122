"""The six stages of a game, and how a strip of each is filmed on a screen."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page

from games.rules.clues import matches
from games.rules.moves import Accuse, Done
from games.rules.state import INVESTIGATOR, Phase, State
from tests.support.cast import make
from tests.support.positions import Table, in_phase, late, play, state_of
from tools.gallery.pages import FULL
from tools.gallery.sheets import document
from tools.gallery.shown import at, display
from tools.gallery.tour import DISPLAY_WIDTH, open_context, open_page

SIZES = (390, DISPLAY_WIDTH)
THEMES = ("light", "dark")
HOLD = """() => document.addEventListener("charlie:updated", () => {
  for (const motion of document.getAnimations()) motion.pause();
  window.isHeld = true;
}, { once: true })"""
SET = "time => document.getAnimations().forEach((one) => (one.currentTime = time))"
DRAWING = (0, 300, 900, 1300, 1500, 2000)


@dataclass(frozen=True)
class Stage:
    """A stage: its table before the move, the mover's seat, the move, the moments.

    The moments are in milliseconds after the update.
    """

    name: str
    make: Callable[[], Table]
    seat: Callable[[State], int]
    act: Callable[[Page], None]
    moments: tuple[int, ...]


def before_card(state: State, *, is_kept: bool) -> bool:
    """Return whether the next card is a suspect that its drawer keeps, or not."""
    return (
        state.phase is Phase.SUSPECTS
        and len(state.deck) < 20
        and state.deck[0] != INVESTIGATOR
        and matches(state.deck[0], state.clues[state.turn]) is is_kept
    )


def before_last_card(state: State) -> bool:
    is_last = state.phase is Phase.SUSPECTS and len(state.deck) == 1
    return is_last and state.deck[0] != INVESTIGATOR


def before_reveal() -> Table:
    """Return a table where all but the first seat have accused."""
    game, players = play("last-call-race-5p", in_phase(Phase.LAST_CALL))
    suspects = [suspect for line in state_of(game).lines for suspect in line]
    for seat in range(1, 5):
        make(game, players, Accuse(seat, suspects[seat]))
    return game, players


def before_result() -> Table:
    """Return a table after the last round, where only the first seat has to go on."""
    game, players = play(FULL, in_phase(Phase.REVIEW, 3))
    for seat in range(1, 5):
        make(game, players, Done(seat))
    return game, players


def in_turn(state: State) -> int:
    assert state.turn is not None
    return state.turn


def first_seat(_state: State) -> int:
    return 0


def draw(page: Page) -> None:
    page.locator("form[data-move=draw] button").click()


def accuse(page: Page) -> None:
    """Accuse the first suspect that is free."""
    card = page.locator("[data-line] .card[data-suspect]:not([data-accused-by])").first
    suspect = card.get_attribute("data-suspect")
    card.click()
    page.locator(f"[data-accuse='{suspect}']").click()


def go_on(page: Page) -> None:
    page.locator("form[data-move=done] button").click()


STAGES = [
    Stage(
        "draw-kept",
        lambda: play(FULL, lambda state: before_card(state, is_kept=True)),
        in_turn,
        draw,
        DRAWING,
    ),
    Stage(
        "draw-discarded",
        lambda: play(FULL, lambda state: before_card(state, is_kept=False)),
        in_turn,
        draw,
        DRAWING,
    ),
    Stage("accusation", lambda: play(FULL, late(2)), in_turn, accuse, DRAWING),
    Stage("last-call", lambda: play(FULL, before_last_card), in_turn, draw, DRAWING),
    Stage(
        "reveal",
        before_reveal,
        first_seat,
        accuse,
        (500, 2500, 4500, 5500, 7500, 9800),
    ),
    Stage(
        "result",
        before_result,
        first_seat,
        go_on,
        (0, 2500, 5000, 7500, 9000, 9800),
    ),
]


def film(
    browser: Browser, url: str, stage: Stage, way: tuple[int, str], folder: Path
) -> None:
    """Take the pictures of a stage on one screen, while somebody else moves."""
    width, theme = way
    table = stage.make()
    seat = stage.seat(state_of(table[0]))
    if width == DISPLAY_WIDTH:
        watched = display("strip", table)
    else:
        watched = at("strip", table, seat=(seat + 1) % len(table[1]))
    screen = open_context(browser, url, ("en", theme, width))
    page = open_page(screen, watched, url)
    # The change itself would start motions.
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.locator("[data-live=yes]").wait_for(state="attached")
    page.evaluate(HOLD)
    phone = open_context(browser, url, ("en", "light", SIZES[0]))
    stage.act(open_page(phone, at("mover", table, seat=seat), url))
    page.wait_for_function("() => window.isHeld")
    for number, moment in enumerate(stage.moments):
        page.evaluate(SET, moment)
        page.screenshot(path=folder / file_of(stage, way, number))
    for context in (screen, phone):
        context.close()


def file_of(stage: Stage, way: tuple[int, str], number: int) -> str:
    width, theme = way
    return f"{stage.name}-{width}-{theme}-{number}.png"


def write_sheet(browser: Browser, folder: Path, stage: Stage) -> None:
    """Write the strips of a stage as HTML and as a picture."""
    rows = ""
    for way in product(SIZES, THEMES):
        figures = "".join(
            f'<figure><img src="{file_of(stage, way, number)}" width="420" alt="">'
            f"<figcaption>{moment} ms</figcaption></figure>"
            for number, moment in enumerate(stage.moments)
        )
        rows += f'<div class="row">{figures}</div>'
    path = folder / f"{stage.name}.html"
    path.write_text(document(stage.name, rows), encoding="utf-8")
    tab = browser.new_page(viewport={"width": 2680, "height": 800})
    tab.goto(path.resolve().as_uri())
    tab.screenshot(path=path.with_suffix(".png"), full_page=True)
    tab.close()
