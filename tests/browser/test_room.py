"""Room on every screen: large text, a phone in landscape, an office screen."""

import pytest
from playwright.sync_api import expect

from games.rules.moves import Accuse, Draw, Trade
from games.rules.state import Phase
from tests.browser.engines import Other
from tests.browser.test_accessibility import chosen_of
from tests.browser.visits import begin, beside, build_cookie, draw, visit
from tests.support.positions import (
    FULL,
    LONG_NAMES,
    accuse,
    accuse_two,
    crowd,
    gather,
    in_phase,
    late,
    offers,
    play,
    read_state,
    seat_with,
)
from tools.gallery.around import closed_games
from tools.gallery.inspector import HIDDEN_CONTROLS
from tools.gallery.pages import cases, ends_of_rounds, lobbies, site_pages, tables
from tools.gallery.tour import open_page

# The seats that do not lie, with dog and cats, between the strip and the dock, the cats
# too small for a thumb, and lines of up to five cats that do not stand in a row.
OUT_OF_SIGHT = """(() => {
  const boxOf = (one) => one.getBoundingClientRect();
  const { top, left } = boxOf(document.querySelector(".dock"));
  const start = boxOf(document.querySelector("#status")).bottom;
  // In landscape the dock is at the side.
  const end = left > innerWidth / 2 ? innerHeight : top;
  const isWhole = (one, seat) => {
    const [box, { left, right }] = [one, seat].map(boxOf);
    const isInView = box.top >= start - 1 && box.bottom <= end + 1;
    return isInView && box.width > 0 && box.left >= left - 1 && box.right <= right + 1;
  };
  return [...document.querySelectorAll(".seat")].flatMap((seat) => {
    const cats = [...seat.querySelectorAll(".card")];
    const parts = [seat, seat.querySelector(".seat-head .dog"), ...cats];
    const boxes = cats.map(boxOf);
    const rows = new Set(boxes.map((box) => Math.round(box.top)));
    const least = Math.min(...boxes.flatMap((box) => [box.width, box.height]));
    return [
      ...parts.filter((part) => !isWhole(part, seat))
        .map((part) => `${part.className} hidden`),
      ...(least < 44 ? [`cats of ${least}`] : []),
      ...(cats.length < 6 && rows.size > 1 ? [`${rows.size} rows`] : []),
    ].map((fault) => `${seat.id}: ${fault}`);
  }).join();
})()"""
# The least width that a cat has before the next one of its row covers it.
LEAST_STEP = """Math.min(...[...document.querySelectorAll(".line")].flatMap((line) => {
  const boxes = [...line.querySelectorAll(".card")]
    .map((one) => one.getBoundingClientRect());
  return boxes.slice(1).map(({ left }, place) => left - boxes[place].left)
    .filter((step) => step > 0);
}))"""
# The part of a token's width that its number takes.
SHARE = """(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".token[data-face='-1'] > b"));
  const [number, token] = [range, document.querySelector("[data-face='-1']")];
  return number.getBoundingClientRect().width / token.getBoundingClientRect().width;
})()"""
# How much higher the room between the strip and the dock is than all seats.
SPARE = """(() => {
  const [strip, seats, dock] = ["#status", "#seats", ".dock"]
    .map((css) => document.querySelector(css).getBoundingClientRect());
  return dock.top - strip.bottom - seats.height;
})()"""
# Where everything lies now that could be tapped when it was first asked. The log
# scrolls by itself, its only button at its end.
BOXES = """(() => {
  const isThere = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest(".log");
  const all = document.querySelectorAll("a, button, input, summary, label, select");
  window.noted ??= [...all].filter(isThere);
  return Object.fromEntries(window.noted.map((one, place) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const box = one.isConnected ? [x, y, width, height].join() : "gone";
    return [one.dataset.suspect ?? place, box];
  }));
})()"""
# What can be tapped and has moved, apart from cards that arrive in their line.
NOTE_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node, previousRect, currentRect } of sources) {
        const one = node?.nodeType === 1 ? node : node?.parentElement;
        if (one?.matches("a, button, input, summary, label, .card")
            || one?.querySelector("a, button, input, summary, label, .card"))
          window.shifts.push([one.id || one.className, previousRect, currentRect]);
      }
  }).observe({ type: "layout-shift", buffered: true });
