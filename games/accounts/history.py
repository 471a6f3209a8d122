"""Reads a player's games and figures, and presents them for the player's own pages."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Count, ExpressionWrapper, F, Q, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.labels import investigator_name, join_names
from games.models import Accusation, Game, Move, Player, Seat, TablePhase, Token
from games.play.selectors import get_finished_seats
from games.rules.observe import SPECTATOR
from games.rules.results import JUDGED
from games.table.page.own_tables import RunningTable, say_winners
from games.table.page.status import format_signed
from games.table.people.holders import get_games_perhaps_left_by
from runtime.threads import Kind, require_slow_thread

ON_A_PAGE = 50
# The number of accusations with each of these results.
type Catches = dict[str, int]


def get_games_for(player: Player, number: str | None = None) -> "Page[Game]":
    """Return a page of a player's games with their seats.

    Running ones come first, then the newest. A number that is none means the first page
    or the last one.
    """
    require_slow_thread(Kind.SEARCHES)
    seated = Seat.objects.filter(player=player).values("game")
    held = get_games_perhaps_left_by(player).values("pk")
    games = Game.objects.filter(Q(pk__in=seated) | Q(host=player) | Q(pk__in=held))
    is_over = ExpressionWrapper(Q(ended_at__isnull=False), BooleanField())
    rows = games.prefetch_related("seats").select_related("next")
    rows = rows.order_by(is_over, "-opened_at", "-pk")
    page = Paginator(rows, ON_A_PAGE).get_page(number)
    page.object_list = [game for game in page if _has_had_part(game, player)]
    return page


def _has_had_part(game: Game, player: Player) -> bool:
    is_seated = any(seat.player_id == player.pk for seat in game.seats.all())
    return is_seated or game.host_id == player.pk or bool(game.list_holdings(player.pk))


def read_catches(player: Player) -> dict[str, Catches]:
    """Count the results of a player's accusations, by code of the closed game.

    A void round is left out, because it awards no accusation.
    """
    tokens = Token.objects.filter(
        round__game__seats__player=player,
        round__game__seats__index=F("seat"),
        round__game__ended_at__isnull=False,
        round__game__former=[],
        due__in=JUDGED,
    )
    counted = tokens.order_by().values_list("round__game__code", "due")
    by_game: dict[str, Catches] = {}
    for code, due, count in counted.annotate(count=Count("pk")):
        by_game.setdefault(code, _sum_catches([]))[due] = count
    games = _list_handed_over(player)
    held = {game.pk: list(_list_held(game, player)) for game in games}
    codes = {game.pk: game.code for game in games}
    for pk, due in _list_judged({pk: seats for pk, seats in held.items() if seats}):
        by_game.setdefault(codes[pk], _sum_catches([]))[due] += 1
    return by_game


def _list_handed_over(player: Player) -> list[Game]:
    """Return a player's closed games with a seat that changed hands, with all seats."""
    part = Q(seats__player=player) | Q(bystanders__player=player)
    closed = Game.objects.filter(part, ended_at__isnull=False).exclude(former=[])
    return list(closed.distinct().prefetch_related("seats"))


def _list_held(game: Game, player: Player) -> Iterator[tuple[int, int, int]]:
    """Yield each seat that a player held, the moves before it, and those until then."""
    for former, first in game.list_holdings(player.pk):
        yield former.seat, first, former.moves
    for seat in game.seats.all():
        if seat.player_id == player.pk:
            first = game.count_moves_before_holder(seat.index)
            yield seat.index, first, game.move_count


def _list_judged(
    held: Mapping[int, list[tuple[int, int, int]]],
) -> Iterator[tuple[int, str]]:
    """Yield the game and the result of each accusation made in these seats of games."""
    if not held:
        return
    moves = Move.objects.filter(game__in=held, content__move="accuse")
    made = Accusation.objects.filter(round__game__in=held)
    tokens = Token.objects.filter(round__game__in=held, due__in=JUDGED)
    dues = {
        (place, seat): due
        for place, seat, due in tokens.values_list("round", "seat", "due")
    }
    # The rows of accusations have the order of their moves.
    pairs = zip(
        moves.order_by("game", "number").values_list("game", "number"),
        made.order_by(
            "round__game", "round__number", "round__attempt", "order"
        ).values_list("round", "seat"),
        strict=True,
    )
    for (pk, number), (place, seat) in pairs:
        due = dues.get((place, seat))
        if due and any(
            seat == each and first < number <= last for each, first, last in held[pk]
        ):
            yield pk, due


def read_career(player: Player, catches: Iterable[Catches]) -> dict[str, Any]:
    """Return a player's totals over all finished games; `catches` has each game's."""
    whole = Q(game__former=[])
    figures = get_finished_seats(player).aggregate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(winner=True)),
        points=Coalesce(Sum("points", filter=whole), 0),
        golds=Coalesce(Sum("golds", filter=whole), 0),
    )
    for game in _list_handed_over(player):
        points, golds = _sum_scores(game, player) or (0, 0)
        figures["points"] += points
        figures["golds"] += golds
    return figures | {"catches": _sum_catches(list(catches))}


def _sum_scores(game: Game, player: Player) -> tuple[int, int] | None:
    """Return the points and gold tokens that a player brought to the seats of a game.

    None if the game was not played to its end, or the player had no seat in it.
    """
    scores = [
        (points, golds)
        for seat in game.seats.all()
        if seat.points is not None
        for holder, points, golds in game.list_scores(seat)
        if (holder or seat).player_id == player.pk
    ]
    if not scores:
        return None
    return sum(points for points, _ in scores), sum(golds for _, golds in scores)


def _sum_catches(catches: list[Catches]) -> Catches:
    return {str(due): sum(each[due] for each in catches) for due in JUDGED}


def describe_games(
    player: Player,
    games: Iterable[Game],
    catches: Mapping[str, Catches],
    running: Mapping[str, RunningTable],
) -> Iterator[dict[str, Any]]:
    """Yield a player's games in words. A host without a seat may replay none."""
    for game in games:
        seats = list(game.seats.all())
        mine = next((seat for seat in seats if seat.player_id == player.pk), None)
        left = {each.seat for each, _first in game.list_holdings(player.pk)}
        held = mine or next((seat for seat in seats if seat.index in left), None)
        role = investigator_name(held.investigator) if held else _("host, not playing")
        yield {
            "code": game.code,
            "running": running.get(game.code),
            "is_running": game.ended_at is None,
            "on": game.ended_at or game.opened_at,
            "winners": say_winners(seats, SPECTATOR if mine is None else mine.index),
            "role": role,
            "others": join_names(
                [seat.shown_name for seat in seats if seat is not mine]
            ),
            "outcome": _describe_outcome(game, player, has_left=mine is not held),
            "catches": catches.get(game.code),
            "has_evening": bool(game.evening) or hasattr(game, "next"),
            "has_replay": bool(held and game.started_at and game.ended_at),
        }


def _describe_outcome(game: Game, player: Player, *, has_left: bool) -> str:
    if game.ended_at is None:
        return str(TablePhase(game.phase).label)
    score = _sum_scores(game, player)
    said = [_("seat given away")] if has_left else []
    if score is None:
        return ", ".join(said) or _("game cancelled")
    points, golds = score
    text = ngettext("%(points)s point", "%(points)s points", abs(points))
    said.append(text % {"points": format_signed(points)})
    if golds:
        text = ngettext("%(golds)s gold token", "%(golds)s gold tokens", golds)
        said.append(text % {"golds": golds})
    return ", ".join(said)
