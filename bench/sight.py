"""Reads from a phone's page as much of a table as a player needs to move."""

import re

_PHASE = re.compile(r' data-phase="?([a-z-]+)')
_ROUND = re.compile(r' data-round="?(\d+)')
_MOVES = re.compile(r'<section id="?moves\b')
_GONE = re.compile(r'hx-target="#move-(\w+)" hx-swap="delete"')
_FORM = re.compile(r'data-move="?(\w+)')
_SIDE = re.compile(r'name="?side"? value="?([a-z-]+)')
_CARD = re.compile(r'data-(suspect|accuse)="?([01]{5})')


class Sight:
    """The open forms on a phone, updated by each message."""

    def __init__(self) -> None:
        self.number = -1
        self.phase, self.round = "", 0
        self.forms: frozenset[str] = frozenset()
        self.sides: list[str] = []
        self.accusable: dict[str, bool] = {}

    def take(self, number: int, follows: int | None, content: str | None) -> bool:
        """Apply an update; return whether the page is then at this number.

        The numbers decide, as in static/js/updates.js.
        """
        if number <= self.number:
            return True
        if content is None or (follows is not None and follows != self.number):
            return False
        if follows is None:
            self.accusable.clear()
        self.number = number
        self._read(content)
        return True

    def _read(self, content: str) -> None:
        if phase := _PHASE.search(content):
            self.phase = phase[1]
        if number := _ROUND.search(content):
            self.round = int(number[1])
        if self.phase == "sides":
            self.accusable.clear()
        # The card comes before its sheet; only the sheet has the form to accuse.
        for kind, suspect in _CARD.findall(content):
            self.accusable[suspect] = kind == "accuse"
        if _MOVES.search(content):
            self.forms = frozenset()
        self.forms = self.forms.difference(_GONE.findall(content))
        self.forms = self.forms.union(_FORM.findall(content))
        self.sides = _SIDE.findall(content) or self.sides

    @property
    def suspects(self) -> list[str]:
        """Return the suspects that may be accused."""
        if "accuse" not in self.forms:
            return []
        return [suspect for suspect, is_free in self.accusable.items() if is_free]
