"""Random games with their records; the same seed gives the same game."""

import random
from functools import cache
from itertools import product

from games.proof.record import FORMAT
from games.rules.apply import apply_move, begin_round
from games.rules.deal import shuffle_deal
from games.rules.editions import (
    OPTIONS,
    RECORDED_OPTIONS,
    Edition,
    Investigator,
    Options,
)
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Announce, Draw, Pass, Place
from games.rules.state import Phase, begin_state
from games.rules.suspects import count_matches, matches

_VALUES = [
    (False, True) if OPTIONS[name] is bool else OPTIONS[name]
    for name in RECORDED_OPTIONS
]
ALL_OPTIONS = [
    Options(**dict(zip(RECORDED_OPTIONS, values, strict=True)))
    for values in product(*_VALUES)
]


class RandomGame:
    """A game of random moves; `steps` holds each (state, move).

    `haste` is the weight of an accusation relative to a draw, `luck` the additional
    weight of a good one, `care` the probability of placing a card correctly.
    """

    def __init__(
        self, seed, *, options=None, seats=None, haste=None, luck=None, care=0.98
    ):
        self.chance = random.Random(seed)
        self.options = options or self.chance.choice(ALL_OPTIONS)
        count = seats or self.chance.choice((3, 4, 5))
        self.seats = tuple(self.chance.sample(list(Investigator), count))
        self.haste = (
            self.chance.choice((0, 0.01, 0.05, 0.3)) if haste is None else haste
        )
        self.luck = self.chance.choice((1, 1, 30, 300)) if luck is None else luck
        self.care = care
        self.seed = self.chance.randbytes(32)
        self.first_seat = self.chance.randrange(count)
        self.edition = self.chance.choice(list(Edition))
        self.state = begin_state(self.seats, self.options, self.first_seat)
        self.rounds = []
        self.steps = []
        self.events = []

    def play(self, most_moves=2000):
        """Play until the game is over or has this many moves; return the game."""
        while self.state.phase is not Phase.OVER and len(self.steps) < most_moves:
            if self.state.phase is Phase.BETWEEN:
                self.deal()
            else:
                self.move(self.choose())
        return self

    def deal(self):
        deal = shuffle_deal(self.seed, self.state)
        self.state, events = begin_round(self.state, deal)
        self.rounds.append({"deal": deal.to_dict(), "moves": []})
        self.events.append(events)

    def move(self, move):
        self.steps.append((self.state, move))
        self.rounds[-1]["moves"].append(move.to_dict())
        self.state, events = apply_move(self.state, move)
        self.events.append(events)

    def choose(self):
        """Return a random legal move, by weight."""
        seats = self.chance.sample(range(len(self.seats)), len(self.seats))
        moves = [move for seat in seats for move in legal_moves(self.state, seat)]
        weights = [self.weigh(move) for move in moves]
        return self.chance.choices(moves, weights)[0]

    def weigh(self, move):
        in_call = self.state.phase is Phase.LAST_CALL
        match move:
            case Accuse():
                lucky = self.luck > 1 and self.matches(move.suspect) >= 4
                good = self.luck if lucky else 1
                return good if in_call else good * self.haste / 8 + 1e-6
            case Draw():
                return 1
            case Place():
                fits = matches(self.state.drawn, self.state.clues[move.seat])
                return self.care if fits == (move.as_ == "suspect") else 1 - self.care
            case Pass():
                return 3
            case Announce():
                return 3
            case _:
                return 1

    def matches(self, suspect):
        """Count the clues that a suspect matches, including those not yet public."""
        state = self.state
        return count_matches(suspect, state.clues + state.public_clues + state.flips)

    @property
    def record(self):
        """Return the record of the game as a JSON value."""
        return {
            "format": FORMAT,
            "edition": self.edition.value,
            "options": self.options.to_dict(),
            "seats": [investigator.value for investigator in self.seats],
            "first_seat": self.first_seat,
            "rounds": list(self.rounds),
        }


@cache
def random_game(seed):
    """Return a complete game; consecutive seeds go through all options."""
    return RandomGame(seed, options=ALL_OPTIONS[seed % len(ALL_OPTIONS)]).play()


def random_games(count, *, first=0):
    """Return complete games, one for each seed; the tests share them."""
    return [random_game(seed) for seed in range(first, first + count)]
