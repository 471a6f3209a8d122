"""Counts the ways in which forgotten discards can lie, exactly (docs/deduction.md).

The number of ways to fill some piles is a coefficient of a product with one factor for
each card. The polynomials are integers: each coefficient has some bytes of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb, prod

from games.deduction.memory import Memory
from games.deduction.worlds import INDEX, PLACES, SuspectIndex
from games.rules.observe import Observation
from games.rules.suspects import SUSPECTS

# Keeps the polynomials with room on one heap, and the bits by which a card moves them.
type _Step = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ForgottenPiles:
    """The seats that have forgotten discards, their numbers, and all unseen suspects.

    The unseen suspects lie in these piles and in the deck.
    """

    seats: tuple[int, ...]
    sizes: tuple[int, ...]
    unseen: bytes

    def weigh(self, chief: SuspectIndex, order: tuple[int, ...]) -> int:
        """Return the number of ways to fill the piles in one world."""
        differing, numbers = _differing(self.unseen, chief)
        # The largest pile comes last. Piles of the same size are in an order of their
        # own: worlds that differ only in the order of such piles have the same cards.
        piles = sorted(
            [
                (size, numbers[order[seat]], order[seat])
                for seat, size in zip(self.seats, self.sizes, strict=True)
            ]
        )
        sizes, _, tokens = zip(*piles, strict=True)
        cards = differing.translate(_where_allowed(tokens))
        return count_ways(bytes(sorted(cards)), sizes)


def find_forgotten(observation: Observation, memory: Memory) -> ForgottenPiles | None:
    """Return the piles with discards that are not in the memory, None without any."""
    known = {sighting.suspect for sighting in memory.sightings} | {memory.waiting}
    sizes = dict(_list_forgotten_sizes(observation, memory))
    if not sizes:
        return None
    unseen = bytes([INDEX[suspect] for suspect in SUSPECTS if suspect not in known])
    return ForgottenPiles(tuple(sizes), tuple(sizes.values()), unseen)


def _list_forgotten_sizes(
    observation: Observation, memory: Memory
) -> Iterator[tuple[int, int]]:
    for view in observation.seats:
        known = sum(s.seat == view.seat and not s.fits for s in memory.sightings)
        if view.discard_count > known:
            yield view.seat, view.discard_count - known


def _differing(cards: bytes, chief: SuspectIndex) -> tuple[bytes, tuple[int, ...]]:
    """Return for each card the traits, one bit each, in which it differs from a chief.

    Also returns for each trait the number of cards that differ in it.
    """
    differing = bytes([card ^ chief for card in cards])
    numbers = [sum(bits >> (4 - t) & 1 for bits in differing) for t in range(PLACES)]
    return differing, tuple(numbers)


# A fifth of a notebook's time without the cache; 120 orders of tokens at most.
@cache
def _where_allowed(tokens: tuple[int, ...]) -> bytes:
    """Return the card, as `count_ways` takes it, for each set of `_differing` traits.

    A card may lie on a pile if it differs from its seat's clue.
    """
    not_last = 1 << len(tokens) - 1
    return bytes(
        sum((traits >> (4 - token) & 1) << pile for pile, token in enumerate(tokens))
        ^ not_last
        for traits in range(len(SUSPECTS))
    ).ljust(256)


def count_ways(cards: bytes, sizes: tuple[int, ...]) -> int:
    """Return the number of ways to fill piles of these sizes from some sorted cards.

    Each card has a bit for each pile where it may lie, but for the last pile a bit if
    it may not lie there. All other cards stay in the deck.
    """
    *others, last = sizes
    polynomials = _Polynomials.of(sizes, len(cards))
    free = sum(card < 1 << len(others) for card in cards)
    ways = polynomials.multiply(1, cards[:free])
    # The last pile takes cards that may lie there and are on no other pile.
    ways = polynomials.choose(ways, free, last)
    ways = polynomials.multiply(
        ways, bytes(card ^ 1 << len(others) for card in cards[free:])
    )
    return ways >> polynomials.end


@dataclass(frozen=True, slots=True)
class _Polynomials:
    """Polynomials whose exponents are the numbers of cards on some piles.

    `steps` has for each set of piles a step for each pile. `degrees` keeps the
    coefficients of each number of cards on all piles, `end` is the place of the
    coefficient of full piles.
    """

    steps: tuple[tuple[_Step, ...], ...]
    degrees: tuple[int, ...]
    end: int

    def multiply(self, ways: int, cards: bytes) -> int:
        """Return the ways after each of these cards may lie on one of its piles."""
        for card in cards:
            after = ways
            for room, bits in self.steps[card]:
                after += (ways & room) << bits
            ways = after
        return ways

    def choose(self, ways: int, cards: int, size: int) -> int:
        """Return the ways with a choice of cards that lie on none of the piles."""
        return sum(
            (ways & degree) * comb(cards - on_piles, size)
            for on_piles, degree in enumerate(self.degrees[: cards + 1])
        )

    @staticmethod
    @lru_cache(maxsize=64)
    def of(all_sizes: tuple[int, ...], cards: int) -> "_Polynomials":
        """Return the polynomials for all piles but the last, and so many cards."""
        # No coefficient is larger than if each pile could take any of the cards.
        most = prod(comb(cards, min(size, cards // 2)) for size in all_sizes)
        ends, sizes = [8 * (most.bit_length() // 8 + 1)], all_sizes[:-1]
        for size in sizes:
            ends.append(ends[-1] * (size + 1))
        steps = [
            (_repeat((1 << bits * size) - 1, bits * (size + 1), ends[-1]), bits)
            for size, bits in zip(sizes, ends, strict=False)
        ]
        return _Polynomials(
            tuple(
                tuple(step for pile, step in enumerate(steps) if piles >> pile & 1)
                for piles in range(1 << len(sizes))
            ),
            tuple(_degrees(sizes, ends)),
            ends[-1] - ends[0],
        )


def _repeat(pattern: int, period: int, end: int) -> int:
    """Return a pattern of bits, again and again up to an end."""
    pattern_bytes = pattern.to_bytes(period // 8, "little")
    return int.from_bytes(pattern_bytes * (end // period), "little")


def _degrees(sizes: tuple[int, ...], ends: Sequence[int]) -> list[int]:
    """Return the bits of all coefficients of each total degree."""
    degrees = [(1 << ends[0]) - 1]
    for size, bits in zip(sizes, ends, strict=False):
        longer = [0] * (len(degrees) + size)
        for degree, coefficients in enumerate(degrees):
            for exponent in range(size + 1):
                longer[degree + exponent] |= coefficients << bits * exponent
        degrees = longer
    return degrees
