"""Score tokens, their values and the pool (docs/rules.md section 1, R1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from games.rules.editions import Options


class Colour(StrEnum):
    """The colours on the backs of the score tokens."""

    GOLD = "gold"
    WHITE = "white"
    BLACK = "black"


# A number from "-1" to "5", ADLER or STASI.
type Face = str

ADLER: Face = "adler"
STASI: Face = "stasi"

# An Adler token counts the value of the token that it replaces (R15).
_ADLER_POINTS = {Colour.GOLD: 3, Colour.WHITE: 1, Colour.BLACK: -1}
# Section 7.
_STASI_POINTS = -2

_BASE: dict[Colour, tuple[Face, ...]] = {
    Colour.GOLD: ("3", "3", "4", "4", "5"),
    Colour.WHITE: ("1",) * 6 + ("2",) * 6,
    Colour.BLACK: ("0",) * 4 + ("-1",) * 4,
}
# The tokens of the base game that an option replaces, one for one.
_ADLER_REPLACES: dict[Colour, tuple[Face, ...]] = {
    Colour.GOLD: ("3",),
    Colour.WHITE: ("1", "1"),
    Colour.BLACK: ("-1",),
}
_STASI_REPLACES: dict[Colour, tuple[Face, ...]] = {Colour.BLACK: ("-1",)}


@dataclass(frozen=True, slots=True)
class Pool:
    """The face-down tokens of each colour, in drawing order.

    Holds secrets; never pass it to a template.
    """

    gold: tuple[Face, ...]
    white: tuple[Face, ...]
    black: tuple[Face, ...]

    def left(self, colour: Colour) -> tuple[Face, ...]:
        """Return the tokens of one colour, in drawing order."""
        if colour is Colour.GOLD:
            return self.gold
        return self.white if colour is Colour.WHITE else self.black

    def is_short(self) -> bool:
        """Return whether a colour has run out."""
        return not (self.gold and self.white and self.black)

    def holds_same(self, other: "Pool") -> bool:
        """Return whether two pools hold the same tokens, in any order."""
        return all(
            sorted(self.left(colour)) == sorted(other.left(colour)) for colour in Colour
        )


class TokenView(NamedTuple):
    """A token as one viewer sees it; `face` is None if hidden from that viewer."""

    id: str
    colour: Colour
    face: Face | None
    face_up: bool


# No slots, so that the two views are cached and not built for each observation.
@dataclass(frozen=True)
class Token:
    """A token drawn from the pool; its id names the round and seat that drew it.

    Holds a secret, the face, unless the token lies face up.
    """

    id: str
    colour: Colour
    face: Face
    holder: int
    face_up: bool

    @cached_property
    def opened(self) -> TokenView:
        """Return the view for a viewer that may see the face."""
        return TokenView(self.id, self.colour, self.face, self.face_up)

    @cached_property
    def covered(self) -> TokenView:
        """Return the view for all other viewers: the face only if it lies face up."""
        face = self.face if self.face_up else None
        return TokenView(self.id, self.colour, face, self.face_up)


def build_full_pool(options: Options) -> Pool:
    """Return the 25 tokens in play with these options, unshuffled."""
    faces = {colour: list(_BASE[colour]) for colour in Colour}
    if options.adler:
        _replace(faces, _ADLER_REPLACES, ADLER)
    if options.stasi:
        _replace(faces, _STASI_REPLACES, STASI)
    return Pool(*(tuple(faces[colour]) for colour in Colour))


def _replace(
    faces: dict[Colour, list[Face]],
    leaving: Mapping[Colour, tuple[Face, ...]],
    coming: Face,
) -> None:
    for colour, leaving_faces in leaving.items():
        for face in leaving_faces:
            faces[colour].remove(face)
            faces[colour].append(coming)


def points_of(colour: Colour, face: Face) -> int:
    """Return the points of a token, in the final score and towards ten (R15).

    >>> points_of(Colour.GOLD, "adler"), points_of(Colour.BLACK, "stasi")
    (3, -2)
    """
    if face == ADLER:
        return _ADLER_POINTS[colour]
    return _STASI_POINTS if face == STASI else int(face)


def name_token(number: int, attempt: int, seat: int) -> str:
    """Return the id of the token that a seat draws in one attempt at a round.

    >>> name_token(3, 1, 1), name_token(3, 2, 1)
    ('3.1', '3.1#2')
    """
    return f"{number}.{seat}" + (f"#{attempt}" if attempt > 1 else "")
