"""The case of the day and exercises: positions to solve, and their difficulty.

A case holds its own answer: show it only to a visitor that has solved the case.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import IntEnum, StrEnum
from itertools import combinations, count, permutations

from games.deduction.candidates import (
    BIT,
    OF_SUSPECT,
    Cards,
    Left,
    Position,
    exclude_shared,
    find_chief_sides,
    is_single,
    keep_only_place,
    unite_sides,
)
from games.deduction.chance import Chance
from games.deduction.worlds import (
    PLACES,
    Worlds,
    find_only_chief,
    select_fitting,
    select_holding,
)
from games.rules.deal import HALF
from games.rules.editions import SEATS, Investigator
from games.rules.state import INVESTIGATOR, Card
from games.rules.suspects import (
    SUSPECTS,
    Side,
    Suspect,
    Trait,
    list_matching_sides,
    matches,
    sides_of,
)


class Difficulty(StrEnum):
    """The difficulty of a position, by the hardest look that it needs.

    EASY and MEDIUM need a look at one place at a time, EASY with at most one conclusion
    from a clue for the other places. HARD also needs a look at one trait, FIENDISH at
    several places together.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


class Look(IntEnum):
    """The ways to draw a conclusion, the easiest first."""

    # A place with one side left: no other place has its trait.
    PLACE = 1
    # A trait that only one place can have.
    TRAIT = 2
    # Two or three places that have as many traits among them.
    GROUP = 3


# A seat and its discarded card.
type _Discard = tuple[int, Suspect]

# The visitor's seat.
YOU = 0
# With fewer seats the own clue and the public ones leave too few places.
_FEWEST_SEATS = {Difficulty.HARD: 4, Difficulty.FIENDISH: 5}
# The suspects in lines that easier looks must leave, so that supposing one of them to
# be the chief is no short cut.
_FEWEST_LEFT = {
    Difficulty.HARD: (Look.PLACE, 2),
    Difficulty.FIENDISH: (Look.TRAIT, 3),
}
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
    left, hardest, chain = position.left, Look.PLACE, 0
    while find_chief_sides(left) is None:
        look, left = next(_list_conclusions(left))
        hardest = max(hardest, look)
        chain += 1
    if hardest is Look.PLACE:
        return Difficulty.EASY if chain < 2 else Difficulty.MEDIUM
    return Difficulty.HARD if hardest is Look.TRAIT else Difficulty.FIENDISH


def list_suspects_left(position: Position, hardest: Look) -> list[Suspect]:
    """Return the suspects in lines that looks up to the hardest one leave.

    Each side of such a suspect must be possible somewhere, and each place must be able
    to have one of them.
    """
    left = position.left
    while conclusion := next(_list_conclusions(left, hardest), None):
        _, left = conclusion
    cards = (card for lying in position.cards for card in lying.line)
    return [card for card in cards if _may_be_chief(card, left)]


def _may_be_chief(suspect: Suspect, left: Left) -> bool:
    own = [sides & OF_SUSPECT[suspect] for sides in left]
    return unite_sides(own) == OF_SUSPECT[suspect] and all(own)


def _list_conclusions(
    left: Left, hardest: Look = Look.GROUP
) -> Iterator[tuple[Look, Left]]:
    """Yield the conclusions that change something, the easiest first."""
    for look, found in _list_possible_looks(left):
        if look <= hardest and found is not None and found != left:
            yield look, found


