"""Phones and parties of phones, which use only elements of the DOM contract."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.models import Game
from games.rules.editions import Investigator
from games.rules.moves import Move
from games.rules.observe import SPECTATOR
from games.rules.state import State
from tests.browser.reading import (
    READ,
    Facts,
    build_expected,
    check_secrets,
    in_sets,
    public_part,
)
from tests.support.cast import NAMES, look_into

NewPhone = Callable[..., Page]


class Phone:
    """One player's browser, opened on one table."""

    def __init__(self, page: Page, name: str = "") -> None:
        self.page, self.name = page, name
        self.table = page.locator("#table")

    def form(self, ending: str) -> Locator:
        """Return the form that posts to the address of the table with this ending."""
        return self.page.locator(f'form[action$="/{ending}/"]')

    def open_table(self, **fields: Any) -> str:
        """Open a table with these options and return its code."""
        self.page.goto("/t/new/")
        form = self.form("t/new")
        fill_setup(form, fields)
        submit(form)
        return self.code

    @property
    def code(self) -> str:
        expect(self.table).to_have_attribute("data-code", re.compile(r"\w{6}"))
        return self.table.get_attribute("data-code") or ""

    def visit(self, code: str) -> None:
        """Follow the link to a table."""
        self.page.goto(f"/t/{code}/")
        expect(self.table).to_have_attribute("data-code", code)

    def sit_down(self, investigator: str, got_up: str = "") -> None:
        """Take a seat under the phone's own name. The page then loads itself again."""
        form = self.form("join")
        form.locator("[name=name]").fill(self.name)
        pick(form, investigator)
        if got_up:
            form.locator("details:has([name=got_up]) > summary").click()
            form.locator("[name=got_up]").fill(got_up)
        # The answer and the closed socket both load the page anew; one breaks off the
        # other. A page without scripts is loaded by its form.
        self.page.evaluate("document.documentElement.dataset.before = ''")
        submit(form)
        expect(self.page.locator("html:not([data-before])")).to_be_attached()
        expect(self.table).to_have_attribute("data-viewer", re.compile(r"\d"))

    def offers(self, kind: str) -> Locator:
        """Return the form of a move."""
        return self.page.locator(f"form[data-move={kind}]")

    def read(self, count: int) -> Facts:
        """Return the facts that the page shows after this many moves."""
        facts: Facts = self.page.evaluate(READ, count)
        return facts

    def make(self, move: Move) -> None:
        """Press the controls that make this move."""
        content = move.to_dict()
        kind = content.pop("move")
        content.pop("seat")
        if kind == "accuse":
            return self.accuse(content["suspect"])
        if kind == "trade":
            form = self.offers(kind)
            for name, token in content.items():
                form.locator(f"select[name={name}]").select_option(token)
            content = {}
        names = [f"[name={name}][value={value}]" for name, value in content.items()]
        return self.press(f"form[data-move={kind}] button" + "".join(names))

    def accuse(self, suspect: str) -> None:
        """Press a suspect, then the button that appears."""
        self.press(f'[data-line] [data-suspect="{suspect}"]')
        self.press(f'[data-accuse="{suspect}"]')

    def press(self, selector: str) -> None:
        """Press a control, by a click."""
        self.page.locator(selector).click()

    def expect_phase(self, phase: str) -> None:
        expect(self.table).to_have_attribute("data-phase", phase)

    def expect_moves(self, count: int) -> None:
        expect(self.table).to_have_attribute("data-moves", str(count))

    def expect_alert(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("[role=alert]").filter(has_text=words)).to_be_visible()


def fill_setup(form: Locator, fields: dict[str, Any]) -> None:
    """Fill in options that differ from the preset: selections and check boxes."""
    folded = form.locator("details:not([open]) > summary")
    if fields and folded.count():
        folded.click()
    for name, value in fields.items():
        field = form.locator(f"[name={name}]")
        if isinstance(value, bool):
            field.set_checked(value)
        else:
            field.select_option(value)


def pick(form: Locator, investigator: str) -> None:
    form.locator(f"[name=investigator][value={investigator}]").check()


def submit(form: Locator) -> None:
    form.locator("button:not([type=button])").last.click()


class Party:
    """The phones at one table, in the order of its seats, and its spectators.

    `is_behind` after moves that were made without a browser: pages load anew then.
    """

    def __init__(self, phones: list[Phone]) -> None:
        self.phones = phones
        self.watchers: list[Phone] = []
        self.game = Game.objects.get(code=phones[0].code)
        self.count = 0
        self.is_behind = False

    @property
    def everybody(self) -> list[Phone]:
        return [*self.phones, *self.watchers]

    def state(self) -> State:
        """Return the full state of the game, secrets included."""
        state = look_into(self.game).state
        assert state is not None
        return state

    def start(self, first_seat: int | None = None) -> None:
        """Have the host start, and see the game begin on every phone."""
        form = self.phones[0].form("start")
        if first_seat is not None:
            form.locator("[name=first_seat]").select_option(str(first_seat))
        submit(form)
        for phone in self.everybody:
            phone.expect_phase("sides")
        self.check()

    def make(self, move: Move) -> None:
        """Make a move on the phone of its seat, and see it arrive on every phone."""
        if self.is_behind:
            self.catch_up()
        self.phones[move.seat].make(move)
        self.count += 1
        self.check()

    def catch_up(self) -> None:
        """Load every page anew."""
        for phone in self.everybody:
            phone.page.reload()
        self.is_behind = False
        self.check()

    def check(self) -> None:
        """Check that all pages agree, and that each shows its viewer's observation."""
        all_facts = [phone.read(self.count) for phone in self.everybody]
        state = self.state()
        counts = [facts["moves"] for facts in all_facts]
        assert set(counts) == {self.count}, f"{counts} moves, not {self.count}"
        viewers = [*range(len(self.phones)), *[SPECTATOR] * len(self.watchers)]
        for viewer, facts in zip(viewers, all_facts, strict=True):
            assert public_part(facts) == public_part(all_facts[0])
            check_secrets(facts, state)
            assert in_sets(facts) == build_expected(state, viewer)


def gather(
    new_phone: NewPhone,
    count: int,
    *,
    phone: type[Phone] = Phone,
    before: Callable[[Page], Any] = lambda page: None,
    **setup: Any,
) -> Party:
    """Open a table and seat this many players of the cast, each by the link."""
    pages = [new_phone() for _ in range(count)]
    for page in pages:
        before(page)
    phones = [phone(page, name) for name, page in zip(NAMES, pages, strict=False)]
    code = phones[0].open_table(**setup)
    for guest, investigator in zip(phones, Investigator, strict=False):
        guest.visit(code)
        guest.sit_down(investigator)
    return Party(phones)