"""
# What browsers leave of a phone; a tablet.
ROOMS = [(390, 664), (360, 600)]
MORE_ROOMS = [(390, 600), (412, 732), (412, 785), (640, 360), (820, 1180)]
in_rooms = pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(ROOMS, id="two"),
        pytest.param(MORE_ROOMS, id="more", marks=pytest.mark.full),
    ],
)
in_engines = pytest.mark.parametrize("engine", ["WebKit", "Chromium"], indirect=True)
in_either = pytest.mark.parametrize(
    "engine",
    ["WebKit", pytest.param("Chromium", marks=pytest.mark.core)],
    indirect=True,
)
STASI = "game-5p-piatnik-stasi-adler"
RECORDS = {3: "game-3p-piatnik", 4: "game-4p-devir-stasi-adler", 5: FULL}

IS_TOO_WIDE = "node => node.scrollWidth > node.clientWidth"
SIZES = {200: (390, 844), 150: (360, 640)}
IN_LARGE_TEXT = {
    site_pages: {"home-again", "replay-names", "rules", "open-table"},
    cases: {"case", "case-notebook"},
    lobbies: {"waiting-host", "waiting-unfolded"},
    tables: {
        "table-draw",
        "table-sheet",
        "table-notebook",
        "table-reactions",
        "table-menu",
        "notebook",
    },
    ends_of_rounds: {
        "table-sides",
        "table-last-call",
        "table-cafe",
        "table-review",
        "table-over",
        "table-place",
    },
}


def text_size(percent: int) -> str:
    """Return Chromium's flag for a text size, which rem and media queries follow."""
    return f"--blink-settings=defaultFontSize={16 * percent // 100}"


@pytest.fixture(scope="session")
def large_text(browser_type, browser_type_launch_args):
    """Return a function that starts a browser whose text has this size in percent."""
    started = []

    def start(percent):
        flags = [*browser_type_launch_args["args"], text_size(percent)]
        browser = browser_type.launch(**browser_type_launch_args | {"args": flags})
        started.append(browser)
        return browser

    yield start
    for browser in started:
        browser.close()


@pytest.mark.parametrize("group", IN_LARGE_TEXT, ids=lambda group: group.__name__)
def test_controls_are_whole_and_in_reach_with_large_text(large_text, server, group):
    shown_pages, faults = beside(list, chosen_of(group, IN_LARGE_TEXT[group])), []
    for percent, (width, height) in SIZES.items():
        browser = large_text(percent)
        context = browser.new_context(
            base_url=server,
            locale="ru",
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            service_workers="block",
        )
        for shown in shown_pages:
            page = open_page(context, shown, server)
            found = page.evaluate(HIDDEN_CONTROLS)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append("too wide")
            faults += [f"{shown.name} at {percent} %: {fault}" for fault in found]
            page.goto("about:blank")
            page.close()
        context.close()
    assert faults == []


def test_strip_keeps_its_height_under_the_longest_name(new_phone):
    names = [f"WWWWWWWWWWMMMMMMMMM{seat}" for seat in range(5)]
    game, players = beside(play, FULL, late(2), names=names)
    turn = beside(read_state, game).turn
    for size in ((320, 568), (360, 640)):
        look = {"size": size, "language": "ru"}
        mine, other = [
            visit(new_phone, game, players[seat], **look).page.locator("#status")
            for seat in (turn, (turn + 1) % 5)
        ]
        assert mine.bounding_box() == other.bounding_box()


@pytest.mark.parametrize("size", [(640, 360), (667, 375), (844, 390)])
def test_five_seats_and_the_move_are_in_sight_in_landscape(new_phone, size):
    game, players = beside(lambda: accuse_two(play(FULL, late(2))))
    turn = beside(read_state, game).turn
    phone = visit(new_phone, game, players[turn], size=size, language="ru")
    for seat in phone.page.locator(".seat").all():
        expect(seat).to_be_in_viewport(ratio=1)
        expect(seat.locator(".seat-name")).to_be_visible()
    button = phone.offers("draw").get_by_role("button")
    expect(button).to_be_in_viewport(ratio=1)


