"""Finds tables for a user, and returns the part of a table that a viewer may see."""

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404

from games.codes import clean_code
from games.errors import NoSuchTable
from games.models import Game, Player, Presence, Seat, TablePhase
from games.play.snapshot import PublicTable, Snapshot, Table
from games.play.transaction import cache, get_snapshot, read_game
from games.players.identity import may_open_tables
from games.rules.observe import SPECTATOR, Observation, Viewer


class TableView(NamedTuple):
    """One viewer's view of a table; presenters and templates get no more than this.

    `name` is the viewer's name at other tables, the default for a new seat. `public`
    is there once the game has begun, as the observation is. A replay
    (games.archive.access) has no forms and buttons.
    """

    table: Table
    viewer: Viewer
    name: str
    is_host: bool
    is_display: bool
    observation: Observation | None
    public: PublicTable | None
    is_replay: bool = False
    # The standing of a viewer without a seat (games.models.game).
    standing: int | None = None
    # The seat that a viewer without one gets with the next round.
    promised_seat: int | None = None
    # The seat that an asking viewer calls their own.
    claimed_seat: int | None = None
    # The key of a viewer without a seat, as the others' questions name it.
    asker: int | None = None
    # Whether the viewer may open the next table, once this game is over.
    may_open: bool = True
    has_account: bool = False
    # Whether a replay shows the view of the user's own seat.
    is_own: bool = False

    @property
    def me(self) -> Viewer:
        """Return the seat that the page calls "you"; a shared page has none."""
        is_shared = self.is_display or (self.is_replay and not self.is_own)
        return SPECTATOR if is_shared else self.viewer

    @property
    def may_sign(self) -> bool:
        """Return whether the table may wait for this viewer: a seat, or the host."""
        return self.viewer >= 0 or (self.is_host and not self.is_display)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats that the game waits for; a replayed scoring has none."""
        observation, phase = self.observation, self.table.phase
        if observation is None or phase == TablePhase.OVER:
            return ()
        if self.is_replay and phase in (TablePhase.CAFE, TablePhase.REVIEW):
            return ()
        if observation.turn is not None:
            return (observation.turn,)
        return tuple(view.seat for view in observation.seats if not view.done)

    def is_absent(self, *, also_left: bool = False) -> bool:
        """Return whether the viewer's seat counts as away or, if asked, as left.

        After leaving the game, a player returns only by a new page or a move, not by a
        page that was left open.
        """
        if self.viewer < 0 or self.table.phase == TablePhase.OVER:
            return False
        presence = self.table.seats[self.viewer].presence
        return presence != Presence.HERE and (also_left or presence != Presence.LEFT)


def get_game_or_404(code: str) -> Game:
    """Return the table with this code, ignoring case, spaces and hyphens.

    Raises:
        Http404: no such table.
    """
    try:
        return read_game(code)
    except NoSuchTable as error:
        raise Http404 from error


def get_table_view_or_404(
    code: str, player: Player | None, *, is_display: bool = False
) -> TableView:
    """Return a player's view of the table with this code; None is a stranger.

    Raises:
        Http404: no such table.
    """
    game = get_game_or_404(code)
    table_view = see(get_snapshot(game), player, is_display=is_display)
    if table_view.table.number != game.number:
        return table_view
    # An accusation is entered, and due, without a new snapshot.
    table = table_view.table._replace(due_at=game.due_at)
    return table_view._replace(table=table)


def get_table_view_at(
    code: str, number: int, player: Player | None, *, is_display: bool = False
) -> TableView | None:
    """Return a player's view of a table at this number or a later one, if cached.

    It runs no query.
    """
    cached = cache.get(code)
    if cached is None or cached.table.number < number:
        return None
    return see(cached, player, is_display=is_display)


def see(
    snapshot: Snapshot, player: Player | None, *, is_display: bool = False
) -> TableView:
    """Return a player's view of a snapshot: the only way from a snapshot to a page."""
    table, player_id = snapshot.table, player.pk if player else None
    seat = table.find_seat(player_id)
    viewer = SPECTATOR if seat is None else seat
    is_over = table.phase == TablePhase.OVER
    return TableView(
        table=table,
        viewer=viewer,
        name=player.name if player else "",
        is_host=player_id is not None and table.host_id == player_id,
        is_display=is_display,
        observation=snapshot.observe(viewer),
        public=snapshot.public,
        standing=table.find_standing(player_id),
        promised_seat=table.find_promised_seat(player_id),
        claimed_seat=table.find_claimed_seat(player_id),
        asker=table.find_asker(player_id),
        may_open=not is_over or may_open_tables(player),
        has_account=player is not None and player.user_id is not None,
    )


def get_number(pk: int) -> int | None:
    """Return the number of a table, or None if there is no such table."""
    return Game.objects.filter(pk=pk).values_list("number", flat=True).first()


def get_open_tables() -> QuerySet[Game]:
    """Return the listed lobbies with a free seat, newest first, with `taken` seats.

    Some sites list none (PUBLIC_TABLES).
    """
    if not settings.PUBLIC_TABLES:
        return Game.objects.none()
    return (
        Game.objects.filter(phase=TablePhase.LOBBY, listed=True)
        .annotate(taken=Count("seats"))
        .filter(taken__lt=5)
        .select_related("host")
        .order_by("-opened_at")[:30]
    )


def count_open_tables() -> tuple[int, int]:
    """Return the number of tables that are not closed, and of players seated there."""
    tables = Game.objects.exclude_tutorials().filter(ended_at=None)
    seated = Player.objects.filter(seats__game__in=tables).distinct()
    return tables.count(), seated.count()


def get_running_games_for(
    player: Player | None, seats: Collection[int] = ()
) -> QuerySet[Game]:
    """Return the games of a player that are not closed, newest first.

    `seats` are transferred seats, whose games count too.
    """
    theirs = Q(seats__player_id__in=[player.pk] if player else [])
    if seats:
        theirs |= Q(seats__in=seats, seats__player__user=None)
    running = Game.objects.exclude_tutorials().filter(theirs)
    return running.exclude(phase=TablePhase.OVER).order_by("-opened_at").distinct()


def is_newcomer(player: Player) -> bool:
    """Return whether a player has never played a game to its end."""
    ended = Game.objects.exclude_tutorials().filter(ended_at__isnull=False)
    return not ended.filter(seats__player=player).exists()


def get_finished_seats(
    player: Player | None, seats: Collection[int] = ()
) -> QuerySet[Seat]:
    """Return a player's seats at games that were played to their end.

    `seats` are transferred seats, which count too.
    """
    theirs = Q(player_id__in=[player.pk] if player else [])
    if seats:
        theirs |= Q(pk__in=seats, player__isnull=False, player__user=None)
    # `game__in` would read every game of the site.
    is_real = Exists(Game.objects.exclude_tutorials().filter(pk=OuterRef("game")))
    return Seat.objects.filter(theirs, is_real, points__isnull=False)


def has_part_in(player: Player, code: str) -> bool:
    """Return whether a player sits at a table or is its host."""
    theirs = Q(host=player) | Q(seats__player=player)
    return Game.objects.filter(theirs, code=clean_code(code)).exists()
