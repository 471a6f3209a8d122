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
from django.utils.translation import pgettext, pgettext_lazy

from games.bots.candidates import Cards
from games.bots.grading import Difficulty
from games.bots.proof_steps import IsChief
from games.bots.proofs import prove
from games.bots.puzzles import BY_WEEKDAY, YOU, Case
from games.labels import investigator_name
from games.proof_words import Cast, Sentence, tell
from games.rules.clues import count_matches, sides_of, trait_of
from games.rules.scoring import COLOUR_DUE, due_for_matches
from games.rules.suspects import Side, Suspect, Trait, sides_of_suspect
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
    ruled_out: frozenset[tuple[int, Side]] = frozenset()
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to an accusation: the colour of the token due for it in a game."""

    suspect: Suspect
    colour: Colour

    @property
    def words(self) -> str:
        """Return the verdict in words."""
        if self.colour is Colour.GOLD:
            return pgettext("accused suspect", "the chief")
        if self.colour is Colour.WHITE:
            return pgettext(
                "accused suspect", "an assistant: four of the five clues match"
            )
        return pgettext("accused suspect", "innocent")


@dataclass(frozen=True, slots=True)
class CaseCard:
    """A suspect in a line; `verdict` is empty until it is accused."""

    suspect: Suspect
    verdict: Verdict | None
    may_accuse: bool


@dataclass(frozen=True, slots=True)
class CaseSeat:
    """A seat's line, its open discards, and the number of its covered ones."""

    investigator: str
    is_mine: bool
    line: tuple[CaseCard, ...]
    discards: tuple[Suspect, ...]
    covered: int


@dataclass(frozen=True, slots=True)
class Box:
    """A cell of the notebook, ticked when its seat cannot have that side."""

    value: str
    investigator: str
    is_ticked: bool


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
    seats: tuple[CaseSeat, ...]
    my_clue: Side
    public_clues: tuple[Side, ...]
    rows: tuple[tuple[Side, tuple[Box, ...]], ...]
    verdicts: tuple[Verdict, ...]
    days: tuple[Day, ...]
    chief: Suspect | None
    proof: tuple[Sentence, ...]
    marks: tuple[str, ...]
    another: date | None

    @property
    def others(self) -> tuple[str, ...]:
        """Return the investigators with hidden clues."""
        return tuple(seat.investigator for seat in self.seats if not seat.is_mine)

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
        noted = [("out", mark) for mark in self.marks]
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
    seats = tuple(
        _present_seat(case, index, {v.suspect: v for v in verdicts}, is_closed)
        for index in range(len(case.seats))
    )
    return CasePage(
        day=day,
        difficulty=str(DIFFICULTIES[case.difficulty]),
        seats=seats,
        my_clue=case.my_clue,
        public_clues=case.public_clues,
        rows=tuple(_rows(case, asked.ruled_out)),
        verdicts=verdicts,
        days=tuple(
            Day(each, str(DIFFICULTIES[BY_WEEKDAY[each.weekday()]]), each == day)
            for each in days
        ),
        chief=case.chief if is_closed else None,
        proof=_proof_of(case) if is_closed else (),
        another=max((each for each in days if each < day), default=None),
        marks=tuple(f"{seat}.{side}" for seat, side in sorted(asked.ruled_out)),
    )


def _proof_of(case: Case) -> tuple[Sentence, ...]:
    """Return the way to the answer."""
    cast = Cast([investigator_name(each) for each in case.seats], case.seats, YOU)
    return tell(prove(case.position, IsChief(case.chief)) or (), cast)


def _verdicts(case: Case, accused: tuple[Suspect, ...]) -> Iterator[Verdict]:
    """Yield the verdict of each accusation, up to the chief's."""
    suspects_in_lines = {card for cards in case.cards for card in cards.line}
    for suspect in dict.fromkeys(accused):
        if suspect not in suspects_in_lines:
            continue
        fitting = count_matches(suspect, sides_of_suspect(case.chief))
        yield Verdict(suspect, COLOUR_DUE[due_for_matches(fitting)])
        if suspect == case.chief:
            return


def _present_seat(
    case: Case, index: int, verdicts: dict[Suspect, Verdict], is_closed: bool
) -> CaseSeat:
    cards: Cards = case.cards[index]
    return CaseSeat(
        investigator=case.seats[index].value,
        is_mine=index == YOU,
        line=tuple(
            CaseCard(card, verdicts.get(card), not is_closed and card not in verdicts)
            for card in cards.line
        ),
        discards=cards.discards,
        covered=case.covered[index],
    )


def _rows(
    case: Case, ruled_out: frozenset[tuple[int, Side]]
) -> Iterator[tuple[Side, tuple[Box, ...]]]:
    """Yield a row for each side that another seat may have."""
    open_traits = {trait_of(side) for side in (case.my_clue, *case.public_clues)}
    for trait in Trait:
        if trait in open_traits:
            continue
        for side in sides_of(trait):
            yield (
                side,
                tuple(
                    Box(
                        f"{seat}.{side}",
                        investigator_name(investigator),
                        (seat, side) in ruled_out,
                    )
                    for seat, investigator in enumerate(case.seats)
                    if seat != YOU
                ),
            )
