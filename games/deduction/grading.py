"""Grades a position by the places that one must look at together to find its chief."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from games.deduction.candidates import (
    OF_SUSPECT,
    Left,
    Position,
    chief_sides,
    is_clash,
    is_single,
    with_only_place,
    without_shared,
)
from games.deduction.worlds import PLACES
from games.rules.suspects import Suspect


class Difficulty(StrEnum):
    """The difficulty of a position, by the places that one must look at together.

    EASY and MEDIUM need one place at a time, EASY with at most one conclusion from a
    clue for the other places. HARD needs two places together, FIENDISH three or four.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


@dataclass(frozen=True, slots=True)
class _Conclusion:
    """What is left after a conclusion, and the places that it looks at together."""

    left: Left
    together: int


def rate(position: Position) -> Difficulty:
    """Return the difficulty of a position with exactly one possible chief."""
    left, together, chain = position.left, 1, 0
    while chief_sides(left) is None:
        conclusion = next(_conclusions(left))
        left = conclusion.left
        together = max(together, conclusion.together)
        chain += 1
    if together == 1:
        return Difficulty.EASY if chain < 2 else Difficulty.MEDIUM
    return Difficulty.HARD if together == 2 else Difficulty.FIENDISH


def suspects_left(position: Position, *, together: int) -> list[Suspect]:
    """Return the suspects in lines that so many places, looked at together, leave.

    `together` is 1 or 2. Each side of such a suspect must be possible somewhere, and
    these places must be able to have different tokens of the suspect.
    """
    left = position.left
    while conclusion := next(_conclusions(left, together), None):
        left = conclusion.left
    cards = (card for lying in position.cards for card in lying.line)
    return [card for card in cards if _may_be_chief(card, left, together)]


def _may_be_chief(suspect: Suspect, left: Left, together: int) -> bool:
    own = [sides & OF_SUSPECT[suspect] for sides in left]
    everywhere = 0
    for sides in own:
        everywhere |= sides
    return everywhere == OF_SUSPECT[suspect] and not any(
        is_clash(own, group)
        for size in range(1, together + 1)
        for group in combinations(range(PLACES), size)
    )


def _conclusions(left: Left, together: int = PLACES) -> Iterator[_Conclusion]:
    """Yield the conclusions that change something, the simplest first."""
    for looked_at, found in _possible(left):
        if looked_at <= together and found not in (None, left):
            yield _Conclusion(found or left, looked_at)


def _possible(left: Left) -> Iterator[tuple[int, Left | None]]:
    for place, sides in enumerate(left):
        if is_single(sides):
            yield 1, without_shared(left, (place,))
    for pair in combinations(range(PLACES), 2):
        yield 2, without_shared(left, pair)
    for index in range(PLACES):
        yield PLACES - 1, with_only_place(left, 1 << 2 * index)
    for triple in combinations(range(PLACES), 3):
        yield 3, without_shared(left, triple)
