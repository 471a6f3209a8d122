"""Whole games at random, as records: the same seed gives the same game."""

import random
from functools import cache
from itertools import product

from games.rules.apply import apply_move, begin_round
from games.rules.clues import count_matches, matches
from games.rules.deal import shuffle_deal
from games.rules.editions import (
    Edition,
    Investigator,
    LastCall,
    Options,
    Placement,
    TenPoints,
)
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Announce, Draw, Pass, Place
from games.rules.record import Record
from games.rules.state import Phase, new_game

ALL_OPTIONS = [
    Options(stasi, adler, placement, last_call, ten_points)
    for stasi, adler, placement, last_call, ten_points in product(
        (False, True), (False, True), Placement, LastCall, TenPoints
    )
]


class RandomGame:
    """A game played by chance; `steps` holds every (state, move) on its way.

    `haste` is how likely an accusation is beside a draw, `luck` how much likelier it
    is to be a good one, `care` how likely a card is placed rightly.
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
        self.state = new_game(self.seats, self.options, self.first_seat)
        self.rounds = []
        self.steps = []
        self.events = []

    def play(self, most_moves=2000):
        """Play on until the game is over; return the game itself."""
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
        """Return a legal move: likely ones often, unlikely ones now and then."""
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
        """Count the clues that fit, those that nobody knows yet among them."""
        state = self.state
        return count_matches(suspect, state.clues + state.public_clues + state.flips)

    @property
    def record(self):
        """Return the game as the JSON objects of a record."""
        return Record(
            self.edition, self.options, self.seats, self.first_seat, tuple(self.rounds)
        ).to_dict()


@cache
def random_game(seed):
    """Return a played game; with the seed the options go round all there are."""
    return RandomGame(seed, options=ALL_OPTIONS[seed % len(ALL_OPTIONS)]).play()


def random_games(count, *, first=0):
    """Return played games, one a seed; several tests look at the same ones."""
    return [random_game(seed) for seed in range(first, first + count)]
