"""Writes numbers as text."""

from django.utils.translation import ngettext

MINUS = "\u2212"


def signed(number: int | str) -> str:
    """Return a number with a typographic minus."""
    return str(number).replace("-", MINUS)


def percent(chance: float) -> int:
    """Return a probability in per cent; only certainty becomes 0 or 100."""
    if 0 < chance < 1:
        return min(99, max(1, round(100 * chance)))
    return round(100 * chance)


def watchers_in_words(count: int) -> str:
    """Return how many watch a table; nothing if nobody does."""
    words = ngettext(
        "%(count)s person is watching", "%(count)s people are watching", count
    )
    return words % {"count": count} if count else ""
