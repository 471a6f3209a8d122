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
_ACCUSED = re.compile(r'data-accused-by="(\d)"')


class Sight:
    """The open forms on a phone, updated by each message."""

    def __init__(self) -> None:
        self.number = -1
        self.phase, self.round = "", 0
        self.forms: frozenset[str] = frozenset()
        self.sides: list[str] = []
        # The suspects of each line, with the seats that have accused them.
        self._lines: dict[str, dict[str, int | None]] = {}

    def take_whole(self, number: int, html: str) -> None:
        """Show a whole table, which is an answer over HTTP, or a part of a message."""
        self.number = number
        self._mark(dict(_MARK.findall(html)))
        lines = _LINE.finditer(html)
        self._lines = {line[1]: _find_suspects(line[0]) for line in lines}
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
                self._lines[dom_id] = _find_suspects(html)
        for line in self._lines.values():
            for suspect in list(line):
                # An accused card comes without its line.
                line.update(_find_suspects(parts.get(f"suspect-{suspect}", "")))
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
        return [suspect for suspect, seat in self._accusers() if seat is None]

    @property
    def accusers(self) -> dict[str, int]:
        """Return the accused suspects, each with the seat that has accused it."""
        return {suspect: seat for suspect, seat in self._accusers() if seat is not None}

    def _accusers(self) -> list[tuple[str, int | None]]:
        return [each for line in self._lines.values() for each in line.items()]


def _find_suspects(line: str) -> dict[str, int | None]:
    """Return the suspects of a line, each with the seat that has accused it."""
    found = [(card, _ACCUSED.search(more)) for card, more in _CARD.findall(line)]
    return {card: int(seat[1]) if seat else None for card, seat in found}
