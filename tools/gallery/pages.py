"""The gallery's pages, their viewers, and the steps before each picture."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from games.deduction.puzzles import find_daily_case
from games.models import Bet, Game, Player
from games.rules.moves import Announce, Trade
from games.rules.state import Phase, State
from games.table.bots import add_bot
from games.table.people.asking import ask_for_seat
from games.table.people.presence import note_missing
from games.table.people.seats import leave_table
from games.table.people.votes import pause
from tests.browser.engines import Phone
from tests.browser.visits import call_script
from tests.support.browsers import open_browser
from tests.support.cast import make_players
from tests.support.positions import (
    FULL,
    LONG_NAMES,
    Table,
    Until,
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
    tutorial,
)
from tools.gallery.around import account_pages, closed_games, refusals, unfold
from tools.gallery.fixed import make_each_fixed
from tools.gallery.tour import Shown, at, click, display, session_in

RACE = "last-call-race-5p"
# A Friday, so the case is hard.
CASE_DAY = date(2026, 11, 20)
TO_TOP = "scrollTo(0, 0)"
OPEN_PROOF = click("#proof summary", then=TO_TOP)
OPEN_SUSPECT = click("[data-suspect]:not([data-accused-by])")
# A side without a mark is empty.
MARK = "document.querySelectorAll('button.note')[{}].dataset.mark || 'empty'"
OPEN_MENU = click(".menu-button")
# In a wide window the switch is hidden. The next page shall not remember it.
LOOK_AT_TV = click(
    then="document.getElementsByName('beside-tv')[0].click(), localStorage.clear()"
)
LONGEST_BARK = """(() => {
  const words = [...document.querySelectorAll(".reactions button")]
    .map(({ textContent }) => textContent.trim()).sort((a, b) => b.length - a.length);
  document.querySelectorAll("[data-bubble]").forEach((bubble) => {
    bubble.textContent = words[0];
  });
})()"""
HINT = """(() => {
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.textContent = "WWWWWWWWWWMMMMMMMMMM's clue is one of these: "
    + "no hat, glasses, no newspaper, sweater, orange fur.";
  document.querySelector(".hints").replaceChildren(hint);
})()"""


def all_pages() -> Iterator[Shown]:
    """Yield every page, after making its games and accounts."""
    return make_each_fixed(page for pages in GROUPS for page in pages())


def site_pages() -> Iterator[Shown]:
    gather(2, listed=True)
    over = in_phase(Phase.OVER, 5)
    game, players = play("game-3p-piatnik", over, names=LONG_NAMES)
    session = session_in(open_browser(players[0]))
    yield Shown("home", "/")
    yield Shown("home-again", "/", session)
    yield Shown("home-menu", "/", act=OPEN_MENU, is_whole=False)
    for name in ("rules", "privacy", "tutorial", "offline"):
        yield Shown(name, f"/{name}/")
    yield Shown("open-table", "/t/new/")
    yield Shown("history-guest", "/history/", session)
    yield Shown("replay-names", f"/t/{game.code}/replay/?at=20", session)


def cases() -> Iterator[Shown]:
    case = find_daily_case(CASE_DAY)
    in_lines = [card for cards in case.puzzle.cards for card in cards.line]
    wrong = next(card for card in in_lines if card != case.chief)
    address = f"/case/{CASE_DAY}/"
    yield Shown("case", address)
    yield Shown("case-suspect", address, act=OPEN_SUSPECT, is_whole=False)
    yield Shown("case-notebook", f"{address}?accuse={wrong}", act=tick_three)
    yield Shown("case-solved", f"{address}?accuse={wrong}&accuse={case.chief}")
    yield Shown("case-answer", f"{address}?solve=on")
    yield Shown("practice", "/practice/")
    yield Shown("exercise", "/practice/medium/1/")
    yield Shown("exercise-answered", "/practice/hard/2/?accuse=nobody")
    for number in range(1, 7):
        yield Shown(f"lesson-{number}", f"/lessons/{number}/")
    yield Shown("lesson-answered", "/lessons/4/?accuse=nobody")


def lobbies() -> Iterator[Shown]:
    yield at("waiting-stranger", gather(2), seat=None, is_whole=True)
    yield at("waiting-host", gather(4), seat=0, is_whole=True)
    yield at("waiting-host-first", gather(0), seat=0)
    yield at("waiting-fair", gather(3), seat=1, act=OPEN_PROOF, is_whole=True)
    lobby = gather(5, names=LONG_NAMES)
    yield at("waiting-full", lobby, seat=3, is_whole=True)
    yield at("waiting-full-host", lobby, seat=0, is_whole=True)
    yield at("waiting-no-seat", lobby, seat=None, is_whole=True)
    yield at("waiting-unfolded", gather(3), seat=0, act=unfold, is_whole=True)
    lobby = gather(1)
    for name in ("roxy", "argus"):
        add_bot(lobby[0].code, lobby[1][0], name)
    yield at("waiting-bots", lobby, seat=0, is_whole=True)


def tables() -> Iterator[Shown]:
    suspects = play(FULL, late(2))
    yield at("table-draw", accuse_two(suspects), seat=2)
    yield at("table-wait", suspects, seat=0)
    yield at("table-watch", suspects, seat=None)
    yield at("table-accused", suspects, seat=4)
    steps = {
        "sheet": OPEN_SUSPECT,
        "clue": look_at_clue,
        "notebook": open_notebook,
        "reactions": click("#open-reactions"),
    }
    for name, act in steps.items():
        yield at(f"table-{name}", suspects, seat=0, act=act)
    yield at("table-bet", suspects, seat=None, act=open_bet)
    yield Shown("bet", f"/t/{suspects[0].code}/bet/")
    address = f"/t/{suspects[0].code}/notebook/"
    yield Shown("notebook", address, session_in(open_browser(suspects[1][0])))
    for kind in ("auto", "odds"):
        thinking = play(FULL, late(2, 18), notebook=kind)
        yield at(f"table-notebook-{kind}", thinking, seat=0, act=open_thinking)
    yield at("table-open-piles", play(FULL, late(2), discards="open"), seat=2)
    steps = {
        "alert": click(then=call_script("alerts", "say('failed')")),
        "bark": click(then=LONGEST_BARK),
        "menu": OPEN_MENU,
        "hint": click(then=HINT),
        "lost": click(then="wire.setAttribute('data-live', 'no')"),
    }
    for name, act in steps.items():
        yield at(f"table-{name}", suspects, seat=0, act=act)
    yield at("table-host", suspects, seat=0, act=unfold, is_whole=True)


def notices() -> Iterator[Shown]:
    game, players = play(FULL, late(2), names=LONG_NAMES)
    leave_table(game.code, players[4])
    note_missing(game.code, {players[1].pk: 15})
    pause(game.code, players[2], pauses=True)
    latecomer = make_players(1)[0]
    latecomer.name = "MMMMMMMMMMWWWWWWWWWW"
    latecomer.save()
    ask_for_seat(game.code, latecomer)
    table = game, players
    yield at("table-notices", table, seat=2)
    yield at("table-notices-host", table, seat=0)
    answer = click(".question summary")
    yield at("table-notices-answer", table, seat=0, act=answer)
    yield at("table-notices-watch", table, seat=None)
    session = session_in(open_browser(latecomer))
    yield Shown("table-asked", f"/t/{game.code}/", session, is_whole=False)


def ends_of_rounds() -> Iterator[Shown]:
    for name, (record, until, accusers) in STATES.items():
        table = accuse(play(record, until, names=LONG_NAMES), *accusers)
        yield at(f"table-{name}", table, seat=seat_in_turn(table), is_whole=True)
        yield display(f"display-{name}", table)
    cafe = play(FULL, offers(Trade))
    without = (seat_in_turn(cafe) + 1) % 5
    yield at("table-cafe-nothing", cafe, seat=without)
    game, players = play(FULL, in_phase(Phase.REVIEW, 2))
    yield Shown("why", f"/t/{game.code}/why/", session_in(open_browser(players[0])))
    ten = play("own-5p-ten-points", offers(Announce))
    yield at("table-ten", ten, seat=seat_with(read_state(ten[0]), Announce))
    void = play("placement-4p", lambda state: any(r.mistaken for r in state.results))
    yield at("table-void", void, seat=0, is_whole=True)


def evenings() -> Iterator[Shown]:
    review = play(FULL, in_phase(Phase.REVIEW, 2), names=LONG_NAMES)
    let_watchers_guess(review[0])
    yield at("table-guessers", review, seat=0, is_whole=True)
    yield display("display-guessers", review)
    until = in_phase(Phase.OVER, 3)
    first, second = (play(FULL, until, names=LONG_NAMES) for _ in range(2))
    game = second[0]
    let_watchers_guess(game)
    # Each sits in another seat than before, so places change.
    others = first[1][1:] + first[1][:1]
    for seat, player in zip(game.seats.all(), others, strict=True):
        seat.player = player
        seat.save()
    Game.objects.filter(pk=game.pk).update(evening=first[0].code)
    loaded = click(then=TO_TOP)

    def wait(phone: Phone) -> None:
        # On a phone the evening is unfolded with all that happened.
        phone.value("document.querySelector('.rest')?.toggleAttribute('open', true)")
        phone.see("#evening .standings")
        loaded(phone)

    table = game, first[1]
    yield replace(at("table-evening", table, seat=0, act=wait), is_whole=True)
    yield replace(display("display-evening", table), act=wait)
    session = session_in(open_browser(first[1][0]))
    yield Shown("evening", f"/t/{game.code}/evening/", session)


def let_watchers_guess(game: Game) -> None:
    """Let three watchers with long names guess the chief of each revealed round."""
    for watcher, name in zip(make_players(3), LONG_NAMES[1:4], strict=True):
        Player.objects.filter(pk=watcher.pk).update(name=name)
        for each in game.rounds.exclude(chief=""):
            Bet.objects.create(round=each, player=watcher, suspect=each.chief)


def crowds() -> Iterator[Shown]:
    for count in (3, 5):
        crowded = crowd(count)
        yield at(f"table-crowd-{count}", crowded, seat=seat_in_turn(crowded))
        yield display(f"display-crowd-{count}", crowded)


def tutorials() -> Iterator[Shown]:
    for step in (1, 2, 3, 7, 11):
        yield at(f"tutorial-step-{step}", tutorial(step), seat=0)


def displays() -> Iterator[Shown]:
    for count in range(1, 6):
        yield display(f"display-waiting-{count}", gather(count, names=LONG_NAMES))
    beside = accuse_two(play(FULL, late(2)))
    yield display("display-suspects", beside)
    yield at("hand", beside, seat=2, act=LOOK_AT_TV)
    for name in ("accusations", "last-call", "two-clues", "one-clue-call", "place"):
        record, until, accusers = STATES[name]
        table = accuse(play(record, until, names=LONG_NAMES), *accusers)
        seat = seat_in_turn(table)
        yield at(f"hand-{name}", table, seat=seat, act=LOOK_AT_TV, is_whole=True)


def pictures() -> Iterator[Shown]:
    """Yield the pictures of README: the end of a round, with two accusations."""
    names = ("Anna", "Felix", "Lena", "Oskar", "Paula")
    five = play("game-5p-devir", last_card(3), names=names)
    yield at("picture-table", five, seat=seat_in_turn(five))
    yield display("picture-display", five)
    three = play("game-3p-piatnik", last_card(3), names=names)
    yield at("picture-night", three, seat=seat_in_turn(three))


def last_card(number: int) -> Until:
    """Return a predicate for the turn before the last card of a round."""
    return lambda state: (
        state.phase == Phase.SUSPECTS
        and state.number == number
        and len(state.deck) == 1
    )


def with_clues(count: int) -> Until:
    """Return a predicate for the second half of a deck with public clues."""
    return lambda state: (
        state.phase == Phase.SUSPECTS
        and len(state.deck) < 16
        and len(state.public_clues) == count
    )


def in_call(count: int) -> Until:
    """Return a predicate for a last call with this many accusations."""
    return lambda state: (
        state.phase == Phase.LAST_CALL and len(state.accusations) == count
    )


def is_placed(state: State) -> bool:
    return bool(state.placing) and len(state.deck) < 12


# The record, the position and the seats that accuse then. The fifth accusation of a
# last call ends the round.
STATES: dict[str, tuple[str, Until, tuple[int, ...]]] = {
    "sides": (FULL, in_phase(Phase.SIDES), ()),
    "accusations": (FULL, late(2), (1, 3, 4)),
    "last-call": (RACE, in_phase(Phase.LAST_CALL), (1, 2, 3)),
    "five-accusations": (RACE, in_phase(Phase.LAST_CALL), (0, 1, 2, 3, 4)),
    "cafe": (FULL, offers(Trade), ()),
    "review": (FULL, in_phase(Phase.REVIEW, 2), ()),
    "over": (FULL, in_phase(Phase.OVER, 3), ()),
    "two-clues": ("game-3p-piatnik", with_clues(2), ()),
    "two-clues-call": ("game-3p-piatnik", in_call(2), ()),
    "two-clues-review": ("game-3p-piatnik", in_phase(Phase.REVIEW, 2), ()),
    "one-clue": ("game-4p-devir-stasi", with_clues(1), ()),
    "one-clue-call": ("game-4p-gaga-stasi-adler", in_call(3), ()),
    "place": ("placement-4p", is_placed, ()),
}


def seat_in_turn(table: Table) -> int:
    """Return the seat that may trade or else is in turn."""
    state = read_state(table[0])
    trader = seat_with(state, Trade)
    return state.turn if trader is None else trader


def tick_three(phone: Phone) -> None:
    phone.tap(".case-notebook summary")
    for place in (0, 3, 4):
        phone.tap(".case-notebook label", place)


def open_notebook(phone: Phone) -> None:
    phone.tap("#open-notebook")
    for place in (0, 5, 5, 9, 12):
        tap_note(phone, place)


def open_thinking(phone: Phone) -> None:
    phone.tap("#open-notebook")
    # Marks stay from one picture to the next.
    while phone.wait(MARK.format(0)) != "no":
        tap_note(phone, 0)


def open_bet(phone: Phone) -> None:
    phone.tap("#move-bet button")
    phone.tap(".bet-suspects label", place=1)


def tap_note(phone: Phone, place: int) -> None:
    """Tap a side in a notebook, and wait until its mark has changed."""
    mark = phone.wait(MARK.format(place))
    phone.tap("button.note", place)
    phone.wait(f"{MARK.format(place)} !== '{mark}'")


def look_at_clue(phone: Phone) -> None:
    phone.hold(".my-clue summary")
    phone.value(TO_TOP)


GROUPS = (
    site_pages,
    cases,
    account_pages,
    refusals,
    lobbies,
    tables,
    notices,
    ends_of_rounds,
    evenings,
    crowds,
    tutorials,
    displays,
    closed_games,
    pictures,
)
