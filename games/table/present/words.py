"""Small pieces of sentences: names of seats, lists of names, numbers."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

MINUS = "\u2212"


def signed(number: int | str) -> str:
    """Return a number as people write it, with a real minus."""
    return str(number).replace("-", MINUS)


def name_or_removed(name: str) -> str:
    """Return a seat's name, or words in its place when it was removed."""
    return name or _("a removed player")


def join_names(names: list[str]) -> str:
    """Return a list as people write it: "Anna, Bob and Carol"."""
    shown = [name_or_removed(name) for name in names]
    if len(shown) < 2:
        return "".join(shown)
    return pgettext("a list of names", "%(first)s and %(last)s") % {
        "first": ", ".join(shown[:-1]),
        "last": shown[-1],
    }


def percent(chance: float) -> int:
    """Return a chance in per cent; 0 and 100 only where nothing else is possible."""
    if 0 < chance < 1:
        return min(99, max(1, round(100 * chance)))
    return round(100 * chance)
