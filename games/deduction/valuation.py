"""The expected points of tokens, of accusing now and of waiting (docs/bots.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.deduction.worlds import INDEX, PLACES
from games.rules.editions import Options
from games.rules.observe import Observation
from games.rules.suspects import SUSPECTS, Suspect
from games.rules.tokens import STASI, Colour, Face, build_full_pool, points_of

# The Stasi token returns to the pool unless the game ends: it costs a round with a
# face-up clue rather than its points.
_STASI_COST = -1.0
# The value of waiting as a share of the way from a black token to a gold one while the
# chief can still be caught, by number of seats, and to a white one once the chief is
# accused. Found by experiment (docs/bots.md).
_SHARE_OF_GOLD = {3: 0.60, 4: 0.60, 5: 0.57}
_SHARE_OF_WHITE = 0.8
# For each suspect the five that differ in one trait: its assistants if it is the chief.
_NEAR = tuple(
    tuple(index ^ (1 << bit) for bit in range(PLACES)) for index in range(len(SUSPECTS))
)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The expected points of the next token of each colour; 0 if it is empty."""

    gold: float
    white: float
    black: float


def compute_stakes(observation: Observation) -> Stakes:
    """Return the viewer's stakes in this round."""
    means = _compute_means(observation)
    return Stakes(
        *(
            mean if left else 0.0
            for mean, left in zip(means, observation.pool, strict=True)
        )
    )


def compute_expected_points(observation: Observation, seat: int) -> float:
    """Return the points of a seat's tokens, with the mean value for hidden faces."""
    if seat == observation.viewer and observation.my_points is not None:
        return observation.my_points
    means = dict(zip(Colour, _compute_means(observation), strict=True))
    return sum(
        points_of(token.colour, token.face) if token.face else means[token.colour]
        for token in observation.seats[seat].tokens
    )


def _compute_means(observation: Observation) -> tuple[float, ...]:
    known = tuple(
        sorted(
            (token.colour, token.face)
            for view in observation.seats
            for token in view.tokens
            if token.face
        )
    )
    return _compute_mean_faces(observation.options, known)


# 14 µs without the cache, as long as all else in the value of an accusation.
@lru_cache(maxsize=1024)
def _compute_mean_faces(
    options: Options, known: tuple[tuple[Colour, Face], ...]
) -> tuple[float, ...]:
    pool = build_full_pool(options)
    means = []
    for colour in Colour:
        faces = list(pool.left(colour))
        for shown, face in known:
            if shown is colour:
                faces.remove(face)
        values = [_compute_token_value(colour, face) for face in faces]
        means.append(sum(values) / len(values) if values else 0.0)
    return tuple(means)


def _compute_token_value(colour: Colour, face: Face) -> float:
    return _STASI_COST if face == STASI else points_of(colour, face)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The probabilities and the expected points of accusing a suspect."""

    suspect: Suspect
    chief: float
    assistant: float
    value: float


def compute_prospect(
    chances: tuple[float, ...], suspect: Suspect, stakes: Stakes
) -> Prospect:
    index = INDEX[suspect]
    chief = chances[index]
    near = _NEAR[index]
    assistant = sum([chances[other] for other in near])
    value = (
        chief * stakes.gold
        + assistant * stakes.white
        + (1 - chief - assistant) * stakes.black
    )
    return Prospect(suspect, chief, assistant, value)


def choose_prospect(
    chances: tuple[float, ...], free: Sequence[Suspect], stakes: Stakes
) -> Prospect:
    """Return the prospect of the free suspect with the highest value."""
    prospects = [compute_prospect(chances, suspect, stakes) for suspect in free]
    return max(prospects, key=lambda prospect: prospect.value)


def compute_waiting_value(
    chances: tuple[float, ...], observation: Observation
) -> float:
    """Return the viewer's expected points of letting other seats accuse first.

    Waiting brings information, but to all seats, and another seat may accuse the chief.
    """
    stakes = compute_stakes(observation)
    lost = sum([chances[INDEX[made.suspect]] for made in observation.accusations])
    share = _SHARE_OF_GOLD[len(observation.seats)]
    gold = stakes.black + share * (stakes.gold - stakes.black)
    white = stakes.black + _SHARE_OF_WHITE * (stakes.white - stakes.black)
    return (1 - lost) * gold + lost * white
