"""The case of the day: one position for everybody, from the date and nothing else.

Who the chief is follows by logic alone. It may be asked for any day, and holds its own
answer: show that only to who has solved it.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import count

from games.bots.chance import Chance
from games.bots.solver import Cards, Kind, Step, chief_in, hardest, solve
from games.bots.worlds import ALL, count_chiefs, fitting, holding
from games.rules.apply import apply_move, begin_round
from games.rules.clues import sides_of
from games.rules.deal import shuffle_deal
from games.rules.editions import Investigator, Options
from games.rules.moves import Choose, Draw
from games.rules.state import Phase, State, new_game
from games.rules.suspects import SUSPECTS, Side, Suspect

# Whose card, and which.
type _Discard = tuple[int, Suspect]

# Who looks at the case: the first seat.
YOU = 0


class Difficulty(StrEnum):
    """How hard a case is: how many conclusions rest on one another."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


# By how many times somebody's certain clue rules something out for others.
_BY_CHAIN = (Difficulty.EASY, Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)

# From Monday on: the week gets harder.
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
    """A position with exactly one chief. Holds the answer: `chief` and `steps`.

    Of each seat's discards some lie open, and so many are covered.
    """

    day: date
    difficulty: Difficulty
    seats: tuple[Investigator, ...]
    cards: tuple[Cards, ...]
    covered: tuple[int, ...]
    my_clue: Side
    public_clues: tuple[Side, ...]
    chief: Suspect
    steps: tuple[Step, ...]


def case_of(day: date) -> Case:
    """Return the case of a day, always the same; a Monday's is easy, a Sunday's not."""
    wanted = BY_WEEKDAY[day.weekday()]
    cases = (_make_case(day, attempt) for attempt in count())
    return next(case for case in cases if case and case.difficulty is wanted)


def rate(steps: tuple[Step, ...]) -> Difficulty:
    """Return how hard it is to think these steps."""
    chain = sum(step.kind is Kind.TAKEN for step in steps)
    if hardest(steps) > Kind.TAKEN or chain >= len(_BY_CHAIN):
        return Difficulty.FIENDISH
    return _BY_CHAIN[chain]


def _make_case(day: date, attempt: int) -> Case | None:
    """Return a case made of one deal; None if logic leads nowhere in it."""
    label = f"case of {day.isoformat()} {attempt}"
    chance = Chance(hashlib.sha256(label.encode()).digest(), label)
    for state in _positions(chance):
        position = _Position(state)
        if position.is_settled(position.discards):
            return _as_case(day, position, position.thin(chance))
    return None


def _positions(chance: Chance) -> Iterator[State]:
    """Yield a round after each draw, while no token is left in the bag."""
    seats = chance.pick("seats", (3, 4, 5))
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
    """A round, and what follows from its lines and some of its discards."""

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

    def is_settled(self, discards: list[_Discard]) -> bool:
        """Tell whether only one suspect can be the chief, and lies in a line."""
        worlds = self._worlds
        for seat, card in discards:
            worlds &= fitting(seat, card, fits=False)
        counts = count_chiefs(worlds)
        left = [SUSPECTS[index] for index, number in enumerate(counts) if number]
        return len(left) == 1 and any(left[0] in line for line in self.state.lines)

    def thin(self, chance: Chance) -> list[_Discard]:
        """Return discards of which none can be missed."""
        kept = self.discards
        for discard in sorted(kept, key=lambda d: chance.number(f"cover {d}")):
            rest = [other for other in kept if other != discard]
            if self.is_settled(rest):
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
