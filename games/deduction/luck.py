"""The luck of each seat in a revealed round, in points (docs/coach.md).

Luck is the value that chance gave a seat minus the mean of all that it could have given
at that moment. Its mean is 0 for every way to play, because it is a sum of control
variates, as in AIVAT (N. Burch et al., "AIVAT: A New Variance Reduction Technique for
Agent Evaluation in Imperfect Information Games", AAAI 2018).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.deduction.memory import Memory
from games.deduction.worlds import (
    INDEX,
    Worlds,
    count_chief,
    select_fitting,
    select_holding,
)
from games.rules.results import RoundResult
from games.rules.state import INVESTIGATOR, State
from games.rules.suspects import Suspect, matches
from games.rules.tokens import Colour, Pool, points_of


@dataclass(frozen=True, slots=True)
class Gift:
    """A seat's luck with a drawn card; `at` is the index of the first state with it."""

    seat: int
    at: int
    card: Suspect
    points: float


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A card drawn from the deck, and the public knowledge before it was seen."""

    seat: int
    at: int
    card: Suspect
    # The cards that could have come, each as likely as any other.
    possible: tuple[Suspect, ...]
    worlds: Worlds
    state: State


@dataclass(frozen=True, slots=True)
class _Truth:
    """The chief, the suspects one trait away, and the mean points of a token."""

    chief: int
    near: frozenset[int]
    points: dict[Colour, float]


def compute_luck(
    states: Sequence[State], memories: Sequence[Memory], result: RoundResult
) -> tuple[tuple[float, ...], tuple[Gift, ...]]:
    """Return each seat's luck, and its part that the drawn cards have brought.

    Luck is the sum over the drawn cards and the awarded token.

    `states` are the states of the round from the deal to the first revealed one, and
    `memories` the public knowledge in each of them but the last.
    """
    means = {colour: _compute_mean_points(states[0].pool, colour) for colour in Colour}
    chief = INDEX[result.chief]
    near = frozenset(chief ^ 1 << bit for bit in range(len(result.clues)))
    truth = _Truth(chief, near, means)
    lucks = [0.0] * len(states[0].seats)
    gifts = tuple(
        [
            Gift(
                seat, drawing.at, drawing.card, _compute_card_luck(drawing, seat, truth)
            )
            for drawing in _list_drawings(states, memories)
            for seat in _open_seats(drawing)
        ]
    )
    for gift in gifts:
        lucks[gift.seat] += gift.points
    for award in result.awards:
        if award.face is not None:
            points = sum_award_points(result, award.seat)
            lucks[award.seat] += points - means[award.colour]
    return tuple(lucks), gifts


def sum_award_points(result: RoundResult, seat: int) -> int:
    """Return the points of the token that a seat was given, 0 without one."""
    award = next((award for award in result.awards if award.seat == seat), None)
    if award is None or award.face is None:
        return 0
    return points_of(award.colour, award.face)


def _compute_mean_points(pool: Pool, colour: Colour) -> float:
    faces = pool.left(colour)
    points = sum(points_of(colour, face) for face in faces)
    return points / len(faces) if faces else 0.0


def _list_drawings(
    states: Sequence[State], memories: Sequence[Memory]
) -> Iterator[_Drawing]:
    steps = zip(states, states[1:], memories, strict=False)
    for at, (before, after, memory) in enumerate(steps, 1):
        if after.drawn is None or len(after.deck) == len(before.deck):
            continue
        # The clues of investigators on top are shown before the card.
        worlds = memory.worlds
        for place, side in enumerate(after.public_clues, len(before.seats)):
            worlds &= select_holding(place, side)
        possible = tuple([card for card in before.deck if card != INVESTIGATOR])
        yield _Drawing(before.turn, at, after.drawn, possible, worlds, before)


def _open_seats(drawing: _Drawing) -> list[int]:
    """Return the seats that can still accuse and did not draw the card.

    A card tells its drawer nothing new, because the drawer knows the clue it is sorted
    by.
    """
    closed = {accusation.seat for accusation in drawing.state.accusations}
    closed.add(drawing.seat)
    return [seat for seat in range(len(drawing.state.seats)) if seat not in closed]


def _compute_card_luck(drawing: _Drawing, seat: int, truth: _Truth) -> float:
    """Return the value of the drawn card to a seat beyond the mean of all cards."""
    clues = drawing.state.clues
    mine, sorted_by = clues[seat], clues[drawing.seat]
    assert mine is not None  # noqa: S101
    assert sorted_by is not None  # noqa: S101
    worlds = drawing.worlds & select_holding(seat, mine)
    taken = [INDEX[accusation.suspect] for accusation in drawing.state.accusations]
    values = {}
    for card in drawing.possible:
        fits = matches(card, sorted_by)
        known = worlds & select_fitting(drawing.seat, card, fits=fits)
        values[card] = _compute_value(known, taken, truth)
    return values[drawing.card] - sum(values.values()) / len(values)


def _compute_value(worlds: Worlds, taken: Sequence[int], truth: _Truth) -> float:
    """Return the mean points of accusing suspects as often as they may be the chief.

    The points are those that the true chief would bring. A seat without a possible
    world, because a card was placed wrongly, knows nothing: an innocent's points.
    """
    free = worlds.bit_count() - sum(count_chief(worlds, index) for index in taken)
    points = truth.points
    if not free:
        return points[Colour.BLACK]
    chief = 0 if truth.chief in taken else count_chief(worlds, truth.chief)
    near = sum(count_chief(worlds, i) for i in truth.near if i not in taken)
    gold, white = chief / free, near / free
    return (
        gold * points[Colour.GOLD]
        + white * points[Colour.WHITE]
        + (1 - gold - white) * points[Colour.BLACK]
    )
