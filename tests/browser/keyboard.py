"""A player with a keyboard but no pointer."""

from playwright.sync_api import Page, expect

from games.rules.moves import Move
from tests.browser.players import Phone

HAS_FOCUS = "selector => document.activeElement.matches(selector)"
# More tab stops than any page of a table has.
MOST_STOPS = 150


class KeyboardPhone(Phone):
    """Makes moves with Tab and Enter alone."""

    def make(self, move: Move) -> None:
        content = move.to_dict()
        kind = content.pop("move")
        content.pop("seat")
        if kind == "accuse":
            return self.accuse(content["suspect"])
        names = [f"[name={name}][value={value}]" for name, value in content.items()]
        return self.press_at(f"form[data-move={kind}] button" + "".join(names))

    def accuse(self, suspect: str) -> None:
        self.press_at(f"[data-line] [data-suspect='{suspect}']")
        self.press_at(f"[data-accuse='{suspect}']")

    def press_at(self, selector: str) -> None:
        expect(self.page.locator(selector)).to_be_attached()
        press_to(self.page, selector)
        self.page.keyboard.press("Enter")


def press_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(MOST_STOPS):
        if page.evaluate(HAS_FOCUS, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")
