"""Writes numbers as text."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.labels import join_names

MINUS = "\u2212"


def signed(number: int | str) -> str:
    """Return a number with a typographic minus."""
    return str(number).replace("-", MINUS)


def percent(chance: float) -> int:
    """Return a probability in per cent; only certainty becomes 0 or 100."""
    if 0 < chance < 1:
        return min(99, max(1, round(100 * chance)))
    return round(100 * chance)


def watchers_in_words(names: Sequence[str]) -> str:
    """Return how many watch a table, with their names; nothing if nobody does.

    Strangers have an empty name.
    """
    words = ngettext(
        "%(count)s person is watching", "%(count)s people are watching", len(names)
    ) % {"count": len(names)}
    named = join_names(sorted(set(filter(None, names))))
    return ": ".join(filter(None, (words, named))) if names else ""