def _list_possible_looks(left: Left) -> Iterator[tuple[Look, Left | None]]:
    for place, sides in enumerate(left):
        if is_single(sides):
            yield Look.PLACE, exclude_shared(left, (place,))
    for index in range(PLACES):
        yield Look.TRAIT, keep_only_place(left, 1 << 2 * index)
    for size in (2, 3):
        for group in combinations(range(PLACES), size):
            yield Look.GROUP, exclude_shared(left, group)


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
        """Return the chief, or None if several suspects are possible."""
        possible = self.position.list_possible_chiefs()
        return possible[0] if len(possible) == 1 else None


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle with exactly one possible chief. Holds the answer, `chief`."""

    puzzle: Puzzle
    difficulty: Difficulty
    chief: Suspect


def find_daily_case(day: date) -> Case:
    """Return the case of a day, which is always the same."""
    return find_case(f"case of {day.isoformat()}", BY_WEEKDAY[day.weekday()])


def find_case(name: str, wanted: Difficulty, first: int = 0) -> Case:
    """Return a case of some difficulty, always the same for a name.

    The search begins with deal `first`. It may take a second from 0 on.
    """
    return _search(name, wanted, first)[1]


def find_deal(name: str, wanted: Difficulty) -> int:
    """Return the number of the deal at which the search for a case ends."""
    return _search(name, wanted, 0)[0]


def _search(name: str, wanted: Difficulty, first: int) -> tuple[int, Case]:
    for number in count(first):
        case = _make(f"{name} {number}", wanted)
        if case and case.difficulty is wanted and _is_fair(case):
            return number, case
    raise AssertionError("There is no last deal.")


def _is_fair(case: Case) -> bool:
    """Return whether trying each suspect in the lines is no easier than the looks."""
    if case.difficulty not in _FEWEST_LEFT:
        return True
    easier, fewest = _FEWEST_LEFT[case.difficulty]
    return len(list_suspects_left(case.puzzle.position, easier)) >= fewest


def _make(label: str, wanted: Difficulty) -> Case | None:
    """Return the case made from one deal; None if logic never solves it."""
    chance = Chance(hashlib.sha256(label.encode()).digest(), label)
    seats = chance.pick("seats", SEATS)
    if seats < _FEWEST_SEATS.get(wanted, 0):
        return None
    draft = _Draft(chance, seats)
    for card in _shuffle_deck(chance, seats):
        draft.draw(card)
        if chief := draft.chief:
            return draft.as_case(chief)
    return None


def _shuffle_deck(chance: Chance, seats: int) -> list[Card]:
    """Return a shuffled deck, with the unused investigators in its top half."""
    suspects = chance.shuffle("deck", SUSPECTS)
    top = [*suspects[:HALF], *[INVESTIGATOR] * (PLACES - seats)]
    return [*chance.shuffle("top half", top), *suspects[HALF:]]


class _Draft:
    """A round, card by card: the lines, and the discards other than the visitor's."""

    def __init__(self, chance: Chance, seats: int) -> None:
        self._chance, self._seats = chance, seats
        bag = chance.shuffle("bag", tuple(Trait))
        self._clues = [chance.pick(f"side {trait}", sides_of(trait)) for trait in bag]
        self._turn = chance.pick("first", range(seats))
        self._lines: list[tuple[Suspect, ...]] = [()] * seats
        self._piles = [0] * seats
        self._discards: list[_Discard] = []
        self._known = {YOU: self._clues[YOU]}
        # The worlds left by the clues and lines, and those left by discards as well.
        self._open = self._all = select_holding(YOU, self._clues[YOU])

    def draw(self, card: Card) -> None:
        """Show a public clue, or sort a suspect by the clue of the next seat."""
        if card == INVESTIGATOR:
            place = self._seats + len(self._known) - 1
            self._known[place] = self._clues[place]
            self._learn(select_holding(place, self._clues[place]))
            return
        seat = self._turn
        self._turn = (seat + 1) % self._seats
        if matches(card, self._clues[seat]):
            self._lines[seat] += (card,)
            self._learn(select_fitting(seat, card, fits=True))
            return
        self._piles[seat] += 1
        if seat != YOU:
            self._discards.append((seat, card))
            self._all &= select_fitting(seat, card, fits=False)

    def _learn(self, worlds: Worlds) -> None:
        self._open &= worlds
        self._all &= worlds

    @property
    def chief(self) -> Suspect | None:
        """Return the only suspect that fits, once all public clues lie open."""
        is_open = len(self._known) == 1 + PLACES - self._seats
        return self._chief_in(self._all) if is_open else None

    def as_case(self, chief: Suspect) -> Case:
        """Return the case of this position, which shows only the needed discards."""
        shown = self._needed_discards()
        cards = tuple(
            Cards(line, tuple(card for owner, card in shown if owner == seat))
            for seat, line in enumerate(self._lines)
        )
        position = Position(cards, self._known)
        covered = (
            pile - len(lying.discards)
            for pile, lying in zip(self._piles, cards, strict=True)
        )
        dogs = self._chance.shuffle("dogs", tuple(Investigator))
        puzzle = Puzzle(tuple(dogs[: self._seats]), position, tuple(covered))
        return Case(puzzle, rate(position), chief)

    def _needed_discards(self) -> list[_Discard]:
        """Return a random set of discards that are all needed for the solution."""
        needed = self._discards
        for discard in self._chance.shuffle("cover", needed):
            rest = [other for other in needed if other != discard]
            if self._find_chief(rest):
                needed = rest
        return needed

    def _find_chief(self, discards: Iterable[_Discard]) -> Suspect | None:
        worlds = self._open
        for seat, card in discards:
            worlds &= select_fitting(seat, card, fits=False)
        return self._chief_in(worlds)

    def _chief_in(self, worlds: Worlds) -> Suspect | None:
        """Return the only suspect that can be the chief, if it lies in a line."""
        chief = find_only_chief(worlds)
        is_open = chief is not None and any(chief in line for line in self._lines)
        return chief if is_open else None


def name_exercise(difficulty: Difficulty, number: int) -> str:
    """Return the name from which the deals of an exercise are made."""
    return f"practice {difficulty} {number}"


def find_exercise(difficulty: Difficulty, number: int, deal: int = 0) -> Puzzle:
    """Return an exercise, always the same for a number.

    The search for it begins with this deal; with that of `find_deal` it takes 1 ms.
    """
    name = name_exercise(difficulty, number)
    puzzle = find_case(name, difficulty, deal).puzzle
    chance = Chance(name.encode(), name)
    shown = [
        (seat, card)
        for seat, cards in enumerate(puzzle.cards)
        for card in cards.discards
    ]
    if not shown or chance.number("open") >= _SHARE_OPEN:
        return puzzle
    return _cover_discard(puzzle, *chance.pick("card", shown))


def _cover_discard(puzzle: Puzzle, seat: int, card: Suspect) -> Puzzle:
    """Return the puzzle with a discard face down."""
    cards, covered = list(puzzle.cards), list(puzzle.covered)
    discards = tuple(each for each in cards[seat].discards if each != card)
    cards[seat] = Cards(cards[seat].line, discards)
    covered[seat] += 1
    position = Position(tuple(cards), puzzle.position.known)
    return replace(puzzle, position=position, covered=tuple(covered))


def find_clues(position: Position, chief: Suspect) -> tuple[Side, ...]:
    """Return a side for each place with which a possible suspect is the chief."""
    left = position.left
    return next(
        sides
        for sides in permutations(list_matching_sides(chief))
        if all(BIT[side] & at for side, at in zip(sides, left, strict=True))
    )
