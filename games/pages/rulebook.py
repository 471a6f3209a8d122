"""The sections, sides and tokens that the rules page shows beside its text.

Sections have the numbers of docs/rules.md, because refusals link to them.
"""

from collections import Counter
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.rules.clues import sides_of
from games.rules.editions import Options
from games.rules.suspects import Side, Suspect, Trait
from games.rules.tokens import Colour, Face, full_pool


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules; the template `_<name>.html` holds its text."""

    id: str
    heading: str | Promise
    name: str
    number: int = 0

    @property
    def template(self) -> str:
        """Return the path of the section's template."""
        return f"games/pages/rules/_{self.name}.html"


@dataclass(frozen=True, slots=True)
class TokensOf:
    """The score tokens of one colour: their number, and how often each face occurs."""

    colour: Colour
    count: int
    faces: tuple[tuple[Face, int], ...]


_HEADINGS: dict[str, str | Promise] = {
    "components": pgettext_lazy("section of the rules", "Suspects, clues and tokens"),
    "setting_up": pgettext_lazy("section of the rules", "Before the game"),
    "new_round": pgettext_lazy("section of the rules", "Before each round"),
    "accusing": pgettext_lazy("section of the rules", "Suspects and accusations"),
    "scoring": pgettext_lazy("section of the rules", "Scoring"),
    "winning": pgettext_lazy("section of the rules", "Who wins"),
    "stasi": pgettext_lazy("section of the rules", "Option: the Stasi officer"),
    "adler": pgettext_lazy("section of the rules", "Option: Café Adler"),
    "placing": pgettext_lazy("section of the rules", "Option: players sort the cards"),
    "editions": pgettext_lazy("section of the rules", "Where the editions differ"),
    "example": pgettext_lazy("section of the rules", "An example"),
}

SECTIONS: tuple[Section, ...] = (
    *(
        Section(f"section-{number}", heading, name, number)
        for number, (name, heading) in enumerate(_HEADINGS.items(), start=1)
    ),
    Section(
        "rulings",
        pgettext_lazy("section of the rules", "What the rulebooks leave open"),
        "rulings",
    ),
)

# One suspect, each time with another trait turned over.
_MODEL = "10110"


def _pictures_of(place: int, trait: Trait) -> tuple[tuple[Side, Suspect], ...]:
    """Return both sides of a trait, each with a suspect that has it."""
    before, after = _MODEL[:place], _MODEL[place + 1 :]
    one, other = sides_of(trait)
    return (one, f"{before}1{after}"), (other, f"{before}0{after}")


CLUES = tuple(_pictures_of(place, trait) for place, trait in enumerate(Trait))


def tokens_in_play() -> tuple[TokensOf, ...]:
    """Return the score tokens of a game without options, by colour."""
    pool = full_pool(Options())
    return tuple(
        TokensOf(
            colour,
            len(pool.left(colour)),
            tuple(sorted(Counter(pool.left(colour)).items(), key=_value_of)),
        )
        for colour in Colour
    )


def _value_of(counted: tuple[Face, int]) -> int:
    return int(counted[0])
