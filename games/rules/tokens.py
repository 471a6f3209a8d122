"""Score tokens, their one table of values, and the pool (docs/rules.md 1, R1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from games.rules.editions import Options


class Colour(StrEnum):
    """The back of a score token."""

    GOLD = "gold"
    WHITE = "white"
    BLACK = "black"


# "-1" to "5", ADLER or STASI.
type Face = str

ADLER: Face = "adler"
STASI: Face = "stasi"

# R15: an Adler counts what it replaced. The Stasi token counts -2 (section 7).
_ADLER_POINTS = {Colour.GOLD: 3, Colour.WHITE: 1, Colour.BLACK: -1}
_STASI_POINTS = -2

_BASE: dict[Colour, tuple[Face, ...]] = {
    Colour.GOLD: ("3", "3", "4", "4", "5"),
    Colour.WHITE: ("1",) * 6 + ("2",) * 6,
    Colour.BLACK: ("0",) * 4 + ("-1",) * 4,
}
# What an option takes out of the base game, one for one against its own tokens.
_ADLER_REPLACES: dict[Colour, tuple[Face, ...]] = {
    Colour.GOLD: ("3",),
    Colour.WHITE: ("1", "1"),
    Colour.BLACK: ("-1",),
}
_STASI_REPLACES: dict[Colour, tuple[Face, ...]] = {Colour.BLACK: ("-1",)}


@dataclass(frozen=True, slots=True)
class Pool:
    """The face-down tokens of each colour, in the order of drawing.

    Holds secrets; never pass it to a template.
    """

    gold: tuple[Face, ...]
    white: tuple[Face, ...]
    black: tuple[Face, ...]

    def left(self, colour: Colour) -> tuple[Face, ...]:
        """Return the tokens of one colour, the next to be drawn first."""
        if colour is Colour.GOLD:
            return self.gold
        return self.white if colour is Colour.WHITE else self.black

    def is_short(self) -> bool:
        """Tell whether a colour has run out."""
        return not (self.gold and self.white and self.black)

    def holds_same(self, other: "Pool") -> bool:
        """Tell whether two pools hold the same tokens, in whatever order."""
        return all(
            sorted(self.left(colour)) == sorted(other.left(colour)) for colour in Colour
        )


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token before its holder; the face is None where it is hidden."""

    id: str
    colour: Colour
    face: Face | None
    face_up: bool


# Without slots, so that its two views are made once and not for each observation.
@dataclass(frozen=True)
class Token:
    """A token that was drawn: its id says who got it when, whoever holds it now.

    Holds a secret, the face, unless it lies face up.
    """

    id: str
    colour: Colour
    face: Face
    holder: int
    face_up: bool

    @cached_property
    def opened(self) -> TokenView:
        """Return the token for a viewer who may see its face."""
        return TokenView(self.id, self.colour, self.face, self.face_up)

    @cached_property
    def covered(self) -> TokenView:
        """Return the token for everybody else: the face only if it lies face up."""
        face = self.face if self.face_up else None
        return TokenView(self.id, self.colour, face, self.face_up)


def full_pool(options: Options) -> Pool:
    """Return the 25 tokens that these options play with, unshuffled."""
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
    """Return what a token counts at the end and towards ten.

    >>> points_of(Colour.GOLD, "adler"), points_of(Colour.BLACK, "stasi")
    (3, -2)
    """
    if face == ADLER:
        return _ADLER_POINTS[colour]
    return _STASI_POINTS if face == STASI else int(face)


def token_id(number: int, attempt: int, seat: int) -> str:
    """Return the id of the token that a seat got in one attempt at a round.

    >>> token_id(3, 1, 1), token_id(3, 2, 1)
    ('3.1', '3.1#2')
    """
    return f"{number}.{seat}" + (f"#{attempt}" if attempt > 1 else "")
