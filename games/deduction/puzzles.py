"""The case of the day and exercises: positions to solve, and their difficulty.

A case holds its own answer: show it only to a visitor that has solved the case.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import combinations, count, permutations

from games.deduction.candidates import (
    BIT,
    OF_SUSPECT,
    Cards,
    Left,
    Position,
    chief_sides,
    is_clash,
    is_single,
    with_only_place,
    without_shared,
)
from games.deduction.chance import Chance
from games.deduction.worlds import ALL, PLACES, count_chiefs, fitting, holding
from games.rules.apply import apply_move, begin_round
from games.rules.deal import shuffle_deal
from games.rules.editions import SEATS, Investigator, Options
from games.rules.moves import Choose, Draw
from games.rules.state import Phase, State, new_game
from games.rules.suspects import SUSPECTS, Side, Suspect, sides_of, sides_of_suspect


class Difficulty(StrEnum):
    """The difficulty of a position, by the places that one must look at together.

    EASY and MEDIUM need one place at a time, EASY with at most one conclusion from a
    clue for the other places. HARD needs two places together, FIENDISH three or four.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


# A seat and its discarded card.
type _Discard = tuple[int, Suspect]

# The visitor's seat.
YOU = 0
# With fewer seats the own clue and the public ones leave too few places.
_FEWEST_SEATS = {Difficulty.HARD: 4, Difficulty.FIENDISH: 5}
# The positions of one deal, and the choices of covered discards in each of them.
_POSITIONS, _COVERS = range(6), range(6)
# The share of the exercises that lack a card, if their case has one to leave out.
_SHARE_OPEN = 0.4

# From Monday to Sunday.
BY_WEEKDAY = (
    Difficulty.EASY,
    Difficulty.EASY,
    Difficulty.MEDIUM,
    Difficulty.MEDIUM,
    Difficulty.HARD,
    Difficulty.HARD,
    Difficulty.FIENDISH,
)


def rate(position: Position) -> Difficulty:
    """Return the difficulty of a position with exactly one possible chief."""
    left, together, chain = position.left, 1, 0
    while chief_sides(left) is None:
        looked_at, left = next(_conclusions(left))
        together = max(together, looked_at)
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
        _, left = conclusion
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


def _conclusions(left: Left, together: int = PLACES) -> Iterator[tuple[int, Left]]:
    """Yield the conclusions that change something, the simplest first.

    Each has the number of places that it looks at together, and what is left.
    """
    for looked_at, found in _possible(left):
        if looked_at <= together and found is not None and found != left:
            yield looked_at, found


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


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to think about, from seat `you`.

    `covered` holds the number of each seat's discards that the visitor does not see.
    """

    seats: tuple[Investigator, ...]
    position: Position
    covered: tuple[int, ...]
    you: int = YOU

    @property
    def cards(self) -> tuple[Cards, ...]:
        """Return the line and the open discards of each seat."""
        return self.position.cards

    @property
    def my_clue(self) -> Side:
        return self.position.known[self.you]

    @property
    def public_clues(self) -> tuple[Side, ...]:
        known = self.position.known
        return tuple(known[place] for place in known if place >= len(self.seats))

    @property
    def answer(self) -> Suspect | None:
        """Return the chief, or None if nobody could be certain here."""
        possible = self.position.possible_chiefs()
        return possible[0] if len(possible) == 1 else None


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle with exactly one possible chief. Holds the answer, `chief`."""

    puzzle: Puzzle
    difficulty: Difficulty
    chief: Suspect


def case_of(day: date) -> Case:
    """Return the case of a day, which is always the same."""
    return find_case(f"case of {day.isoformat()}", BY_WEEKDAY[day.weekday()])


def find_case(name: str, wanted: Difficulty) -> Case:
    """Return a case of some difficulty, always the same for a name."""
    cases = (case for number in count() for case in _make(f"{name} {number}", wanted))
    return next(case for case in cases if case.difficulty is wanted and _is_fair(case))


def _is_fair(case: Case) -> bool:
    """Return whether trying each suspect in the lines is no easier than the steps."""
    fewer = {Difficulty.HARD: 1, Difficulty.FIENDISH: 2}.get(case.difficulty)
    if fewer is None:
        return True
    return len(suspects_left(case.puzzle.position, together=fewer)) > 1


