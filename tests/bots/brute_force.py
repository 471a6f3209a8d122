"""The chances again, by the referee: every deal of the clues is played and looked at.

Knows nothing of games.bots. The order of the deck beyond what was drawn does not come
into it: each continues all deals alike.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

from games.rules.apply import apply_move, begin_round
from games.rules.clues import sides_of, suspect_of
from games.rules.deal import Deal
from games.rules.moves import Choose, Draw
from games.rules.observe import observe
from games.rules.state import new_game
from games.rules.suspects import Trait


def chances_by_brute_force(start, moves, viewer):
    """Return the chance of each suspect after moves in which all only draw.

    `start` has all sides chosen; compared is what the viewer sees after each draw.
    """
    truth = list(views(start, moves, viewer))
    counts = Counter()
    for state in every_deal(start):
        # The first view that differs settles it.
        pairs = zip(views(state, moves, viewer), truth, strict=True)
        if all(mine == theirs for mine, theirs in pairs):
            counts[suspect_of(state.clues + state.flips)] += 1
    return {chief: Fraction(n, counts.total()) for chief, n in counts.items()}


def views(state, moves, viewer):
    """Yield what the viewer sees at first and after each draw."""
    yield observe(state, viewer)
    for _ in range(moves):
        state, _ = apply_move(state, Draw(state.turn))
        yield observe(state, viewer)


def every_deal(start):
    """Yield each of 3,840 rounds: every order of the tokens, and every side up."""
    seats = len(start.seats)
    empty = new_game(start.seats, start.options, start.first_seat)
    for bag in permutations(Trait):
        for sides in product(*map(sides_of, bag)):
            deal = Deal(start.deck, bag, sides[seats:], start.pool)
            state, _ = begin_round(empty, deal)
            for seat in range(seats):
                state, _ = apply_move(state, Choose(seat, sides[seat]))
            yield state
