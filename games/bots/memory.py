"""What has been seen of a round: the fold of the observations of one viewer.

Only what everybody at the table sees is remembered, so a memory holds no secret of its
owner, and it is the same again when the fold is made anew after a restart.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from games.bots.worlds import ALL, Worlds, fitting, holding
from games.rules.observe import Observation, SeatView
from games.rules.results import Accusation
from games.rules.state import Phase
from games.rules.suspects import SUSPECTS, Side, Suspect

_PLAYING = frozenset({Phase.SUSPECTS, Phase.LAST_CALL})


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card that was sorted: whose, and whether it fitted the drawer's clue."""

    seat: int
    suspect: Suspect
    fits: bool


# Without slots: what is made of it is kept with it.
@dataclass(frozen=True)
class Moment:
    """A moment in which somebody accused, or the next card came and nobody had.

    `worlds` and `free` are what all could know then: whom anybody might have accused.
    """

    before: "Moment | None"
    worlds: Worlds
    free: tuple[Suspect, ...]
    silent: tuple[int, ...] = ()
    charge: tuple[int, Suspect] | None = None
    heard: dict[object, Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )


@dataclass(frozen=True, slots=True)
class Memory:
    """What perfect memory knows of a round, without a clue of its own."""

    round: tuple[int, int] = (0, 0)
    sightings: tuple[Sighting, ...] = ()
    public_clues: tuple[Side, ...] = ()
    # Who has accused, and whom, in order; and the latest moment of which that tells.
    accusations: tuple[Accusation, ...] = ()
    moment: Moment | None = None
    # The seat that plays with its clue face up, and the clue.
    exposed: tuple[tuple[int, Side], ...] = ()
    # Shown, and not placed yet by the player who drew it.
    waiting: Suspect | None = None
    worlds: Worlds = ALL


BLANK = Memory()


def recall(observations: Iterable[Observation]) -> Memory:
    """Return the memory of who saw all this, in this order."""
    memory = BLANK
    for observation in observations:
        memory = remember(memory, observation)
    return memory


def glance(observation: Observation) -> Memory:
    """Return what lies face up: the memory of who has only just come to the table."""
    return remember(BLANK, observation)


def remember(memory: Memory, observation: Observation) -> Memory:
    """Return a memory with what an observation adds; the same one if that is nothing.

    With one observation a move nothing is missed. Where some were missed, discards of
    that time stay unknown.
    """
    now = (observation.number, observation.attempt)
    if memory.round != now:
        memory = Memory(round=now)
    if observation.phase is Phase.SIDES:
        return memory
    memory = _see_clues(memory, observation)
    memory = _see_cards(memory, observation)
    return _hear_accusations(memory, observation)


def forget(memory: Memory, observation: Observation, kept: int) -> Memory:
    """Return a memory that holds of the closed discards only the last few."""
    dark = [s for s in memory.sightings if not s.fits and not _lies_open(observation)]
    lost = {s.suspect for s in dark[: max(0, len(dark) - kept)]}
    if not lost:
        return memory
    sightings = tuple(s for s in memory.sightings if s.suspect not in lost)
    clues = _worlds_of_clues(memory, len(observation.seats))
    return replace(memory, sightings=sightings, worlds=_learn(clues, sightings))


def _lies_open(observation: Observation) -> bool:
    return observation.seats[0].discards is not None


def _see_clues(memory: Memory, observation: Observation) -> Memory:
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
    clues = _worlds_of_clues(changed, len(observation.seats))
    return replace(changed, worlds=memory.worlds & clues)


def _worlds_of_clues(memory: Memory, seats: int) -> Worlds:
    worlds = ALL
    for place, side in (*enumerate(memory.public_clues, seats), *memory.exposed):
        worlds &= holding(place, side)
    return worlds


def _see_cards(memory: Memory, observation: Observation) -> Memory:
    known = {sighting.suspect for sighting in memory.sightings}
    seen = [s for view in observation.seats for s in _look_at(view, known)]
    dark = _see_discard(memory, observation, known | {s.suspect for s in seen})
    seen += dark
    waiting = observation.drawn if observation.placing else None
    if not seen and waiting == memory.waiting:
        return memory
    if seen:
        memory = _hear_silence(memory, observation)
    return replace(
        memory,
        sightings=(*memory.sightings, *seen),
        waiting=waiting,
        worlds=_learn(memory.worlds, seen),
    )


def _learn(worlds: Worlds, sightings: Iterable[Sighting]) -> Worlds:
    for sighting in sightings:
        worlds &= fitting(sighting.seat, sighting.suspect, fits=sighting.fits)
    return worlds


def _look_at(view: SeatView, known: set[Suspect]) -> list[Sighting]:
    """Return what lies open before a seat and was not known."""
    return [
        *[Sighting(view.seat, card, True) for card in view.line if card not in known],
        *[
            Sighting(view.seat, card, False)
            for card in view.discards or ()
            if card not in known
        ],
    ]


def _see_discard(
    memory: Memory, observation: Observation, known: set[Suspect]
) -> list[Sighting]:
    """Return the card that has just gone onto a closed pile, if it can be told."""
    if _lies_open(observation) or observation.placing:
        return []
    card = observation.drawn or memory.waiting or _last_card(observation, known)
    if card is None or card in known:
        return []
    piles = [0] * len(observation.seats)
    for sighting in memory.sightings:
        piles[sighting.seat] += not sighting.fits
    # A pile that has grown by more was not watched; the drawer sits before the turn.
    grown = [v.seat for v in observation.seats if v.discard_count > piles[v.seat]]
    if observation.drawn and observation.turn is not None:
        grown = [(observation.turn - 1) % len(piles)]
    return [Sighting(grown[0], card, False)] if len(grown) == 1 else []


def _last_card(observation: Observation, known: set[Suspect]) -> Suspect | None:
    """Return the last card of the deck: who saw 31 of 32 knows it without looking."""
    if observation.deck_left or len(known) != len(SUSPECTS) - 1:
        return None
    return next(card for card in SUSPECTS if card not in known)


def _hear_silence(memory: Memory, observation: Observation) -> Memory:
    """Return the memory with the moment before a new card, and who let it pass."""
    free = _free_suspects(memory)
    if not free:
        return memory
    accusers = {accusation.seat for accusation in memory.accusations}
    silent = tuple(v.seat for v in observation.seats if v.seat not in accusers)
    moment = Moment(memory.moment, memory.worlds, free, silent)
    return replace(memory, moment=moment)


def _hear_accusations(memory: Memory, observation: Observation) -> Memory:
    for accusation in observation.accusations[len(memory.accusations) :]:
        made = Accusation(accusation.seat, accusation.suspect)
        free = _free_suspects(memory)
        memory = replace(
            memory,
            accusations=(*memory.accusations, made),
            moment=Moment(
                memory.moment, memory.worlds, free, charge=(made.seat, made.suspect)
            ),
        )
    return memory


def _free_suspects(memory: Memory) -> tuple[Suspect, ...]:
    accused = {accusation.suspect for accusation in memory.accusations}
    return tuple(
        [s.suspect for s in memory.sightings if s.fits and s.suspect not in accused]
    )