def _make(label: str, wanted: Difficulty) -> Iterator[Case]:
    """Yield the cases made from one deal that logic solves."""
    chance = Chance(hashlib.sha256(label.encode()).digest(), label)
    if chance.pick("seats", SEATS) < _FEWEST_SEATS.get(wanted, 0):
        return
    solvable = (d for d in map(_Draft, _positions(chance)) if d.chief_of(d.discards))
    for number, draft in zip(_POSITIONS, solvable, strict=False):
        for cover in _COVERS:
            shown = draft.needed_discards(chance, f"{number} {cover}")
            chief = draft.chief_of(shown)
            if chief:
                yield draft.as_case(shown, chief)


def _positions(chance: Chance) -> Iterator[State]:
    """Yield a round after each draw, once the bag is empty."""
    seats = chance.pick("seats", SEATS)
    dogs = tuple(Investigator)
    first = chance.pick("dogs", range(len(dogs)))
    table = (*dogs[first:], *dogs[:first])[:seats]
    state = new_game(table, Options(), chance.pick("first", range(seats)))
    state, _ = begin_round(state, shuffle_deal(chance.key, state))
    for seat, trait in enumerate(state.clue_tokens):
        side = chance.pick(f"side {seat}", sides_of(trait))
        state, _ = apply_move(state, Choose(seat, side))
    while state.phase is Phase.SUSPECTS:
        state, _ = apply_move(state, Draw(state.turn))
        if not state.flips:
            yield state


class _Draft:
    """A position of a round, with its discards other than the visitor's."""

    def __init__(self, state: State) -> None:
        self.state = state
        seats = len(state.seats)
        mine = state.clues[YOU]
        self.known = {} if mine is None else {YOU: mine}
        self.known |= dict(enumerate(state.public_clues, seats))
        self.discards = [
            (seat, card)
            for seat in range(seats)
            for card in state.discards[seat]
            if seat != YOU
        ]
        self._worlds = ALL
        for place, side in self.known.items():
            self._worlds &= holding(place, side)
        for seat, line in enumerate(state.lines):
            for card in line:
                self._worlds &= fitting(seat, card, fits=True)

    def chief_of(self, discards: list[_Discard]) -> Suspect | None:
        """Return the only suspect that can be the chief, if it lies in a line."""
        worlds = self._worlds
        for seat, card in discards:
            worlds &= fitting(seat, card, fits=False)
        counts = count_chiefs(worlds)
        left = [SUSPECTS[index] for index, number in enumerate(counts) if number]
        is_open = len(left) == 1 and any(left[0] in line for line in self.state.lines)
        return left[0] if is_open else None

    def needed_discards(self, chance: Chance, order: str) -> list[_Discard]:
        """Return a random set of discards that are all needed for the solution."""
        kept = self.discards
        for discard in sorted(kept, key=lambda d: chance.number(f"cover {order} {d}")):
            rest = [other for other in kept if other != discard]
            if self.chief_of(rest):
                kept = rest
        return kept

    def as_case(self, discards: list[_Discard], chief: Suspect) -> Case:
        """Return the case that shows these discards, which lead to the chief."""
        cards = tuple(
            Cards(line, tuple(card for owner, card in discards if owner == seat))
            for seat, line in enumerate(self.state.lines)
        )
        position = Position(cards, self.known)
        covered = (
            len(pile) - len(lying.discards)
            for pile, lying in zip(self.state.discards, cards, strict=True)
        )
        puzzle = Puzzle(self.state.seats, position, tuple(covered))
        return Case(puzzle, rate(position), chief)


def exercise_of(difficulty: Difficulty, number: int) -> Puzzle:
    """Return an exercise, always the same for a number."""
    name = f"practice {difficulty} {number}"
    puzzle = find_case(name, difficulty).puzzle
    chance = Chance(name.encode(), name)
    shown = [
        (seat, card)
        for seat, cards in enumerate(puzzle.cards)
        for card in cards.discards
    ]
    if not shown or chance.number("open") >= _SHARE_OPEN:
        return puzzle
    return _without(puzzle, *chance.pick("card", shown))


def _without(puzzle: Puzzle, seat: int, card: Suspect) -> Puzzle:
    """Return the puzzle with a discard face down."""
    cards, covered = list(puzzle.cards), list(puzzle.covered)
    discards = tuple(each for each in cards[seat].discards if each != card)
    cards[seat] = Cards(cards[seat].line, discards)
    covered[seat] += 1
    position = Position(tuple(cards), puzzle.position.known)
    return replace(puzzle, position=position, covered=tuple(covered))


def clues_for(position: Position, chief: Suspect) -> tuple[Side, ...]:
    """Return a side for each place with which a possible suspect is the chief."""
    left = position.left
    return next(
        sides
        for sides in permutations(sides_of_suspect(chief))
        if all(BIT[side] & at for side, at in zip(sides, left, strict=True))
    )
