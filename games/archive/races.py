"""The races of a closed game: by how much an accusation was sent before another one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Self

from django.utils.translation import ngettext

from games.labels import name_or_removed
from games.models.game import Game
from games.models.move import MoveRow
from games.play.chaining import content_of

# Accusations further apart were no race.
CLOSE = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Sent:
    """An accusation: its move, its seat, and when it counts as sent."""

    number: int
    seat: int
    at: datetime

    @classmethod
    def of(cls, move: MoveRow) -> Self:
        """Return an accusation as its row tells it (games.play.race)."""
        race = content_of(move).get("race", {})
        early = timedelta(milliseconds=race.get("way", 0) + race.get("held", 0))
        return cls(move.number, move.seat, move.made_at - early)


def margin_of(game: Game, number: int, names: Sequence[str]) -> str:
    """Return in words by how much a move won or lost a race, empty without one."""
    accusations = game.moves.filter(content__move="accuse").order_by("number")
    near = [Sent.of(move) for move in accusations]
    own = next((each for each in near if each.number == number), None)
    if own is None:
        return ""
    rivals = [each for each in near if abs(each.at - own.at) < CLOSE and each != own]
    if not rivals:
        return ""
    other = min(rivals, key=lambda each: abs(each.at - own.at))
    first, second = sorted([own, other], key=attrgetter("number"))
    count = max(0, round((second.at - first.at) / timedelta(milliseconds=1)))
    words = ngettext(
        "%(name)s accused %(count)s ms before %(other)s.",
        "%(name)s accused %(count)s ms before %(other)s.",
        count,
    )
    name, rival = (name_or_removed(names[each.seat]) for each in (first, second))
    return words % {"name": name, "other": rival, "count": count}
