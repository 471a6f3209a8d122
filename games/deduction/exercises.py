"""Exercises for practice: is the chief certain here, and who is it?

An exercise is a case of the kind that the day has, or one that lacks a card to be
certain.
"""

from dataclasses import replace
from itertools import permutations

from games.deduction.candidates import BIT, Cards, Position
from games.deduction.chance import Chance
from games.deduction.grading import Difficulty
from games.deduction.puzzles import Puzzle, find_case
from games.rules.suspects import Side, Suspect, sides_of_suspect

# The share of the exercises that lack a card, if their case has one to leave out.
_SHARE_OPEN = 0.4


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
