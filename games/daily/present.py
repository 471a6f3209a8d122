"""Presents the case of the day.

The page's address holds all accusations and marks; the server keeps no state. The
answer appears only once the visitor has found the chief or given up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.coach.words import Cast, Sentence, tell
from games.daily.board import Board, RuledOut, Verdict, present_board, verdict_on
from games.deduction.proof_steps import IsChief
from games.deduction.proofs import prove
from games.deduction.puzzles import BY_WEEKDAY, Case, Difficulty, Puzzle
from games.labels import investigator_name
from games.rules.suspects import Suspect
from games.rules.tokens import Colour

DIFFICULTIES: dict[Difficulty, Promise] = {
    Difficulty.EASY: pgettext_lazy("difficulty of a case", "easy"),
    Difficulty.MEDIUM: pgettext_lazy("difficulty of a case", "medium"),
    Difficulty.HARD: pgettext_lazy("difficulty of a case", "hard"),
    Difficulty.FIENDISH: pgettext_lazy("difficulty of a case", "fiendish"),
}

_SIGNS = {Colour.GOLD: "🟡", Colour.WHITE: "⚪", Colour.BLACK: "⚫"}


@dataclass(frozen=True, slots=True)
class Asked:
    """The content of the page's address: accusations, ruled-out sides, surrender."""

    accused: tuple[Suspect, ...] = ()
    ruled_out: RuledOut = frozenset()
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the shown week, and the difficulty of its case."""

    day: date
    difficulty: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class CasePage:
    """The whole page; `proof` and `chief` are filled once the case is closed.

    `another` is the day of one more case to play.
    """

    day: date
    difficulty: str
    board: Board
    verdicts: tuple[Verdict, ...]
    days: tuple[Day, ...]
    chief: Suspect | None
    proof: tuple[Sentence, ...]
    another: date | None

    @property
    def verdict(self) -> Verdict | None:
        """Return the verdict of the last accusation."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def is_solved(self) -> bool:
        """Return whether the last accusation named the chief."""
        return bool(self.verdicts) and self.verdicts[-1].colour is Colour.GOLD

    @property
    def give_up_query(self) -> str:
        """Return the query that gives up and keeps accusations and marks."""
        accused = [("accuse", verdict.suspect) for verdict in self.verdicts]
        noted = [("out", mark) for mark in self.board.marks]
        return "?" + urlencode([*accused, *noted, ("solve", "on")])

    def result_at(self, address: str) -> str:
        """Return the result as a text to share; it names no suspect."""
        title = _("Checkpoint Charlie, case of %(day)s (%(difficulty)s)") % {
            "day": date_format(self.day),
            "difficulty": self.difficulty,
        }
        signs = "".join(_SIGNS[verdict.colour] for verdict in self.verdicts)
        return f"{title}\n{signs}\n{address}"


def present_case(
    case: Case, asked: Asked, day: date, days: tuple[date, ...]
) -> CasePage:
    """Return the page of a day's case with the visitor's accusations and marks."""
    verdicts = tuple(_verdicts(case, asked.accused))
    found = any(verdict.colour is Colour.GOLD for verdict in verdicts)
    is_closed = found or asked.gave_up
    cast = cast_of(case.puzzle)
    return CasePage(
        day=day,
        difficulty=str(DIFFICULTIES[case.difficulty]),
        board=present_board(
            case.puzzle,
            cast.names,
            ruled_out=asked.ruled_out,
            verdicts={verdict.suspect: verdict for verdict in verdicts},
            is_closed=is_closed,
        ),
        verdicts=verdicts,
        days=tuple(
            Day(each, str(DIFFICULTIES[BY_WEEKDAY[each.weekday()]]), each == day)
            for each in days
        ),
        chief=case.chief if is_closed else None,
        proof=prove_chief(case.puzzle, case.chief, cast) if is_closed else (),
        another=max((each for each in days if each < day), default=None),
    )


def cast_of(puzzle: Puzzle) -> Cast:
    """Return the names of a puzzle whose seats are investigators."""
    names = [investigator_name(each) for each in puzzle.seats]
    return Cast(names, puzzle.seats, puzzle.you)


def prove_chief(puzzle: Puzzle, chief: Suspect, cast: Cast) -> tuple[Sentence, ...]:
    """Return the sentences that lead to the chief."""
    return tell(prove(puzzle.position, IsChief(chief)) or (), cast)


def _verdicts(case: Case, accused: tuple[Suspect, ...]) -> Iterator[Verdict]:
    """Yield the verdict of each accusation, up to the chief's."""
    in_lines = {card for cards in case.puzzle.cards for card in cards.line}
    for suspect in dict.fromkeys(accused):
        if suspect in in_lines:
            yield verdict_on(suspect, case.chief)
        if suspect == case.chief:
            return
