"""Display names of suspects, investigators, traits, sides and bots.

The rules know a suspect by its code alone. Each function takes plain values and returns
text in the active language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import NAMELESS
from games.rules.editions import (
    Discards,
    Edition,
    FirstPlayer,
    Investigator,
    LastCall,
    Limits,
    NotebookMode,
    Placement,
    Race,
    Reactions,
    TenPoints,
)
from games.rules.state import Phase
from games.rules.suspects import list_matching_sides

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# Only the stubs have this type; the alias is not evaluated at run time.
type LazyText = StrPromise

# The rule books name seven suspects (docs/rules.md section 1). The other names are ours
# and short, because they stand under a card that is 3 rem wide.
SUSPECT_NAMES: dict[str, LazyText] = {
    "00000": pgettext_lazy("suspect", "Minka"),
    "00001": pgettext_lazy("suspect", "Pepper"),
    "00010": pgettext_lazy("suspect", "Fleming"),
    "00011": pgettext_lazy("suspect", "Otto"),
    "00100": pgettext_lazy("suspect", "Rosa"),
    "00101": pgettext_lazy("suspect", "Ingrid"),
    "00110": pgettext_lazy("suspect", "Viktor"),
    "00111": pgettext_lazy("suspect", "Klaus"),
    "01000": pgettext_lazy("suspect", "Greta"),
    "01001": pgettext_lazy("suspect", "Momo"),
    "01010": pgettext_lazy("suspect", "Agatha"),
    "01011": pgettext_lazy("suspect", "Raymond"),
    "01100": pgettext_lazy("suspect", "Dorothy"),
    "01101": pgettext_lazy("suspect", "Günther"),
    "01110": pgettext_lazy("suspect", "Boris"),
    "01111": pgettext_lazy("suspect", "Irma"),
    "10000": pgettext_lazy("suspect", "Jonesy"),
    "10001": pgettext_lazy("suspect", "Ruby"),
    "10010": pgettext_lazy("suspect", "Lash"),
    "10011": pgettext_lazy("suspect", "Harry"),
    "10100": pgettext_lazy("suspect", "Marlene"),
    "10101": pgettext_lazy("suspect", "Philip"),
    "10110": pgettext_lazy("suspect", "Nils"),
    "10111": pgettext_lazy("suspect", "Georg"),
    "11000": pgettext_lazy("suspect", "Olga"),
    "11001": pgettext_lazy("suspect", "Misha"),
    "11010": pgettext_lazy("suspect", "Banshee"),
    "11011": pgettext_lazy("suspect", "Edgar"),
    "11100": pgettext_lazy("suspect", "Vera"),
    "11101": pgettext_lazy("suspect", "Caspar"),
    "11110": pgettext_lazy("suspect", "Sergei"),
    "11111": pgettext_lazy("suspect", "Leopold"),
}

INVESTIGATOR_NAMES: dict[str, LazyText] = {
    "laces": pgettext_lazy("investigator", "Jimmy Laces"),
    "colombini": pgettext_lazy("investigator", "Martin Colombini"),
    "britton": pgettext_lazy("investigator", "John Britton"),
    "lansbury": pgettext_lazy("investigator", "Miss Lansbury"),
    "meridian": pgettext_lazy("investigator", "Marcus Meridian"),
}

TRAIT_NAMES: dict[str, LazyText] = {
    "hat": pgettext_lazy("trait", "hat"),
    "glasses": pgettext_lazy("trait", "glasses"),
    "coat": pgettext_lazy("trait", "coat/sweater"),
    "fur": pgettext_lazy("trait", "fur"),
    "newspaper": pgettext_lazy("trait", "newspaper"),
}

# Each is a phrase that stands alone, on a clue, or in a list of five after a name.
SIDE_NAMES: dict[str, LazyText] = {
    "hat": pgettext_lazy("side of a clue", "hat"),
    "no-hat": pgettext_lazy("side of a clue", "no hat"),
    "glasses": pgettext_lazy("side of a clue", "glasses"),
    "no-glasses": pgettext_lazy("side of a clue", "no glasses"),
    "coat": pgettext_lazy("side of a clue", "coat"),
    "sweater": pgettext_lazy("side of a clue", "sweater"),
    "grey": pgettext_lazy("side of a clue", "grey fur"),
    "orange": pgettext_lazy("side of a clue", "orange fur"),
    "newspaper": pgettext_lazy("side of a clue", "newspaper"),
    "no-newspaper": pgettext_lazy("side of a clue", "no newspaper"),
}

# Each names a feature of a cat: it stands after "a cat with" and after the cat's name.
FEATURES: dict[str, LazyText] = {
    "hat": pgettext_lazy("a cat with", "a hat"),
    "no-hat": pgettext_lazy("a cat with", "no hat"),
    "glasses": pgettext_lazy("a cat with", "glasses"),
    "no-glasses": pgettext_lazy("a cat with", "no glasses"),
    "coat": pgettext_lazy("a cat with", "a coat"),
    "sweater": pgettext_lazy("a cat with", "a sweater"),
    "grey": pgettext_lazy("a cat with", "grey fur"),
    "orange": pgettext_lazy("a cat with", "orange fur"),
    "newspaper": pgettext_lazy("a cat with", "a newspaper"),
    "no-newspaper": pgettext_lazy("a cat with", "no newspaper"),
}

EDITION_NAMES: dict[Edition, LazyText] = {
    Edition.DEVIR: _("Devir (Portuguese, English)"),
    Edition.GAGA: _("GaGa Games (Russian)"),
    Edition.PIATNIK: _("Piatnik (Polish)"),
}

PUBLISHERS: dict[Edition, str] = {
    Edition.DEVIR: "Devir",
    Edition.GAGA: "GaGa",
    Edition.PIATNIK: "Piatnik",
}


@dataclass(frozen=True, slots=True)
class OptionLabel:
    """The words for an option or a setting: its name, its effect, and its values.

    `short` is a value and its short name in lists of games; they name no other value.
    """

    name: LazyText
    effect: LazyText
    values: Mapping[Any, LazyText]
    short: tuple[Any, LazyText] | None = None


_YES_OR_NO: dict[Any, LazyText] = {True: _("yes"), False: _("no")}

# One entry for each field of games.rules.editions.Options.
OPTION_LABELS: dict[str, OptionLabel] = {
    "stasi": OptionLabel(
        _("The Stasi officer"),
        _("Whoever draws its token plays the next round with their clue face up."),
        _YES_OR_NO,
        (True, _("Stasi")),
    ),
    "adler": OptionLabel(
        _("Café Adler"),
        _("Four tokens you can swap, unseen, for someone else's."),
        _YES_OR_NO,
        (True, _("Adler")),
    ),
    "placement": OptionLabel(
        _("Sorting the cards"),
        _(
            "Sort cards automatically, or let players do it (a mistake voids "
            "the round)."
        ),
        {
            Placement.REFEREE: _("automatic"),
            Placement.PLAYERS: _("by the players, mistakes possible"),
        },
        (Placement.PLAYERS, _("players sort cards")),
    ),
    "last_call": OptionLabel(
        _("Last call"),
        _("When the deck is empty, everyone left has to accuse. In which order?"),
        {
            LastCall.RACE: _("race: first come, first served"),
            LastCall.CLOCKWISE: _("clockwise, one at a time"),
        },
        (LastCall.CLOCKWISE, _("clockwise last call")),
    ),
    "ten_points": OptionLabel(
        _("Ten points"),
        _("Who wins once ten points are announced."),
        {
            TenPoints.COUNT: _("everyone counts, most points win"),
            TenPoints.ANNOUNCER: _("whoever announces them wins"),
        },
        (TenPoints.ANNOUNCER, _("announcer wins")),
    ),
    "discards": OptionLabel(
        _("Discard piles"),
        _("Whether you can look at discarded cards."),
        {
            Discards.CLOSED: pgettext_lazy("discards", "face down (memory game)"),
            Discards.OPEN: pgettext_lazy("discards", "face up"),
        },
    ),
}

# By phase: the seats that a game waits for.
WAITING_FOR: dict[str, LazyText] = {
    Phase.SIDES: _("Waiting for %(names)s to pick a clue"),
    Phase.SUSPECTS: _("%(names)s's turn to draw"),
    Phase.LAST_CALL: _("Last call! Waiting for %(names)s to accuse"),
    Phase.CAFE: _("Café Adler: waiting for %(names)s"),
    Phase.REVIEW: _("Waiting for %(names)s to move on"),
}

# One entry for each field of games.rules.editions.Settings, but for the links.
SETTING_LABELS: dict[str, OptionLabel] = {
    "first_player": OptionLabel(
        _("First player"),
        _("Who goes first."),
        {
            FirstPlayer.EARLIEST: _("earliest riser"),
            FirstPlayer.LOT: _("random"),
            FirstPlayer.CHOSEN: _("host decides"),
        },
    ),
    "notebook": OptionLabel(
        _("Notebook"),
        _("Private notes on who might have which clue, with optional hints."),
        {
            NotebookMode.OFF: pgettext_lazy("notebook", "none"),
            NotebookMode.ON: _("for your own notes"),
            NotebookMode.AUTO: _("crosses out what's impossible"),
            NotebookMode.ODDS: _("shows the odds, for learning"),
        },
    ),
    "reactions": OptionLabel(
        _("Reactions"),
        _("Barks and paws: quick reactions."),
        {
            Reactions.OFF: pgettext_lazy("reactions", "off"),
            Reactions.ON: pgettext_lazy("reactions", "on"),
        },
    ),
    "limits": OptionLabel(
        _("Time limits"),
        _("Play automatically for anyone who's too slow or has left."),
        {
            Limits.OFF: _("no time limit"),
            Limits.RELAXED: _("relaxed (1–2 min a turn)"),
            Limits.QUICK: _("quick (up to 30 s a turn)"),
        },
    ),
    "race": OptionLabel(
        _("Close races"),
        _("Who wins when two people accuse at once?"),
        {
            Race.FAIR: _("whoever tapped first, even on slow Wi-Fi"),
            Race.ARRIVAL: _("whoever's tap arrives first"),
        },
    ),
    "listed": OptionLabel(
        _("Public game"),
        _("List this table on the home page. Otherwise people need the code."),
        {},
    ),
}


def suspect_name(code: str) -> str:
    return str(SUSPECT_NAMES[code])


def suspect_traits(code: str) -> str:
    """Return the five traits of a suspect in words, in the order of the code."""
    return _traits_in(get_language(), code)


# Every card and every caption of a drawn card shows the traits.
@lru_cache(maxsize=512)
def _traits_in(_language: str | None, code: str) -> str:
    return join_sides(list_matching_sides(code))


def suspect_label(code: str) -> str:
    """Return the accessible name of a suspect: the name and all five traits."""
    return f"{suspect_name(code)}: {suspect_traits(code)}"


def investigator_name(investigator: str) -> str:
    return str(INVESTIGATOR_NAMES[investigator])


def name_of_seat(name: str) -> str:
    """Return the name of a seat (Seat.shown_name): its player's, or its dog's.

    Without a dog it is that of a former player.
    """
    if name == NAMELESS:
        return gettext("a former player")
    code = name.removeprefix(NAMELESS)
    return name if code == name else investigator_name(code)


def name_table(host: str, *, is_own: bool = False) -> str:
    """Return the title of a table; `host` is empty if it has no host."""
    if is_own:
        return gettext("Your table")
    if not host:
        return gettext("A table")
    return gettext("%(name)s's table") % {"name": name_of_seat(host)}


def colour_name(colour: str) -> str:
    """Return the colour of a score token in words."""
    return {
        "gold": pgettext("token", "gold"),
        "white": pgettext("token", "white"),
        "black": pgettext("token", "black"),
    }[colour]


def format_moment(at: datetime) -> str:
    """Return a day and a time in the visitor's zone, or in UTC and saying so."""
    local = timezone.localtime(at)
    text = date_format(local, "DATETIME_FORMAT")
    return f"{text} UTC" if local.tzname() == "UTC" else text


