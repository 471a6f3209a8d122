"""The analysis of a revealed round, from perfect memory (docs/bots.md).

Holds secrets of all seats; only for revealed rounds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.deduction.chances import deduce
from games.deduction.luck import Gift, compute_luck, sum_award_points
from games.deduction.memory import Memory, recall
from games.deduction.valuation import (
    Prospect,
    Stakes,
    choose_prospect,
    compute_prospect,
    compute_stakes,
    compute_waiting_value,
)
from games.deduction.worlds import INDEX
from games.rules.observe import Observation, observe
from games.rules.results import Accusation, AwardReason, RoundResult
from games.rules.scoring import choose_award_reason
from games.rules.state import Phase, State
from games.rules.suspects import SUSPECTS, Suspect

# The phases before the reveal of the clues.
HIDDEN = frozenset({Phase.SIDES, Phase.SUSPECTS, Phase.LAST_CALL})

type Chances = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class JudgedAccusation:
    """An accusation, judged by its seat's knowledge before it; values in points."""

    suspect: Suspect
    # The index of the first state with the accusation.
    at: int
    chance: float
    # The values of accusing this suspect, and of waiting.
    value: float
    waiting: float
    matches: int
    # The draws until the seat could have been certain; None if it never could.
    draws_to_certain: int | None

    @property
    def is_catch(self) -> bool:
        """Return whether the suspect was the chief."""
        return choose_award_reason(self.matches) is AwardReason.CHIEF


@dataclass(frozen=True, slots=True)
class BestMoment:
    """The first state in which accusing was worth at least as much as waiting.

    `lost` is the value of that accusation minus that of the seat's later choice: its
    own accusation, or silence. None if it accused by then, or in a void round.
    """

    at: int
    prospect: Prospect
    waiting: float
    lost: float | None


@dataclass(frozen=True, slots=True)
class SeatAnalysis:
    """The knowledge of one seat in a round, and its luck (games/deduction/luck.py).

    Nerve is the rest of its points: luck and nerve add up to the points of its token.
    """

    seat: int
    # For each state the probability of each suspect being the chief, in SUSPECTS order.
    chances: tuple[Chances, ...]
    certain_at: int | None
    accusation: JudgedAccusation | None
    best_moment: BestMoment | None
    luck: float
    nerve: float
    is_void: bool

    @property
    def could_accuse_at(self) -> int | None:
        """Return the first state in which the seat was certain and had not accused."""
        at, made = self.certain_at, self.accusation
        return None if at is None or (made and made.at <= at) else at

    @property
    def certainty(self) -> tuple[float, ...]:
        """Return the chance of the likeliest suspect in each state."""
        return tuple(max(chances) for chances in self.chances)


@dataclass(frozen=True, slots=True)
class RoundAnalysis:
    """The analyses of all seats in a round; `_at` fields are indices of its states."""

    # The number of the round: a void round and its repetition have the same one.
    number: int
    seats: tuple[SeatAnalysis, ...]
    chief: Suspect
    # The first state with the chief in a line, if any.
    open_at: int | None
    # The first state in which a seat that could accuse was certain, and which seats.
    certain_at: int | None
    certain_seats: tuple[int, ...]
    # The first state of the last call, if there was one.
    last_call_at: int | None
    # The first state with the clues revealed.
    revealed_at: int
    gifts: tuple[Gift, ...]


@dataclass(frozen=True, slots=True)
class _View:
    """The knowledge of one seat in one state."""

    observation: Observation
    chances: Chances
    draws: int

    @property
    def stakes(self) -> Stakes:
        return compute_stakes(self.observation)

    @property
    def free(self) -> list[Suspect]:
        taken = {a.suspect for a in self.observation.accusations}
        lines = (view.line for view in self.observation.seats)
        return [card for line in lines for card in line if card not in taken]

    @property
    def best(self) -> Prospect:
        return choose_prospect(self.chances, self.free, self.stakes)

    @property
    def waiting(self) -> float:
        return compute_waiting_value(self.chances, self.observation)

    @property
    def silence(self) -> float:
        """Return the value of the token due without an accusation (section 5)."""
        lines = (view.line for view in self.observation.seats)
        is_open = sum(self.chances[INDEX[card]] for line in lines for card in line)
        return is_open * self.stakes.black + (1 - is_open) * self.stakes.white


