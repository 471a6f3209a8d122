"""Parts of sentences: names of seats, lists of names, numbers."""

from django.utils.translation import pgettext

from games.labels import name_or_removed

MINUS = "\u2212"


def signed(number: int | str) -> str:
    """Return a number with a typographic minus."""
    return str(number).replace("-", MINUS)


def join_names(names: list[str]) -> str:
    """Return the names as a list in a sentence: "Anna, Bob and Carol"."""
    shown = [name_or_removed(name) for name in names]
    if len(shown) < 2:
        return "".join(shown)
    return pgettext("a list of names", "%(first)s and %(last)s") % {
        "first": ", ".join(shown[:-1]),
        "last": shown[-1],
    }


def percent(chance: float) -> int:
    """Return a probability in per cent; only certainty becomes 0 or 100."""
    if 0 < chance < 1:
        return min(99, max(1, round(100 * chance)))
    return round(100 * chance)
