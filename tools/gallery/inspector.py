"""Checks pages with axe-core, and measures their controls and texts."""

import json
from argparse import Namespace
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH

from tests.browser.engines import Phone
from tools.gallery.tour import Shown, View

# axe-core's default rules, and WCAG's newest one, which is off by default.
OPTIONS = {
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
HERE = Path(__file__).parent
VIOLATIONS = (HERE / "violations.js").read_text()
SMALL_CONTROLS = (HERE / "small_controls.js").read_text()
HIDDEN_CONTROLS = (HERE / "hidden_controls.js").read_text()
OVERLAPS = (HERE / "overlaps.js").read_text()


class Inspector:
    """Collects the faults of every page that it is shown: axe-core's, or overlaps."""

    def __init__(self, wanted: Namespace | None = None) -> None:
        self.script = ((wanted and wanted.axe) or AXE_FILE_PATH).read_text()
        self.find = find_overlaps if wanted and wanted.overlap else self.find_all
        self.count = 0
        self.faults: list[str] = []

    def look(self, phone: Phone, shown: Shown, view: View) -> None:
        if shown.is_ours:
            self.count += 1
            phone.settle()
            self.faults += [f"{view}: {fault}" for fault in self.find(phone)]

    def end(self) -> list[str]:
        """Return everything that is wrong."""
        print(f"{self.count} looks, {len(self.faults)} faults.")
        return self.faults

    def find_all(self, phone: Phone) -> list[str]:
        """Return the faults of a page, with controls that are covered."""
        return self.find_faults(phone) + phone.value(f"({HIDDEN_CONTROLS})()")

    def find_faults(self, phone: Phone) -> list[str]:
        """Return the violations of a page, and its controls that are too small."""
        phone.value(f"(() => {{ {self.script} }})()")
        violations = [
            f"{violation['id']} at {node['target']}: {node['failureSummary']}"
            for violation in phone.value(f"({VIOLATIONS})({json.dumps(OPTIONS)})")
            for node in violation["nodes"]
        ]
        return violations + phone.value(f"({SMALL_CONTROLS})()")


def find_overlaps(phone: Phone) -> list[str]:
    """Return the texts and controls that overlap, are cut off, or spill."""
    return [
        "{kind}: {one} and {other}, {px[0]} × {px[1]} px, at the {where}".format(
            **fault, where=" and the ".join(fault["at"])
        )
        for fault in phone.value(f"({OVERLAPS})()")
    ]
