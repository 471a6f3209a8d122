"""A player with a keyboard but no pointer."""

from playwright.sync_api import Page

from tests.browser.players import Phone

HAS_FOCUS = "selector => document.activeElement.matches(selector)"
# More tab stops than any page of a table has.
MOST_STOPS = 150


class KeyboardPhone(Phone):
    """Makes moves with Tab and Enter alone."""

    def press(self, selector: str) -> None:
        """Press a control, by keys."""
        press_to(self.page, selector)
        self.page.keyboard.press("Enter")


def press_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(MOST_STOPS):
        if page.evaluate(HAS_FOCUS, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")
