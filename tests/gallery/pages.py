"""Which pages the gallery shows, for whom, and what is done on them first."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from games import services
from games.rules.legal import legal_moves
from games.rules.moves import Trade
from games.rules.state import Phase
from tests.gallery.around import (
    account_pages,
    closed_games,
    open_menu,
    site_pages,
    unfold,
)
from tests.gallery.positions import (
    Table,
    accuse_two,
    gather,
    in_phase,
    late,
    play,
    state_of,
    tutorial,
)
from tests.gallery.shown import Shown, session_of

FULL = "game-5p-gaga-stasi-adler"


def all_pages() -> Iterator[Shown]:
    """Yield every page, and make what it shows."""
    for pages in GROUPS:
        yield from pages()


def waiting_rooms() -> Iterator[Shown]:
    yield at("waiting-stranger", gather(2), seat=None, is_whole=True)
    yield at("waiting-host", gather(4), seat=0, is_whole=True)
    room = gather(5)
    yield at("waiting-full", room, seat=3, is_whole=True)
    yield at("waiting-no-seat", room, seat=None, is_whole=True)
    yield at("waiting-unfolded", gather(3), seat=0, act=unfold, is_whole=True)


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
    yield at("table-menu", suspects, seat=0, act=open_menu)
    yield at("table-lost", suspects, seat=0, act=lose_table)
    yield at("table-host", suspects, seat=0, act=unfold, is_whole=True)
    address = f"/t/{suspects[0].code}/notebook/"
    yield Shown("notebook", address, session_of(suspects[1][0]))
    yield at("table-open-piles", play(FULL, late(2), discards="open"), seat=2)
    placing = play("placement-4p", lambda state: state.placing and len(state.deck) < 12)
    yield at("table-place", placing, seat=seat_in_turn(placing))
    three = play("game-3p-piatnik", late(0, 3))
    yield at("table-three", three, seat=0)
    yield at(
        "table-last-call",
        play("last-call-race-5p", in_phase(Phase.LAST_CALL)),
        seat=0,
    )
    cafe = play(FULL, in_phase(Phase.CAFE, 3))
    yield at("table-cafe", cafe, seat=trader_of(cafe))
    review = play(FULL, in_phase(Phase.REVIEW, 2))
    yield at("table-review", review, seat=0, is_whole=True)
    yield at("table-over", play(FULL, in_phase(Phase.OVER, 3)), seat=0, is_whole=True)
    yield at(
        "table-void",
        play("placement-4p", lambda state: any(r.mistaken for r in state.results)),
        seat=0,
        is_whole=True,
    )


def tutorials() -> Iterator[Shown]:
    for step in (1, 2, 3, 7, 11):
        yield at(f"tutorial-step-{step}", tutorial(step), seat=0)


def displays() -> Iterator[Shown]:
    yield display("display-waiting", gather(4))
    yield display("display-suspects", accuse_two(play(FULL, late(2))))
    yield display("display-three", play("game-3p-piatnik", late(0, 3)))
    yield display("display-review", play(FULL, in_phase(Phase.REVIEW, 2)))
    yield display("display-over", play(FULL, in_phase(Phase.OVER, 3)))
    beside = accuse_two(play(FULL, late(2)))
    services.note_display(beside[0].code, is_open=True)
    yield at("table-compact", beside, seat=2, act=look_compact)


def at(
    name: str,
    table: Table,
    *,
    seat: int | None,
    act: Callable[[Page], None] = lambda page: None,
    is_whole: bool = False,
) -> Shown:
    game, players = table
    session = "" if seat is None else session_of(players[seat])
    return Shown(name, f"/t/{game.code}/", session, act, is_whole)


def display(name: str, table: Table) -> Shown:
    address = f"/t/{table[0].code}/display/"
    return Shown(name, address, is_whole=False, is_display=True)


def seat_in_turn(table: Table) -> int:
    return state_of(table[0]).turn


def trader_of(table: Table) -> int:
    """Return a seat that may trade, or the first."""
    state = state_of(table[0])
    for seat in range(len(state.seats)):
        if any(isinstance(move, Trade) for move in legal_moves(state, seat)):
            return seat
    return 0


def open_suspect(page: Page) -> None:
    page.locator("[data-suspect]:not([data-accused-by])").first.click()


def look_at_clue(page: Page) -> None:
    page.locator(".my-clue summary").hover()
    page.mouse.down()


def open_notebook(page: Page) -> None:
    page.locator("#open-notebook").click()
    for index in (0, 5, 5, 9, 12):
        page.locator(".note").nth(index).click()
        page.wait_for_timeout(150)


def open_reactions(page: Page) -> None:
    page.locator("#open-reactions").click()


def look_compact(page: Page) -> None:
    box = page.locator("#compact")
    if box.is_visible():
        box.check()


def lose_table(page: Page) -> None:
    """Cut the network, and have a move fail."""
    page.evaluate("charlie.say(document.getElementById('wire').dataset.failed)")
    page.evaluate("document.getElementById('wire').setAttribute('data-live', 'no')")


GROUPS = (
    site_pages,
    account_pages,
    closed_games,
    waiting_rooms,
    tables,
    tutorials,
    displays,
)