def join_names(names: Iterable[str], *, with_you: bool = False) -> str:
    """Return the names as a list in a sentence: "you, Anna and Bob"."""
    shown = [name_of_seat(name) for name in names]
    if with_you:
        shown.insert(0, pgettext("a list of names", "you"))
    if len(shown) < 2:
        return "".join(shown)
    return pgettext("a list of names", "%(first)s and %(last)s") % {
        "first": ", ".join(shown[:-1]),
        "last": shown[-1],
    }


def trait_name(trait: str) -> str:
    return str(TRAIT_NAMES[trait])


def side_name(side: str) -> str:
    return str(SIDE_NAMES[side])


def join_sides(sides: Iterable[str]) -> str:
    """Return the words for sides, divided by commas."""
    return ", ".join(map(side_name, sides))


# Proper names are the same in every language.
BOT_NAMES = {"pip": "Pip", "bruno": "Bruno", "roxy": "Roxy", "argus": "Argus"}

# A bot takes this investigator unless another seat has it.
BOT_FACES = {
    "pip": Investigator.LACES,
    "bruno": Investigator.BRITTON,
    "roxy": Investigator.LANSBURY,
    "argus": Investigator.MERIDIAN,
}

BOT_STYLES: dict[str, LazyText] = {
    "pip": pgettext_lazy("bot", "A pup: keen, and quick to forget."),
    "bruno": pgettext_lazy(
        "bot", "An old hand: a good judge of whatever he still remembers."
    ),
    "roxy": pgettext_lazy("bot", "A cool head: never forgets a cat."),
    "argus": pgettext_lazy("bot", "Sees everything, and reads your silences."),
}


def name_of_bot(name: str) -> str:
    return BOT_NAMES[name]


def describe_bot(name: str) -> str:
    """Return a sentence on how a bot plays."""
    return str(BOT_STYLES[name])
