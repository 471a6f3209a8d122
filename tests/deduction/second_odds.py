"""Counts chances again, from the text of docs/rules.md and not from the code.

Imports nothing from games.deduction, and the rules only to make up games. A random game
may hold void rounds and players who misplace most cards.
"""

import random
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product

from games.rules.moves import Place
from tests.rules.random_games import ALL_OPTIONS, RandomGame
from tests.rules.second_opinion import judge_record
from tests.rules.second_scoring import TRAITS as TOKENS

TRAITS, SIDES = list(TOKENS), list(TOKENS.values())
CATS = ["".join(bits) for bits in product("10", repeat=5)]
PLAYING = {"choose", "draw", "place", "accuse", "pass"}


def has(cat, side):
    return any(side == SIDES[at]["10".index(bit)] for at, bit in enumerate(cat))


class Position:
    """The cards and clues after some moves of one round (sections 3, 4 and 9)."""

    def __init__(self, record, entry, made, exposed):
        self.n = len(record["seats"])
        self.deal, self.exposed = entry["deal"], exposed
        self.deck, self.flips = list(self.deal["deck"]), list(self.deal["flips"])
        self.lines = [[] for _ in range(self.n)]
        self.piles = [[] for _ in range(self.n)]
        self.clues, self.public, self.waiting = {}, [], None
        self.sorts = record["options"]["placement"] == "referee"
        for move in entry["moves"][:made]:
            self.make(move)
        left = {move["move"] for move in entry["moves"][made:]}
        self.is_revealed = bool(entry["moves"]) and not left & PLAYING

    def make(self, move):
        seat, kind = move["seat"], move["move"]
        if kind == "choose":
            self.clues[seat] = move["side"]
        if kind == "draw":
            while self.deck[0] == "investigator":
                self.deck.pop(0)
                self.public.append(self.flips.pop(0))
            self.waiting = self.deck.pop(0)
            if self.sorts:
                self.put(seat, fits=has(self.waiting, self.clues[seat]))
        if kind == "place":
            self.put(seat, fits=move["as"] == "suspect")

    def put(self, seat, *, fits):
        (self.lines if fits else self.piles)[seat].append(self.waiting)
        self.waiting = None

    def possible_sides(self, viewer, *, remembers):
        """Return for each place the sides that its clue can have for the viewer."""
        possible = [{side for pair in SIDES for side in pair} for _ in range(5)]
        for seat in range(self.n):
            piled = self.piles[seat] if remembers else []
            possible[seat] = {
                side
                for side in possible[seat]
                if all(has(cat, side) for cat in self.lines[seat])
                and not any(has(cat, side) for cat in piled)
            }
        for place, side in enumerate(self.public, self.n):
            possible[place] &= {side}
        if viewer >= 0:
            token = SIDES[TRAITS.index(self.deal["bag"][viewer])]
            mine = self.clues.get(viewer)
            possible[viewer] &= {mine} if mine else set(token)
        if len(self.clues) == self.n:
            for seat in self.exposed:
                possible[seat] &= {self.clues[seat]}
        return possible

    def unseen(self):
        """Return the cats in the deck and on closed piles."""
        seen = {cat for line in self.lines for cat in line} | {self.waiting}
        return [cat for cat in CATS if cat not in seen]


# The five sides at the five places, in all 3,840 ways.
WORLDS = [world for tokens in permutations(SIDES) for world in product(*tokens)]


def worlds_among(possible):
    """Return the worlds with one of its possible sides at each place."""
    return [
        world
        for world in WORLDS
        if all(side in sides for side, sides in zip(world, possible, strict=True))
    ]


@cache
def chief_of(world):
    return next(cat for cat in CATS if all(has(cat, side) for side in world))


def count(position, viewer, view):
    """Return the chances of the chief and of the clues, as `odds` must give them."""
    if position.is_revealed:
        clues = [position.clues[seat] for seat in range(position.n)]
        world = (*clues, *position.deal["flips"])
        return share(Counter({world: 1}), position.n, viewer)
    remembers = view == "replay"
    possible = position.possible_sides(viewer, remembers=remembers)
    sizes = tuple([0 if remembers else len(pile) for pile in position.piles])
    unseen, known, weights = position.unseen(), {}, Counter()
    for world in worlds_among(possible):
        clues = world[: position.n]
        if clues not in known:
            known[clues] = ways(unseen, clues, sizes)
        weights[world] = known[clues]
    return share(weights, position.n, viewer)


def ways(unseen, clues, sizes):
    """Count the ways to put so many cats on the piles, none that matches its clue."""

    @cache
    def fill(at, left):
        if sum(left) > len(unseen) - at:
            return 0
        if at == len(unseen):
            return 1
        # In the deck, or on one of the piles.
        total = fill(at + 1, left)
        for seat, size in enumerate(left):
            if size and not has(unseen[at], clues[seat]):
                fewer = (*left[:seat], size - 1, *left[seat + 1 :])
                total += fill(at + 1, fewer)
        return total

    return fill(0, sizes)


def share(weights, seats, viewer):
    """Return the shares of the chiefs and of the clues in some weighted worlds."""
    whole = sum(weights.values())
    if not whole:
        return {"suspects": {}, "clues": {}}
    suspects, clues = Counter(), [Counter() for _ in range(seats)]
    for world, weight in weights.items():
        suspects[chief_of(world)] += weight
        for at, side in zip(clues, world, strict=False):
            at[side] += weight
    return {
        "suspects": shares(suspects, whole),
        "clues": {
            str(seat): shares(at, whole)
            for seat, at in enumerate(clues)
            if seat != viewer
        },
    }


def shares(weights, whole):
    return {name: float(Fraction(w, whole)) for name, w in weights.items() if w}


def difference(first, second):
    """Return the largest difference of two answers, infinite if their keys differ."""
    if isinstance(first, dict) and isinstance(second, dict):
        if first.keys() != second.keys():
            return float("inf")
        return max((difference(first[key], second[key]) for key in first), default=0.0)
    return abs(first - second)


class ThrowingGame(RandomGame):
    """A random game in which seat 0 discards every card that it has to place."""

    def weigh(self, move):
        if isinstance(move, Place) and move.seat == 0:
            return move.as_ == "discard"
        return super().weigh(move)


def questions(first):
    """Yield questions without end, each with its position."""
    for seed in range(first, sys.maxsize):
        chance = random.Random(seed)
        options = ALL_OPTIONS[seed % len(ALL_OPTIONS)]
        kind = chance.choice([RandomGame, RandomGame, ThrowingGame])
        care = chance.choice([1, 0.98, 0.8, 0.3])
        game = kind(seed, options=options, care=care).play()
        record = game.record
        outcome = judge_record(record)
        total = sum(len(entry["moves"]) for entry in record["rounds"])
        for _ in range(2):
            moves = chance.randint(0, total)
            seat = chance.randrange(-1, len(record["seats"]))
            asked = {"record": record, "moves": moves, "seat": seat}
            for view in ("replay", "notebook"):
                yield asked | {"view": view}, position_at(record, outcome, moves)


def position_at(record, outcome, moves):
    """Return the position after some moves of a complete game."""
    for number, entry in enumerate(record["rounds"]):
        is_last = number == len(record["rounds"]) - 1
        if moves < len(entry["moves"]) or is_last:
            exposed = outcome["rounds"][number]["exposed"]
            return Position(record, entry, moves, exposed)
        moves -= len(entry["moves"])
    return None