def test_full_lines_wrap_in_landscape_and_the_move_stays_in_sight(new_phone):
    game, players = beside(crowd, 5)
    turn = beside(read_state, game).turn
    phone = visit(new_phone, game, players[turn], size=(640, 360))
    lines = phone.page.locator(".line")
    assert not any(line.evaluate(IS_TOO_WIDE) for line in lines.all())
    first, fourth = [lines.first.locator(".card").nth(index) for index in (0, 3)]
    assert first.bounding_box()["y"] == fourth.bounding_box()["y"]
    for seat in phone.page.locator(".seat").all():
        seat.scroll_into_view_if_needed()
        expect(seat).to_be_in_viewport(ratio=1)
        button = phone.offers("draw").get_by_role("button")
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (667, 375), (1280, 800)])
def test_first_card_of_a_line_moves_nothing(new_phone, size):
    def has_one_card(state):
        return state.phase == Phase.SUSPECTS and any(state.lines)

    game, players = beside(play, FULL, has_one_card)
    lines = visit(new_phone, game, players[0], size=size).page.locator("[data-line]")
    heights = {
        bool(line.locator(".card").count()): line.bounding_box()["height"]
        for line in lines.all()
    }
    assert abs(heights[True] - heights[False]) < 1


def with_at_most(left, number=2):
    """Return a predicate for a round with so many cards in the deck."""
    return lambda state: (
        state.phase == Phase.SUSPECTS
        and state.number == number
        and len(state.deck) <= left
    )


def make_full_tables():
    """Return tables of three to five with every accusation that ends no round."""
    tables = [
        table
        for count, record in RECORDS.items()
        for table in (
            play(record, with_at_most(20), names=LONG_NAMES),
            play(record, with_at_most(8), names=LONG_NAMES),
            crowd(count, names=LONG_NAMES),
        )
    ]
    # Tokens, the officer and a public clue make the heads of seats two lines high.
    tables.append(play(STASI, with_at_most(10, 5), names=LONG_NAMES))
    return [accuse(table, *range(1, len(table[1]) - 1)) for table in tables]


@in_either
@in_rooms
def test_every_seat_and_all_its_cats_are_in_view(new_phone_of, sizes):
    tables, faults = beside(make_full_tables), {}
    for size in sizes:
        phone = new_phone_of(size=size)
        for game, players in tables:
            phone.come_as(players[0], game)
            if found := phone.value(OUT_OF_SIGHT):
                faults[size, len(players), game.pk] = found
            phone.forget_cookies()
    assert faults == {}


@in_engines
@pytest.mark.parametrize("count", [3, 5])
def test_cats_of_a_full_line_leave_room_for_a_thumb(new_phone_of, count):
    game, players = beside(crowd, count, names=LONG_NAMES)
    for size in ROOMS:
        phone = new_phone_of(size=size)
        phone.come_as(players[0], game)
        assert phone.value(LEAST_STEP) >= 44


@in_either
def test_one_screen_of_the_cafe_shows_all_lines(new_phone_of):
    game, players = beside(play, FULL, offers(Trade))
    phone = new_phone_of(size=ROOMS[0])
    seat = seat_with(beside(read_state, game), Trade)
    phone.come_as(players[seat], game)
    assert phone.value(SPARE) >= 0


@in_either
def test_number_leaves_the_edge_of_its_token_in_view(new_phone_of):
    game, players = beside(play, STASI, with_at_most(10))
    phone = new_phone_of(size=ROOMS[0])
    phone.come_as(players[0], game)
    assert phone.value(SHARE) < 0.8


@in_engines
@in_rooms
def test_acts_of_others_move_nothing(new_phone_of, server, sizes):
    game, players = beside(play, FULL, late(1, 12), names=LONG_NAMES)
    phones = [new_phone_of(size=size) for size in sizes]
    for phone in phones:
        phone.come_as(players[0], game)
    others = [Other(server, player, game) for player in players]
    before = [phone.value(BOXES) for phone in phones]
    lines = beside(read_state, game).lines
    for seat in (3, 4):
        others[seat].make(Accuse(seat, lines[seat][0]))
    others[2].react("woof")
    for phone in phones:
        for seat in (3, 4):
            phone.see(f"[data-suspect='{lines[seat][0]}'][data-accused-by='{seat}']")
        phone.see("[data-bubble='2']:not(:empty)")
    assert [phone.value(BOXES) for phone in phones] == before
    drawn = phones[0].value("document.querySelector('[data-drawn]').dataset.drawn")
    line = set(lines[1])
    others[1].make(Draw(1))
    for phone, boxes in zip(phones, before, strict=True):
        phone.see(f"[data-drawn]:not([data-drawn='{drawn}'])")
        after = phone.value(BOXES)
        moved = {key for key, box in boxes.items() if after[key] not in (box, "gone")}
        assert moved <= (line if len(line) >= 5 else set())


