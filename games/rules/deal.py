"""The random set-up of a round, shuffled from the game's key (docs/rules.md section 3).

The key comes from a seed, to which the site commits before the game, and from the
players' contributions. Seed and key reveal every secret of a game: keep them secret
until it is closed.

Uses HMAC-SHA256 and never `random`; docs/fairness.md specifies each byte. A deal can
also come from a record or a test.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.rules.editions import FirstPlayer
from games.rules.illegal import RulesError, Why
from games.rules.state import INVESTIGATOR, Card, State
from games.rules.suspects import SUSPECTS, Side, Trait, sides_of, trait_of
from games.rules.tokens import Colour, Face, Pool

HALF = len(SUSPECTS) // 2
SEED_BYTES = 32

_FAIR = "checkpoint-charlie fair 1"
_CONTRIBUTION = re.compile(r"[0-9a-f]{32}")


def compute_commitment(seed: bytes, code: str) -> str:
    """Return the commitment to a seed, shown before the game: a hash in hexadecimal."""
    head = f"{_FAIR} commitment\n{code}\n".encode()
    return hashlib.sha256(head + seed).hexdigest()


def compute_key(seed: bytes, code: str, contributions: Sequence[str]) -> bytes:
    """Return the key of all deals, from the contributions in the order of the seats.

    Each contribution is 32 hexadecimal digits or empty. Holds secrets.
    """
    lines = "".join(f"{contribution}\n" for contribution in contributions)
    head = f"{_FAIR} key\n{code}\n".encode()
    return hmac.digest(seed, head + lines.encode(), hashlib.sha256)


def read_contribution(sent: str) -> str:
    """Return a browser's contribution, 32 hexadecimal digits; empty if malformed."""
    text = sent.strip().lower()
    return text if _CONTRIBUTION.fullmatch(text) else ""


@dataclass(frozen=True, slots=True)
class Deal:
    """All random decisions of a round: deck, clue tokens, tosses and pool.

    Holds secrets; never pass it to a template.
    """

    deck: tuple[Card, ...]
    bag: tuple[Trait, ...]
    flips: tuple[Side, ...]
    pool: Pool

    def to_dict(self) -> dict[str, object]:
        """Return the deal in a record (docs/record.md)."""
        return {
            "deck": list(self.deck),
            "bag": [trait.value for trait in self.bag],
            "flips": [side.value for side in self.flips],
            "pool": {colour.value: list(self.pool.left(colour)) for colour in Colour},
        }

    @classmethod
    def from_dict(cls, fields: object) -> "Deal":
        """Return the deal in a record, ignoring unknown keys.

        Raises:
            RulesError: a part is missing or malformed.
        """
        if not isinstance(fields, dict):
            raise RulesError(Why.BROKEN_DEAL)
        pool = fields.get("pool")
        if not isinstance(pool, dict) or set(pool) != set(Colour):
            raise RulesError(Why.BROKEN_DEAL)
        return cls(
            _texts(fields.get("deck")),
            _members(Trait, fields.get("bag")),
            _members(Side, fields.get("flips")),
            Pool(*(_texts(pool[colour.value]) for colour in Colour)),
        )


def _texts(entries: object) -> tuple[str, ...]:
    if not isinstance(entries, list) or not all(
        isinstance(entry, str) for entry in entries
    ):
        raise RulesError(Why.BROKEN_DEAL)
    return tuple(entries)


def _members[T: StrEnum](kind: type[T], entries: object) -> tuple[T, ...]:
    names = _texts(entries)
    if not {*kind}.issuperset(names):
        raise RulesError(Why.BROKEN_DEAL)
    return tuple(map(kind, names))


def check_deal(state: State, deal: Deal) -> None:
    """Check that a deal holds all cards, all clue tokens and the pool's tokens.

    Raises:
        RulesError: the deal differs, or an investigator lies below the top half.
    """
    seats = len(state.seats)
    unused = 5 - seats
    fits = (
        sorted(deal.deck) == [*SUSPECTS, *[INVESTIGATOR] * unused]
        and INVESTIGATOR not in deal.deck[HALF + unused :]
        and sorted(deal.bag) == sorted(Trait)
        and tuple(map(trait_of, deal.flips)) == deal.bag[seats:]
        and deal.pool.holds_same(state.pool)
    )
    if not fits:
        raise RulesError(Why.BROKEN_DEAL)


def find_next_round(state: State) -> tuple[int, int]:
    """Return the number and attempt of the next round to deal.

    A void round is played again under the same number (section 9).
    """
    if state.results and state.results[-1].is_void:
        return state.number, state.attempt + 1
    return state.number + 1, 1


def shuffle_deal(key: bytes, state: State) -> Deal:
    """Return the deal of the next round; the same key gives the same deal.

    The key reveals every deal: keep it secret until the game is closed. The pool is
    sorted before the shuffle, so that a deal can be verified without the order of the
    pool before it.
    """
    number, attempt = find_next_round(state)
    seats = len(state.seats)

    def stream(purpose: str) -> Iterator[int]:
        return _stream(key, f"round {number} attempt {attempt} {purpose}")

    cards = _shuffle(SUSPECTS, stream("deck"))
    top = (*cards[:HALF], *[INVESTIGATOR] * (5 - seats))
    bag = _shuffle(tuple(Trait), stream("bag"))
    tosses = stream("flips")
    pools: dict[Colour, tuple[Face, ...]] = {
        colour: _shuffle(sorted(state.pool.left(colour)), stream(f"pool {colour}"))
        for colour in Colour
    }
    return Deal(
        (*_shuffle(top, stream("top half")), *cards[HALF:]),
        bag,
        tuple(sides_of(trait)[_below(2, tosses)] for trait in bag[seats:]),
        Pool(pools[Colour.GOLD], pools[Colour.WHITE], pools[Colour.BLACK]),
    )


def draw_lot(key: bytes, count: int, label: str) -> int:
    """Return a number from 0 to count - 1 from the key; a label gives one number."""
    return _below(count, _stream(key, f"lot {label}"))


def draw_first_seat(key: bytes, first_player: str, got_up: Sequence[str | None]) -> int:
    """Return the seat that begins (section 2.4); a lot decides among several.

    `got_up` is each seat's time in a form that sorts, or None.
    """
    seats = range(len(got_up))
    times = [time for time in got_up if time is not None]
    if first_player == FirstPlayer.EARLIEST and times:
        candidates = [seat for seat in seats if got_up[seat] == min(times)]
    else:
        candidates = list(seats)
    return candidates[draw_lot(key, len(candidates), "first seat")]


def _shuffle[T](items: Sequence[T], stream: Iterator[int]) -> tuple[T, ...]:
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        other = _below(last + 1, stream)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)


def _below(count: int, stream: Iterator[int]) -> int:
    # Words from the last whole multiple on are rejected, so that the result is uniform.
    limit = 2**32 - 2**32 % count
    return next(word for word in stream if word < limit) % count


def _stream(key: bytes, label: str) -> Iterator[int]:
    """Yield 32-bit words from the key; each label gives an independent stream."""
    counter = 0
    while True:
        block = hmac.digest(key, f"{label} {counter}".encode(), hashlib.sha256)
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4])
        counter += 1
