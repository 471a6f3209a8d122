"""Reads on behalf of a user: which table, and what this viewer may see of it."""

from dataclasses import dataclass, replace
from functools import lru_cache

from django.db.models import Count, QuerySet
from django.http import Http404

from games.codes import clean_code
from games.models import Game, Player, TablePhase
from games.rules.observe import SPECTATOR, Observation, Viewer, observe
from games.rules.state import State
from games.same import Same
from games.snapshots import Snapshot, Table, cache, get_snapshot


@dataclass(frozen=True, slots=True)
class Scene:
    """What one viewer sees of a table; all that presenters and templates get.

    `name` is what the viewer is called elsewhere, to offer it with a seat.
    """

    table: Table
    viewer: Viewer
    name: str
    is_host: bool
    observation: Observation | None


@dataclass(frozen=True, slots=True)
class Change:
    """What a player saw before a move and sees after it.

    `before` is None where nothing was moved, because it had been already.
    """

    before: Scene | None
    after: Scene


def get_game_or_404(code: str) -> Game:
    """Return the table with this code, however it was typed.

    Raises:
        Http404: no such table.
    """
    try:
        return Game.objects.select_related("host").get(code=clean_code(code))
    except Game.DoesNotExist:
        raise Http404 from None


def get_scene_or_404(code: str, player: Player | None) -> Scene:
    """Return what a player (None: a stranger) sees of the table with this code.

    Raises:
        Http404: no such table.
    """
    return see(get_snapshot(get_game_or_404(code)), player)


def get_scene_at(pk: int, number: int, player: Player | None) -> Scene | None:
    """Return what a player sees of a table at this number or a later one, if kept.

    For consumers: it reads no row, so that it may be called on the event loop.
    """
    kept = cache.get(pk)
    if kept is None or kept.table.number < number:
        return None
    return see(kept, player)


def see(snapshot: Snapshot, player: Player | None) -> Scene:
    """Return what a player sees of a table: the one way from a snapshot to a page."""
    table = snapshot.table
    seat = table.seat_of(player.pk if player else None)
    return _see(
        Same(snapshot),
        SPECTATOR if seat is None else seat,
        player.name if player else "",
        player is not None and table.host_id == player.pk,
    )


# The answer to a move and the mover's socket show the same: it is looked up once.
@lru_cache(maxsize=2048)
def _see(snapshot: Same[Snapshot], viewer: Viewer, name: str, is_host: bool) -> Scene:
    table, state = snapshot.value.table, snapshot.value.state
    seen = None if state is None else _observe(table, state, viewer)
    return Scene(table, viewer, name, is_host, seen)


def _observe(table: Table, state: State, viewer: Viewer) -> Observation:
    observation = observe(state, viewer)
    if table.phase == TablePhase.OVER and state.termination is None:
        # Its phase has ended with it: no more moves, and no drawn card in sight.
        return replace(observation, moves=(), turn=None, drawn=None, placing=False)
    return observation


def get_number(pk: int) -> int | None:
    """Return the number of a table, None when there is none."""
    return Game.objects.filter(pk=pk).values_list("number", flat=True).first()


def get_open_tables() -> QuerySet[Game]:
    """Return the tables that wait for anybody, newest first, seats counted."""
    return (
        Game.objects.filter(phase=TablePhase.GATHERING, listed=True)
        .annotate(taken=Count("seats"))
        .filter(taken__lt=5)
        .select_related("host")
        .order_by("-opened_at")[:30]
    )


def get_running_games_for(player_id: int) -> QuerySet[Game]:
    """Return the games of a player that are not closed, newest first."""
    return (
        Game.objects.filter(seats__player_id=player_id)
        .exclude(phase=TablePhase.OVER)
        .order_by("-opened_at")
    )
