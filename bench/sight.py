"""Reads from a phone's page as much of a table as a player needs to move."""

import re
from collections.abc import Mapping
from typing import Any

_MARK = re.compile(r' (data-phase|data-round)="([a-z0-9-]+)"')
_LINE = re.compile(r'<ol id="(seat-\d-line)".*?</ol>', re.DOTALL)
_MOVES = re.compile(r'<section id="moves".*?</section>', re.DOTALL)
_FORM = re.compile(r'data-move="(\w+)"')
_SIDE = re.compile(r'name="side"\s+value="([a-z-]+)"')
_CARD = re.compile(r'class="card"[^>]*?data-suspect="([01]{5})"([^>]*)>')


class Sight:
    """The open forms on a phone, updated by each message."""

    def __init__(self) -> None:
        self.number = -1
        self.phase, self.round = "", 0
        self.forms: frozenset[str] = frozenset()
        self.sides: list[str] = []
        # The free suspects of each line.
        self._lines: dict[str, list[str]] = {}

    def take_whole(self, number: int, html: str) -> None:
        """Show a whole table, which is an answer over HTTP, or a part of a message."""
        self.number = number
        self._mark(dict(_MARK.findall(html)))
        self._lines = {line[1]: _find_free(line[0]) for line in _LINE.finditer(html)}
        moves = _MOVES.search(html)
        self._read_moves(moves[0] if moves else "")

    def take(self, update: Mapping[str, Any]) -> None:
        """Apply an update (docs/updates.md)."""
        parts = update["public"] | update["own"]
        if "table" in parts:
            self.take_whole(update["number"], parts["table"])
            return
        self.number = update["number"]
        self._mark(update["marks"].get("table", {}))
        for dom_id, html in parts.items():
            if dom_id.endswith("-line"):
                self._lines[dom_id] = _find_free(html)
        if "moves" in parts:
            self._read_moves(parts["moves"])

    def _mark(self, marks: Mapping[str, str]) -> None:
        self.phase = marks.get("data-phase", self.phase)
        self.round = int(marks.get("data-round", self.round))

    def _read_moves(self, html: str) -> None:
        self.forms = frozenset(_FORM.findall(html))
        self.sides = _SIDE.findall(html)

    @property
    def suspects(self) -> list[str]:
        """Return the suspects that may be accused."""
        if "accuse" not in self.forms:
            return []
        return [suspect for line in self._lines.values() for suspect in line]


def _find_free(line: str) -> list[str]:
    """Return the suspects of a line that nobody has accused."""
    cards = _CARD.findall(line)
    return [suspect for suspect, more in cards if "data-accused-by" not in more]
