"""Reads a player's games and figures, and presents them for the player's own pages."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.labels import investigator_name, join_names
from games.models import Game, Player, Seat, TablePhase, Token
from games.rules.results import AwardReason
from games.table.present.status import format_signed

MOST_SHOWN = 200
# The results of an accusation that was judged.
_JUDGED = (AwardReason.CHIEF, AwardReason.ASSISTANT, AwardReason.INNOCENT)

# The number of accusations with each of these results.
type Catches = dict[str, int]


def get_games_for(player: Player) -> list[Game]:
    """Return a player's games with their seats: running ones first, then the newest."""
    seated = Seat.objects.filter(player=player).values("game")
    games = Game.objects.filter(Q(pk__in=seated) | Q(host=player))
    rows = (
        games.prefetch_related("seats")
        .select_related("next")
        .order_by("-opened_at")[:MOST_SHOWN]
    )
    return sorted(rows, key=lambda game: game.ended_at is not None)


def read_catches(player: Player) -> dict[str, Catches]:
    """Count the results of a player's accusations, by code of the closed game.

    A void round is left out, because it awards no accusation.
    """
    tokens = Token.objects.filter(
        round__game__seats__player=player,
        round__game__seats__index=F("seat"),
        round__game__ended_at__isnull=False,
        due__in=_JUDGED,
    )
    counted = tokens.order_by().values_list("round__game__code", "due")
    by_game: dict[str, Catches] = {}
    for code, due, count in counted.annotate(Count("pk")):
        by_game.setdefault(code, _sum_catches([]))[due] = count
    return by_game


def read_career(player: Player, catches: Iterable[Catches]) -> dict[str, Any]:
    """Return a player's totals over all finished games; `catches` has each game's."""
    played = Seat.objects.filter(
        player=player, points__isnull=False, game__is_tutorial=False
    )
    figures = played.aggregate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(winner=True)),
        points=Coalesce(Sum("points"), 0),
        golds=Coalesce(Sum("golds"), 0),
    )
    return figures | {"catches": _sum_catches(list(catches))}


def _sum_catches(catches: list[Catches]) -> Catches:
    return {str(due): sum(each[due] for each in catches) for due in _JUDGED}


def describe_games(
    player: Player, games: Iterable[Game], catches: Mapping[str, Catches]
) -> Iterator[dict[str, Any]]:
    """Yield a player's games in words. A host without a seat may replay none."""
    for game in games:
        seats = list(game.seats.all())
        mine = next((seat for seat in seats if seat.player_id == player.pk), None)
        role = investigator_name(mine.investigator) if mine else _("host, not playing")
        yield {
            "code": game.code,
            "is_running": game.ended_at is None,
            "on": game.ended_at or game.opened_at,
            "role": role,
            "others": join_names(
                [seat.shown_name for seat in seats if seat is not mine]
            ),
            "outcome": _describe_outcome(game, mine),
            "catches": catches.get(game.code),
            "has_evening": bool(game.evening) or hasattr(game, "next"),
            "has_replay": bool(mine and game.started_at and game.ended_at),
        }


def _describe_outcome(game: Game, mine: Seat | None) -> str:
    if game.ended_at is None:
        return str(TablePhase(game.phase).label)
    if mine is None or mine.points is None:
        return _("game cancelled")
    points = ngettext("%(points)s point", "%(points)s points", abs(mine.points)) % {
        "points": format_signed(mine.points)
    }
    if mine.golds:
        golds = ngettext("%(golds)s gold token", "%(golds)s gold tokens", mine.golds)
        points = f"{points}, {golds % {'golds': mine.golds}}"
    return _("%(points)s, won") % {"points": points} if mine.winner else points
