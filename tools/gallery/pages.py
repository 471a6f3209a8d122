"""The gallery's pages, their viewers, and the steps before each picture."""

from collections.abc import Iterator
from datetime import date

from playwright.sync_api import Locator, Page, expect

from games.bots.puzzles import case_of
from games.play.bot_seats import add_bot
from games.play.presence import note_display
from games.rules.moves import Announce, Trade
from games.rules.state import Phase
from tests.support.positions import (
    Table,
    accuse_two,
    crowd,
    gather,
    in_phase,
    late,
    offers,
    play,
    seat_with,
    state_of,
    tutorial,
)
from tools.gallery.around import account_pages, refusals
from tools.gallery.closed import closed_games
from tools.gallery.fixed import make_each_fixed
from tools.gallery.shown import Shown, at, display, session_of, unfold

FULL = "game-5p-gaga-stasi-adler"
# A Friday, so the case is hard.
CASE_DAY = date(2026, 11, 20)


def all_pages() -> Iterator[Shown]:
    """Yield every page, after making its games and accounts."""
    return make_each_fixed(page for pages in GROUPS for page in pages())


def site_pages() -> Iterator[Shown]:
    gather(2, listed=True)
    _, players = play("game-3p-piatnik", in_phase(Phase.OVER, 5))
    yield Shown("home", "/")
    yield Shown("home-menu", "/", act=open_menu, is_whole=False)
    for name in ("rules", "privacy", "tutorial", "offline"):
        yield Shown(name, f"/{name}/")
    yield Shown("open-table", "/t/new/")
    yield Shown("history-guest", "/history/", session_of(players[0]))


def cases() -> Iterator[Shown]:
    case = case_of(CASE_DAY)
    in_lines = [card for cards in case.puzzle.cards for card in cards.line]
    wrong = next(card for card in in_lines if card != case.chief)
    address = f"/case/{CASE_DAY}/"
    yield Shown("case", address)
    yield Shown("case-suspect", address, act=open_suspect, is_whole=False)
    yield Shown("case-notebook", f"{address}?accuse={wrong}", act=tick)
    yield Shown("case-solved", f"{address}?accuse={wrong}&accuse={case.chief}")
    yield Shown("case-answer", f"{address}?solve=on")
    yield Shown("practice", "/practice/")
    yield Shown("exercise", "/practice/medium/1/")
    yield Shown("exercise-answered", "/practice/hard/2/?accuse=nobody")


def lobbies() -> Iterator[Shown]:
    yield at("waiting-stranger", gather(2), seat=None, is_whole=True)
    yield at("waiting-host", gather(4), seat=0, is_whole=True)
    yield at("waiting-host-first", gather(0), seat=0)
    yield at("waiting-fair", gather(3), seat=1, act=unfold_proof, is_whole=True)
    lobby = gather(5)
    yield at("waiting-full", lobby, seat=3, is_whole=True)
    yield at("waiting-no-seat", lobby, seat=None, is_whole=True)
    yield at("waiting-unfolded", gather(3), seat=0, act=unfold, is_whole=True)
    lobby = gather(1)
    for name in ("roxy", "argus"):
        add_bot(lobby[0].code, lobby[1][0], name)
    yield at("waiting-bots", lobby, seat=0, is_whole=True)


def tables() -> Iterator[Shown]:
    yield at("table-sides", play(FULL, in_phase(Phase.SIDES)), seat=0)
    suspects = play(FULL, late(2))
    yield at("table-draw", accuse_two(suspects), seat=2)
    yield at("table-wait", suspects, seat=0)
    yield at("table-watch", suspects, seat=None)
    yield at("table-accused", suspects, seat=4)
    yield at("table-sheet", suspects, seat=0, act=open_suspect)
    yield at("table-clue", suspects, seat=0, act=look_at_clue)
    yield at("table-notebook", suspects, seat=0, act=open_notebook)
    yield at("table-reactions", suspects, seat=0, act=open_reactions)
    address = f"/t/{suspects[0].code}/notebook/"
    yield Shown("notebook", address, session_of(suspects[1][0]))
    for kind in ("auto", "odds"):
        thinking = play(FULL, late(2, 18), notebook=kind)
        yield at(f"table-notebook-{kind}", thinking, seat=0, act=open_thinking)
    yield at("table-open-piles", play(FULL, late(2), discards="open"), seat=2)
    placing = play("placement-4p", lambda state: state.placing and len(state.deck) < 12)
    yield at("table-place", placing, seat=seat_in_turn(placing))
    yield at("table-alert", suspects, seat=0, act=see_alert)
    yield at("table-bark", suspects, seat=0, act=hear_bark)
    yield at("table-menu", suspects, seat=0, act=open_menu)
    yield at("table-lost", suspects, seat=0, act=lose_table)
    yield at("table-host", suspects, seat=0, act=unfold, is_whole=True)