@pytest.mark.parametrize(
    ("discards", "size"),
    [
        ("open", (360, 640)),
        pytest.param("closed", (390, 844), marks=pytest.mark.full),
    ],
)
def test_nothing_moves_under_a_thumb_while_others_play(new_phone, discards, size):
    game, (alice, bob, carol) = begin(discards=discards)
    phones = [
        visit(new_phone, game, alice, size=size, script=NOTE_SHIFTS),
        *(visit(new_phone, game, player) for player in (bob, carol)),
    ]
    for count in range(4, 16):
        draw(phones[beside(read_state, game).turn])
        phones[0].expect_moves(count)
    seat = phones[0].page.locator("#table [data-seat='2']")
    phones[2].page.close()
    expect(seat).to_have_attribute("data-away", "")
    visit(new_phone, game, carol)
    expect(seat).not_to_have_attribute("data-away", "")
    assert phones[0].page.evaluate("window.shifts") == []


@pytest.mark.parametrize(("size", "least"), [((1280, 800), 80), ((768, 1024), 96)])
def test_cats_are_large_and_all_five_seats_above_the_dock(new_phone, size, least):
    def few():
        return accuse_two(play(FULL, late(2)))

    for make in (few, lambda: crowd(5)):
        game, players = beside(make)
        turn = beside(read_state, game).turn
        page = visit(new_phone, game, players[turn], size=size).page
        dock = page.locator("#moves").bounding_box()["y"]
        for seat in page.locator(".seat").all():
            box = seat.bounding_box()
            assert box["y"] + box["height"] <= dock
        if make is few:
            cards = page.locator(".card").all()
            assert min(card.bounding_box()["width"] for card in cards) >= least


def test_sides_to_choose_are_in_sight_in_landscape(new_phone, server):
    (shown,) = beside(list, chosen_of(ends_of_rounds, {"table-sides"}))
    page = open_page(new_phone(size=(844, 390)).context, shown, server)
    for button in page.locator("[data-move=choose] button").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_list_of_closed_games_needs_no_sideways_scrolling(new_phone, server):
    (shown,) = beside(list, chosen_of(closed_games, {"host"}))
    page = open_page(new_phone(size=(1280, 800)).context, shown, server)
    assert page.locator("#result_list tbody tr").count() == 3
    for selector in ("html", "#changelist .results"):
        assert not page.locator(selector).evaluate(IS_TOO_WIDE), selector


def look_of(locator):
    """Return how the edge of an element is drawn."""
    return locator.evaluate(
        "node => { const { borderTopWidth, outlineStyle } = getComputedStyle(node);"
        " return [borderTopWidth, outlineStyle]; }"
    )


def test_forced_colours_show_what_is_chosen_accused_in_turn_and_the_chief(new_phone):
    game, players = beside(lambda: accuse_two(play(FULL, late(2))))
    lobby, _ = beside(gather, 2)
    review, _ = beside(play, FULL, in_phase(Phase.REVIEW))
    page = new_phone(forced_colors="active")
    page.context.add_cookies([build_cookie(players[0])])
    for address, one, other in (
        ("/t/new/", ".style:has(:checked)", ".style:not(:has(:checked))"),
        (f"/t/{lobby.code}/", ".pick:has(:checked)", ".pick:not(:has(:checked))"),
        (f"/t/{game.code}/", ".card[data-accused-by]", ".card:not([data-accused-by])"),
        (f"/t/{game.code}/", ".seat[data-turn]", ".seat:not([data-turn])"),
        (
            f"/t/{review.code}/",
            ".card[data-chief]",
            ".card:not([data-chief], [data-accused-by])",
        ),
    ):
        page.goto(address)
        looks = [look_of(page.locator(each).first) for each in (one, other)]
        assert looks[0] != looks[1], one


def test_table_without_scripts_shows_nothing_that_needs_them(new_phone):
    game, players = beside(gather, 3)
    page = new_phone(java_script_enabled=False)
    page.context.add_cookies([build_cookie(players[0])])
    page.goto(f"/t/{game.code}/")
    for selector in (".wire-lost", "[data-share]", "#settings"):
        expect(page.locator(selector)).to_be_hidden()
    page.locator(".menu-button").click()
    expect(page.get_by_role("link", name="My games")).to_be_visible()
    expect(page.locator("#settings")).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).not_to_have_attribute("data-phase", "lobby")