def analyse_round(states: Sequence[State]) -> RoundAnalysis:
    """Return the analysis of one round, from the observations of each seat.

    `states` are all states of the round in order, from the deal to the reveal or later.

    Raises:
        ValueError: the clues are not revealed in the last state.
    """
    if states[-1].phase in HIDDEN or not states[-1].results:
        raise ValueError("the round is not revealed")
    result = states[-1].results[-1]
    open_states = [state for state in states if state.phase in HIDDEN]
    # The same for all seats.
    memories = recall(observe(state, 0) for state in open_states)
    rest = len(states) - len(open_states)
    lucks, gifts = compute_luck(states[: len(open_states) + 1], memories, result)
    steps = list(zip(open_states, memories, strict=True))
    seats = tuple(
        _analyse_seat(
            seat, [_build_view(*step, seat) for step in steps], result, rest, luck
        )
        for seat, luck in enumerate(lucks)
    )
    certain_at, certain_seats = _find_first_certain(seats)
    return RoundAnalysis(
        number=result.number,
        seats=seats,
        chief=result.chief,
        open_at=_find_first(
            any(result.chief in line for line in state.lines) for state in states
        ),
        certain_at=certain_at,
        certain_seats=certain_seats,
        last_call_at=_find_first(state.phase is Phase.LAST_CALL for state in states),
        revealed_at=len(open_states),
        gifts=gifts,
    )


def _find_first_certain(
    seats: Sequence[SeatAnalysis],
) -> tuple[int | None, tuple[int, ...]]:
    """Return when the first seat could name the chief for certain, and which ones."""
    times = {each.seat: each.could_accuse_at for each in seats}
    first = min((at for at in times.values() if at is not None), default=None)
    if first is None:
        return None, ()
    return first, tuple(seat for seat, at in times.items() if at == first)


def _find_first(flags: Iterable[bool]) -> int | None:
    return next((index for index, flag in enumerate(flags) if flag), None)


def _analyse_seat(
    seat: int, views: Sequence[_View], result: RoundResult, rest: int, luck: float
) -> SeatAnalysis:
    known = tuple(float(suspect == result.chief) for suspect in SUSPECTS)
    certain_at = _find_first(view.chances[INDEX[result.chief]] == 1 for view in views)
    accusation = _judge(seat, views, result, certain_at)
    points = sum_award_points(result, seat)
    return SeatAnalysis(
        seat=seat,
        chances=(*(view.chances for view in views), *(known,) * rest),
        certain_at=certain_at,
        accusation=accusation,
        best_moment=_find_best_moment(views, accusation, is_void=result.is_void),
        luck=luck,
        nerve=points - luck,
        is_void=result.is_void,
    )


def _build_view(state: State, memory: Memory, seat: int) -> _View:
    observation = observe(state, seat)
    chances = deduce(observation, memory).chances
    return _View(observation, chances, len(memory.sightings))


def _judge(
    seat: int, views: Sequence[_View], result: RoundResult, certain_at: int | None
) -> JudgedAccusation | None:
    made = next((a for a in result.accusations if a.seat == seat), None)
    if made is None:
        return None
    at = _find_accusation(made, views)
    before = views[at - 1]
    sure = None
    if certain_at is not None:
        sure = max(0, views[certain_at].draws - before.draws)
    return JudgedAccusation(
        suspect=made.suspect,
        at=at,
        chance=before.chances[INDEX[made.suspect]],
        value=compute_prospect(before.chances, made.suspect, before.stakes).value,
        waiting=before.waiting,
        matches=made.matches or 0,
        draws_to_certain=sure,
    )


def _find_best_moment(
    views: Sequence[_View], accusation: JudgedAccusation | None, *, is_void: bool
) -> BestMoment | None:
    until = len(views) if accusation is None else accusation.at
    for index, view in enumerate(views[:until]):
        if view.observation.phase is not Phase.SUSPECTS or not view.free:
            continue
        best, waiting = view.best, view.waiting
        if best.value >= waiting:
            made = accusation.value if accusation else views[-1].silence
            is_late = index < until - 1 and not is_void
            lost = best.value - made if is_late else None
            return BestMoment(index, best, waiting, lost)
    return None


def _find_accusation(made: Accusation, views: Sequence[_View]) -> int:
    """Return the index of the first state with an accusation."""
    for index, view in enumerate(views):
        if any(a.seat == made.seat for a in view.observation.accusations):
            return index
    # The accusation ended the round: its first state is the reveal.
    return len(views)
