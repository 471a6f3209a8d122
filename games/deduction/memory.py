"""The memory of a round: a fold of one viewer's observations.

A memory holds only facts that all viewers see, so it contains no secret of its owner
and serves all bots of a table. Folding again after a restart gives the same memory.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from games.deduction.worlds import ALL, Worlds, select_fitting, select_holding
from games.rules.observe import Observation, SeatView
from games.rules.results import Accusation
from games.rules.state import Phase
from games.rules.suspects import Side, Suspect

_PLAYING = frozenset({Phase.SUSPECTS, Phase.LAST_CALL})


@dataclass(frozen=True, slots=True)
class Sighting:
    """A sorted card, its drawer's seat, and whether it matches the drawer's clue."""

    seat: int
    suspect: Suspect
    fits: bool


@dataclass(frozen=True)
class Moment:
    """An accusation, or a new card before which some seats had not accused.

    `worlds` and `free`, the suspects still free to accuse, are the public knowledge
    at that moment. The moments of a round form a linked list through `before`.
    """

    before: "Moment | None"
    worlds: Worlds
    free: tuple[Suspect, ...]
    silent: tuple[int, ...] = ()
    accusation: tuple[int, Suspect] | None = None
    # A cache for each model of the opponents.
    likelihoods: dict[object, Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )


@dataclass(frozen=True, slots=True)
class Memory:
    """The knowledge of a round with perfect memory, without the viewer's own clue."""

    round: tuple[int, int] = (0, 0)
    sightings: tuple[Sighting, ...] = ()
    public_clues: tuple[Side, ...] = ()
    # The accusations in order, and the latest moment.
    accusations: tuple[Accusation, ...] = ()
    moment: Moment | None = None
    # The seat that plays with its clue face up, and the clue.
    exposed: tuple[tuple[int, Side], ...] = ()
    # The card that its drawer has yet to place.
    waiting: Suspect | None = None
    worlds: Worlds = ALL


BLANK = Memory()


def recall(observations: Iterable[Observation]) -> list[Memory]:
    """Return the memory of a viewer after each of these observations, in order."""
    return list(accumulate(observations, remember, initial=BLANK))[1:]


def glance(observation: Observation) -> Memory:
    """Return the memory of a viewer that has just come: the face-up cards only."""
    return remember(BLANK, observation)


def remember(memory: Memory, observation: Observation) -> Memory:
    """Return the memory after one more observation, the same object if unchanged.

    One observation per move gives perfect memory. The closed discards of missed
    observations stay unknown.
    """
    now = (observation.number, observation.attempt)
    if memory.round != now:
        memory = Memory(round=now)
    if observation.phase is Phase.SIDES:
        return memory
    memory = _add_clues(memory, observation)
    memory = _add_cards(memory, observation)
    return _add_accusations(memory, observation)


def forget(memory: Memory, observation: Observation, amount: int) -> Memory:
    """Return the memory with only the last `kept` closed discards."""
    closed = [s for s in memory.sightings if not s.fits and not _lies_open(observation)]
    lost = {s.suspect for s in closed[: max(0, len(closed) - amount)]}
    if not lost:
        return memory
    sightings = tuple(s for s in memory.sightings if s.suspect not in lost)
    clues = _find_clue_worlds(memory, len(observation.seats))
    return replace(memory, sightings=sightings, worlds=_learn(clues, sightings))


def _lies_open(observation: Observation) -> bool:
    return observation.seats[0].discards is not None


def _add_clues(memory: Memory, observation: Observation) -> Memory:
    public = observation.public_clues
    exposed = memory.exposed
    if observation.phase in _PLAYING:
        exposed = tuple(
            (view.seat, view.clue)
            for view in observation.seats
            if view.clue is not None
        )
    if public == memory.public_clues and exposed == memory.exposed:
        return memory
    changed = replace(memory, public_clues=public, exposed=exposed)
    clues = _find_clue_worlds(changed, len(observation.seats))
    return replace(changed, worlds=memory.worlds & clues)


def _find_clue_worlds(memory: Memory, seats: int) -> Worlds:
    worlds = ALL
    for place, side in (*enumerate(memory.public_clues, seats), *memory.exposed):
        worlds &= select_holding(place, side)
    return worlds


def _add_cards(memory: Memory, observation: Observation) -> Memory:
    known = {sighting.suspect for sighting in memory.sightings}
    sightings = [
        s for view in observation.seats for s in _find_new_open_cards(view, known)
    ]
    sightings += _find_new_discard(observation, known | {s.suspect for s in sightings})
    waiting = observation.drawn if observation.placing else None
    if not sightings and waiting == memory.waiting:
        return memory
    if sightings:
        memory = _add_silence(memory, observation)
    return replace(
        memory,
        sightings=(*memory.sightings, *sightings),
        waiting=waiting,
        worlds=_learn(memory.worlds, sightings),
    )


def _learn(worlds: Worlds, sightings: Iterable[Sighting]) -> Worlds:
    for sighting in sightings:
        worlds &= select_fitting(sighting.seat, sighting.suspect, fits=sighting.fits)
    return worlds


def _find_new_open_cards(view: SeatView, known: set[Suspect]) -> list[Sighting]:
    return [
        *[Sighting(view.seat, card, True) for card in view.line if card not in known],
        *[
            Sighting(view.seat, card, False)
            for card in view.discards or ()
            if card not in known
        ],
    ]


def _find_new_discard(observation: Observation, known: set[Suspect]) -> list[Sighting]:
    """Return the card that was just put on a closed pile, if it was unknown."""
    card, seat = observation.drawn, observation.drawn_by
    if card is None or seat is None or card in known or observation.placing:
        return []
    return [] if _lies_open(observation) else [Sighting(seat, card, False)]


def _add_silence(memory: Memory, observation: Observation) -> Memory:
    """Add the moment before a new card, with the seats that had not accused."""
    free = _list_free_suspects(memory)
    if not free:
        return memory
    accusers = {accusation.seat for accusation in memory.accusations}
    silent = tuple(v.seat for v in observation.seats if v.seat not in accusers)
    moment = Moment(memory.moment, memory.worlds, free, silent)
    return replace(memory, moment=moment)


def _add_accusations(memory: Memory, observation: Observation) -> Memory:
    for accusation in observation.accusations[len(memory.accusations) :]:
        made = Accusation(accusation.seat, accusation.suspect)
        free = _list_free_suspects(memory)
        memory = replace(
            memory,
            accusations=(*memory.accusations, made),
            moment=Moment(
                memory.moment, memory.worlds, free, accusation=(made.seat, made.suspect)
            ),
        )
    return memory


def _list_free_suspects(memory: Memory) -> tuple[Suspect, ...]:
    accused = {accusation.suspect for accusation in memory.accusations}
    return tuple(
        [s.suspect for s in memory.sightings if s.fits and s.suspect not in accused]
    )
