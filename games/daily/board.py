"""Presents a puzzle: the seats with their cards, and a notebook to tick."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from games.deduction.puzzles import Puzzle
from games.rules.clues import count_matches, sides_of, trait_of
from games.rules.scoring import COLOUR_DUE, due_for_matches
from games.rules.suspects import SUSPECTS, Side, Suspect, Trait, sides_of_suspect
from games.rules.tokens import Colour

# A mark of the notebook: this seat's clue is not that side.
type RuledOut = frozenset[tuple[int, Side]]


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

    name: str
    investigator: str
    is_mine: bool
    # The clue of another seat that plays with it face up.
    clue: Side | None
    line: tuple[CaseCard, ...]
    discards: tuple[Suspect, ...]
    covered: int


@dataclass(frozen=True, slots=True)
class Box:
    """A cell of the notebook, ticked when its seat cannot have that side."""

    value: str
    name: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle as the visitor sees it."""

    seats: tuple[CaseSeat, ...]
    my_clue: Side
    public_clues: tuple[Side, ...]
    rows: tuple[tuple[Side, tuple[Box, ...]], ...]
    marks: tuple[str, ...]

    @property
    def others(self) -> tuple[CaseSeat, ...]:
        """Return the seats with hidden clues."""
        return tuple(seat for seat in self.seats if not seat.is_mine)


def present_board(
    puzzle: Puzzle,
    names: Sequence[str],
    *,
    ruled_out: RuledOut,
    verdicts: Mapping[Suspect, Verdict],
    is_closed: bool,
) -> Board:
    """Return the board; no suspect may be accused on a closed one."""
    return Board(
        seats=tuple(
            _present_seat(puzzle, names, seat, verdicts, is_closed)
            for seat in range(len(names))
        ),
        my_clue=puzzle.my_clue,
        public_clues=puzzle.public_clues,
        rows=tuple(_rows(puzzle, names, ruled_out)),
        marks=tuple(f"{seat}.{side}" for seat, side in sorted(ruled_out)),
    )


def verdict_on(suspect: Suspect, chief: Suspect) -> Verdict:
    """Return the verdict of an accusation."""
    fitting = count_matches(suspect, sides_of_suspect(chief))
    return Verdict(suspect, COLOUR_DUE[due_for_matches(fitting)])


def read_marks(marks: Sequence[str]) -> RuledOut:
    """Return the marks of a query, without the invalid ones."""
    parts = (mark.partition(".") for mark in marks)
    return frozenset(
        (int(seat), Side(side))
        for seat, _, side in parts
        if seat in "01234" and len(seat) == 1 and side in set(Side)
    )


def read_suspects(asked: Sequence[str]) -> tuple[Suspect, ...]:
    """Return the suspects of a query, without invalid ones."""
    return tuple(suspect for suspect in asked if suspect in SUSPECTS)


def _present_seat(
    puzzle: Puzzle,
    names: Sequence[str],
    index: int,
    verdicts: Mapping[Suspect, Verdict],
    is_closed: bool,
) -> CaseSeat:
    cards = puzzle.cards[index]
    return CaseSeat(
        name=names[index],
        investigator=puzzle.seats[index].value,
        is_mine=index == puzzle.you,
        clue=None if index == puzzle.you else puzzle.position.known.get(index),
        line=tuple(
            CaseCard(card, verdicts.get(card), not is_closed and card not in verdicts)
            for card in cards.line
        ),
        discards=cards.discards,
        covered=puzzle.covered[index],
    )


def _rows(
    puzzle: Puzzle, names: Sequence[str], ruled_out: RuledOut
) -> Iterator[tuple[Side, tuple[Box, ...]]]:
    """Yield a row for each side that another seat may have."""
    open_traits = {trait_of(side) for side in puzzle.position.known.values()}
    for trait in Trait:
        if trait in open_traits:
            continue
        for side in sides_of(trait):
            yield (
                side,
                tuple(
                    Box(f"{seat}.{side}", name, (seat, side) in ruled_out)
                    for seat, name in enumerate(names)
                    if seat != puzzle.you
                ),
            )
