"""Checks pages with axe-core, and measures the size and place of their controls."""

from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

from tools.gallery.shown import Shown
from tools.gallery.tour import View

# axe-core's default rules, and WCAG's newest one, which is off by default.
OPTIONS = {
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
VIOLATIONS = (Path(__file__).parent / "violations.js").read_text()
SMALL_CONTROLS = (Path(__file__).parent / "small_controls.js").read_text()
HIDDEN_CONTROLS = (Path(__file__).parent / "hidden_controls.js").read_text()


class Inspector:
    """Collects the faults of every page that it is shown."""

    def __init__(self, script: Path = AXE_FILE_PATH) -> None:
        self.script = script.read_text()
        self.count = 0
        self.faults: list[str] = []

    def look(self, page: Page, shown: Shown, view: View) -> None:
        if not shown.is_ours:
            return
        self.count += 1
        faults = self.find_faults(page) + page.evaluate(HIDDEN_CONTROLS)
        self.faults += [f"{view}: {fault}" for fault in faults]

    def find_faults(self, page: Page) -> list[str]:
        """Return the violations of a page, and its controls that are too small."""
        page.evaluate(self.script)
        violations = [
            in_words(violation, node)
            for violation in page.evaluate(VIOLATIONS, OPTIONS)
            for node in violation["nodes"]
        ]
        return violations + page.evaluate(SMALL_CONTROLS)


def in_words(violation: dict[str, Any], node: dict[str, Any]) -> str:
    return f"{violation['id']} at {node['target']}: {node['failureSummary']}"
