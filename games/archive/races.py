"""The race of an accusation in words, from the times in its row (games.play.race)."""

from collections.abc import Mapping

from django.utils.translation import ngettext

from games.labels import join_names, name_or_removed
from games.models.move import MoveRow
from games.play.chaining import content_of


def race_in_words(move: MoveRow, names: Mapping[int, str]) -> str:
    """Return by how much an accusation was sent before others, empty without a race."""
    ahead: dict[str, int] = content_of(move).get("race", {}).get("ahead", {})
    if not ahead:
        return ""
    others = [name_or_removed(names[int(seat)]) for seat in ahead]
    count = min(ahead.values())
    words = ngettext(
        "%(name)s accused %(count)s ms before %(other)s.",
        "%(name)s accused %(count)s ms before %(other)s.",
        count,
    )
    name = name_or_removed(names[move.seat])
    return words % {"name": name, "count": count, "other": join_names(others)}
