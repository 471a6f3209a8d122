"""The pages of the rules and of the record checker.

Sections have the numbers of docs/rules.md, because refusals link to them.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext_lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.rules.editions import Options
from games.rules.grammar import read_grammar
from games.rules.suspects import Side, Suspect, Trait, sides_of
from games.rules.tokens import Colour, Face, full_pool

_HEADINGS = {
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
    "rulings": pgettext_lazy("section of the rules", "What the rulebooks leave open"),
}

SECTIONS: list[dict[str, Any]] = [
    {
        "id": f"section-{number}",
        "number": number,
        "heading": heading,
        "template": f"games/pages/rules/_{name}.html",
    }
    for number, (name, heading) in enumerate(_HEADINGS.items(), start=1)
]
# docs/rules.md has no section for the rulings.
SECTIONS[-1] |= {"id": "rulings", "number": 0}

# One suspect, each time with another trait turned over.
_MODEL = "10110"


def _pictures_of(place: int, trait: Trait) -> tuple[tuple[Side, Suspect], ...]:
    """Return both sides of a trait, each with a suspect that has it."""
    before, after = _MODEL[:place], _MODEL[place + 1 :]
    one, other = sides_of(trait)
    return (one, f"{before}1{after}"), (other, f"{before}0{after}")


_CLUES = tuple(_pictures_of(place, trait) for place, trait in enumerate(Trait))


@gzip_page
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game; refusals at a table link to their sections."""
    context = {"sections": SECTIONS, "clues": _CLUES, "tokens": list(_tokens())}
    return render(request, "games/pages/rules.html", context)


def _tokens() -> Iterator[tuple[Colour, int, list[tuple[Face, int]]]]:
    """Yield the colours of a game without options, their tokens and their faces."""
    pool = full_pool(Options())
    for colour in Colour:
        faces = Counter(pool.left(colour)).items()
        in_order = sorted(faces, key=lambda counted: int(counted[0]))
        yield colour, len(pool.left(colour)), in_order


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Show the page that verifies a record in the browser; the record is not sent."""
    context = {"grammar": read_grammar()}
    return render(request, "games/pages/verify.html", context)