def ends_of_rounds() -> Iterator[Shown]:
    yield at(
        "table-last-call",
        play("last-call-race-5p", in_phase(Phase.LAST_CALL)),
        seat=0,
    )
    cafe = play(FULL, offers(Trade))
    trader = seat_with(state_of(cafe[0]), Trade)
    yield at("table-cafe", cafe, seat=trader)
    yield at("table-cafe-nothing", cafe, seat=(trader + 1) % 5)
    review = play(FULL, in_phase(Phase.REVIEW, 2))
    yield at("table-review", review, seat=0, is_whole=True)
    game, players = review
    yield Shown("why", f"/t/{game.code}/why/", session_of(players[0]))
    yield at("table-over", play(FULL, in_phase(Phase.OVER, 3)), seat=0, is_whole=True)
    ten = play("own-5p-ten-points", offers(Announce))
    yield at("table-ten", ten, seat=seat_with(state_of(ten[0]), Announce))
    yield at(
        "table-void",
        play("placement-4p", lambda state: any(r.mistaken for r in state.results)),
        seat=0,
        is_whole=True,
    )


def crowds() -> Iterator[Shown]:
    three = play("game-3p-piatnik", late(0, 3))
    yield at("table-three", three, seat=0)
    for count in (3, 5):
        crowded = crowd(count)
        yield at(f"table-crowd-{count}", crowded, seat=seat_in_turn(crowded))


def tutorials() -> Iterator[Shown]:
    for step in (1, 2, 3, 7, 11):
        yield at(f"tutorial-step-{step}", tutorial(step), seat=0)


def displays() -> Iterator[Shown]:
    yield display("display-waiting", gather(4))
    yield display("display-suspects", accuse_two(play(FULL, late(2))))
    yield display("display-three", play("game-3p-piatnik", late(0, 3)))
    yield display("display-review", play(FULL, in_phase(Phase.REVIEW, 2)))
    three = play("game-3p-piatnik", in_phase(Phase.REVIEW, 2))
    yield display("display-three-review", three)
    yield display("display-over", play(FULL, in_phase(Phase.OVER, 3)))
    beside = accuse_two(play(FULL, late(2)))
    note_display(beside[0].code, is_open=True)
    yield at("table-compact", beside, seat=2, act=look_compact)


def seat_in_turn(table: Table) -> int:
    return state_of(table[0]).turn


def open_menu(page: Page) -> None:
    button = page.locator(".menu-button")
    if button.is_visible():
        button.click()


def open_suspect(page: Page) -> None:
    page.locator("[data-suspect]:not([data-accused-by])").first.click()


def look_at_clue(page: Page) -> None:
    page.locator(".my-clue summary").hover()
    page.mouse.down()
    page.evaluate("scrollTo(0, 0)")


def open_notebook(page: Page) -> None:
    page.locator("#open-notebook").click()
    for index in (0, 5, 5, 9, 12):
        tap(page.locator(".note").nth(index))


def open_thinking(page: Page) -> None:
    page.locator("#open-notebook").click()
    note = page.locator("button.note").first
    # Marks stay from one picture to the next.
    while note.get_attribute("data-mark") != "no":
        tap(note)


def tap(note: Locator) -> None:
    """Tap a side in a notebook, and wait until its mark has changed."""
    mark = note.get_attribute("data-mark") or ""
    note.click()
    expect(note).not_to_have_attribute("data-mark", mark)


def tick(page: Page) -> None:
    page.locator(".case-notebook summary").click()
    boxes = page.locator(".case-notebook label")
    for index in (0, 3, 4):
        boxes.nth(index).click()


def unfold_proof(page: Page) -> None:
    page.locator("#proof summary").click()
    page.evaluate("scrollTo(0, 0)")


def hear_bark(page: Page) -> None:
    longest = page.locator(".reactions button").evaluate_all(
        "nodes => nodes.map(({ textContent }) => textContent.trim())"
        ".sort((one, other) => other.length - one.length)[0]"
    )
    page.locator("[data-bubble]").evaluate_all(
        "(nodes, words) => nodes.forEach((node) => (node.textContent = words))", longest
    )


def see_alert(page: Page) -> None:
    page.evaluate("charlie.say(document.getElementById('wire').dataset.failed)")


def open_reactions(page: Page) -> None:
    page.locator("#open-reactions").click()


def look_compact(page: Page) -> None:
    box = page.locator("#compact")
    if box.is_visible():
        box.check()


def lose_table(page: Page) -> None:
    page.evaluate("document.getElementById('wire').setAttribute('data-live', 'no')")


GROUPS = (
    site_pages,
    cases,
    account_pages,
    refusals,
    lobbies,
    tables,
    ends_of_rounds,
    crowds,
    tutorials,
    displays,
    closed_games,
)
