"""Computes the chances again, by playing every deal of the clues.

Independent of games.bots. The undrawn part of the deck is irrelevant, because every
order of it is equally likely after every deal.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal
from games.rules.moves import Choose, Draw
from games.rules.observe import observe
from games.rules.state import new_game
from games.rules.suspects import Trait, sides_of, suspect_of


def chances_by_brute_force(start, moves, viewer):
    """Return the chance of each suspect after some draws without an accusation.

    All sides are chosen in `start`. A deal counts if the viewer's observation is the
    same after each draw.
    """
    truth = list(views(start, moves, viewer))
    counts = Counter()
    for state in every_deal(start):
        # `all` stops the game at the first observation that differs.
        pairs = zip(views(state, moves, viewer), truth, strict=True)
        if all(mine == theirs for mine, theirs in pairs):
            counts[suspect_of(state.clues + state.flips)] += 1
    return {chief: Fraction(n, counts.total()) for chief, n in counts.items()}


def views(state, moves, viewer):
    """Yield the viewer's observations at the start and after each draw."""
    yield observe(state, viewer)
    for _ in range(moves):
        state, _ = apply_move(state, Draw(state.turn))
        yield observe(state, viewer)


def every_deal(start):
    """Yield the 3,840 rounds with every order of the clue tokens and every side."""
    seats = len(start.seats)
    empty = new_game(start.seats, start.options, start.first_seat)
    for bag in permutations(Trait):
        for sides in product(*map(sides_of, bag)):
            deal = Deal(start.deck, bag, sides[seats:], start.pool)
            state, _ = begin_round(empty, deal)
            for seat in range(seats):
                state, _ = apply_move(state, Choose(seat, sides[seat]))
            yield state
