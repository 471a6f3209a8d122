"""The case of the day: one position that logic alone can solve, made from the date.

A case holds its own answer: show it only to a visitor that has solved the case.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import count

from games.bots.chance import Chance
from games.bots.solver import Cards, SolverStep, StepKind, chief_in, hardest, solve
from games.bots.worlds import ALL, count_chiefs, fitting, holding
from games.rules.apply import apply_move, begin_round
from games.rules.clues import sides_of
from games.rules.deal import shuffle_deal
from games.rules.editions import SEATS, Investigator, Options
from games.rules.moves import Choose, Draw
from games.rules.state import Phase, State, new_game
from games.rules.suspects import SUSPECTS, Side, Suspect

# A seat and its discarded card.
type _Discard = tuple[int, Suspect]

# The visitor's seat.
YOU = 0


class Difficulty(StrEnum):
    """The difficulty of a case, by the number of conclusions that build on others."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


# The difficulty by the number of TAKEN steps.
_BY_CHAIN = (Difficulty.EASY, Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)

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


@dataclass(frozen=True, slots=True)
class Case:
    """A position with exactly one possible chief.

    `cards` holds each seat's line and open discards, `covered` the number of its other
    discards. Holds the answer: `chief` and `steps`.
    """

    day: date
    difficulty: Difficulty
    seats: tuple[Investigator, ...]
    cards: tuple[Cards, ...]
    covered: tuple[int, ...]
    my_clue: Side
    public_clues: tuple[Side, ...]
    chief: Suspect
    steps: tuple[SolverStep, ...]


def case_of(day: date) -> Case:
    """Return the case of a day, which is always the same."""
    wanted = BY_WEEKDAY[day.weekday()]
    cases = (_make_case(day, attempt) for attempt in count())
    return next(case for case in cases if case and case.difficulty is wanted)


def rate(steps: tuple[SolverStep, ...]) -> Difficulty:
    """Return the difficulty of a solution."""
    chain = sum(step.kind is StepKind.TAKEN for step in steps)
    if hardest(steps) > StepKind.TAKEN or chain >= len(_BY_CHAIN):
        return Difficulty.FIENDISH
    return _BY_CHAIN[chain]


def _make_case(day: date, attempt: int) -> Case | None:
    """Return a case made from one deal, or None if logic does not solve any."""
    label = f"case of {day.isoformat()} {attempt}"
    chance = Chance(hashlib.sha256(label.encode()).digest(), label)
    for state in _positions(chance):
        position = _Position(state)
        if position.is_solvable(position.discards):
            return _as_case(day, position, position.needed_discards(chance))
    return None


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


class _Position:
    """A position of a round, with its discards other than the visitor's."""

    def __init__(self, state: State) -> None:
        self.state = state
        seats = len(state.seats)
        mine = state.clues[YOU]
        self.known = dict(enumerate(state.public_clues, seats))
        if mine is not None:
            self.known[YOU] = mine
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

    def is_solvable(self, discards: list[_Discard]) -> bool:
        """Return whether only one suspect can be the chief, and lies in a line."""
        worlds = self._worlds
        for seat, card in discards:
            worlds &= fitting(seat, card, fits=False)
        counts = count_chiefs(worlds)
        left = [SUSPECTS[index] for index, number in enumerate(counts) if number]
        return len(left) == 1 and any(left[0] in line for line in self.state.lines)

    def needed_discards(self, chance: Chance) -> list[_Discard]:
        """Return a random set of discards that are all needed for the solution."""
        kept = self.discards
        for discard in sorted(kept, key=lambda d: chance.number(f"cover {d}")):
            rest = [other for other in kept if other != discard]
            if self.is_solvable(rest):
                kept = rest
        return kept


def _as_case(day: date, position: _Position, discards: list[_Discard]) -> Case | None:
    state = position.state
    cards = tuple(
        Cards(line, tuple(card for owner, card in discards if owner == seat))
        for seat, line in enumerate(state.lines)
    )
    steps = solve(cards, position.known)
    if steps is None:
        return None
    return Case(
        day=day,
        difficulty=rate(steps),
        seats=state.seats,
        cards=cards,
        covered=tuple(
            len(pile) - len(lying.discards)
            for pile, lying in zip(state.discards, cards, strict=True)
        ),
        my_clue=position.known[YOU],
        public_clues=state.public_clues,
        chief=chief_in(steps),
        steps=steps,
    )
