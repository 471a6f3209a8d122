"""What chance fixes for a round, before it begins (docs/rules.md section 3).

A deal comes from the game's key, by HMAC-SHA256 and never by `random`, or is given.
The key is of a seed and the players' contributions (games.rules.commitment); how a deal
comes of it is specified to the byte in docs/fairness.md.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.clues import sides_of, trait_of
from games.rules.errors import BrokenDeal
from games.rules.state import INVESTIGATOR, Card, State
from games.rules.suspects import SUSPECTS, Side, Trait
from games.rules.tokens import Colour, Face, Pool

HALF = len(SUSPECTS) // 2

_TRAITS = {trait.value: trait for trait in Trait}
_SIDES = {side.value: side for side in Side}


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that chance decides in a round.

    Holds secrets; never pass it to a template.
    """

    deck: tuple[Card, ...]
    bag: tuple[Trait, ...]
    flips: tuple[Side, ...]
    pool: Pool

    def to_dict(self) -> dict[str, object]:
        """Return the deal as it stands in a record (docs/record.md)."""
        return {
            "deck": list(self.deck),
            "bag": [trait.value for trait in self.bag],
            "flips": [side.value for side in self.flips],
            "pool": {colour.value: list(self.pool.left(colour)) for colour in Colour},
        }

    @classmethod
    def from_dict(cls, fields: object) -> "Deal":
        """Return the deal that a record describes; further keys do not matter.

        Raises:
            BrokenDeal: a part is missing, or something in it does not exist.
        """
        if not isinstance(fields, dict):
            raise BrokenDeal
        pool = fields.get("pool")
        if not isinstance(pool, dict) or set(pool) != set(Colour):
            raise BrokenDeal
        return cls(
            _texts(fields.get("deck")),
            _members(_TRAITS, fields.get("bag")),
            _members(_SIDES, fields.get("flips")),
            Pool(*(_texts(pool[colour.value]) for colour in Colour)),
        )


def _texts(entries: object) -> tuple[str, ...]:
    if not isinstance(entries, list):
        raise BrokenDeal
    if not all(isinstance(entry, str) for entry in entries):
        raise BrokenDeal
    return tuple(entries)


def _members[T](members: dict[str, T], entries: object) -> tuple[T, ...]:
    names = _texts(entries)
    if not all(name in members for name in names):
        raise BrokenDeal
    return tuple(members[name] for name in names)


def check_deal(state: State, deal: Deal) -> None:
    """Check that a deal holds exactly what the game has left.

    Raises:
        BrokenDeal: it does not, or an investigator lies below the top half.
    """
    seats = len(state.seats)
    unused = 5 - seats
    if sorted(deal.deck) != [*SUSPECTS, *[INVESTIGATOR] * unused]:
        raise BrokenDeal
    if INVESTIGATOR in deal.deck[HALF + unused :]:
        raise BrokenDeal
    if sorted(deal.bag) != sorted(Trait):
        raise BrokenDeal
    if tuple(map(trait_of, deal.flips)) != deal.bag[seats:]:
        raise BrokenDeal
    if not deal.pool.holds_same(state.pool):
        raise BrokenDeal


def next_round(state: State) -> tuple[int, int]:
    """Return the number and the attempt of the round that is dealt next.

    A void round is played again under the same number (section 9).
    """
    if state.results and state.results[-1].is_void:
        return state.number, state.attempt + 1
    return state.number + 1, 1


def shuffle_deal(key: bytes, state: State, *, sorts_pool: bool = True) -> Deal:
    """Return the deal of the next round, always the same from the same key.

    Whoever knows the key knows all deals: it is a secret until the game is closed.
    The pool is sorted before it is shuffled, so that a deal can be checked without
    knowing in which order its tokens lay before; games from before that were not.
    """
    number, attempt = next_round(state)
    seats = len(state.seats)

    def stream(purpose: str) -> Iterator[int]:
        return _stream(key, f"round {number} attempt {attempt} {purpose}")

    cards = _shuffle(SUSPECTS, stream("deck"))
    top = (*cards[:HALF], *[INVESTIGATOR] * (5 - seats))
    bag = _shuffle(tuple(Trait), stream("bag"))
    tosses = stream("flips")
    pools: dict[Colour, tuple[Face, ...]] = {
        colour: _shuffle(
            sorted(state.pool.left(colour)) if sorts_pool else state.pool.left(colour),
            stream(f"pool {colour}"),
        )
        for colour in Colour
    }
    return Deal(
        (*_shuffle(top, stream("top half")), *cards[HALF:]),
        bag,
        tuple(sides_of(trait)[_below(2, tosses)] for trait in bag[seats:]),
        Pool(pools[Colour.GOLD], pools[Colour.WHITE], pools[Colour.BLACK]),
    )


def draw_lot(key: bytes, count: int, label: str) -> int:
    """Return a number from 0 to count - 1, drawn from the key for one purpose."""
    return _below(count, _stream(key, f"lot {label}"))


def _shuffle[T](things: Sequence[T], stream: Iterator[int]) -> tuple[T, ...]:
    shuffled = list(things)
    for last in range(len(shuffled) - 1, 0, -1):
        other = _below(last + 1, stream)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)


def _below(count: int, stream: Iterator[int]) -> int:
    # Words beyond the last whole multiple are thrown away: no remainder is likelier.
    limit = 2**32 - 2**32 % count
    return next(word for word in stream if word < limit) % count


def _stream(key: bytes, label: str) -> Iterator[int]:
    """Yield 32-bit words; a label of its own makes a stream of its own."""
    counter = 0
    while True:
        block = hmac.digest(key, f"{label} {counter}".encode(), hashlib.sha256)
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4])
        counter += 1
