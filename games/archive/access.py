"""Authorises access to closed games, and replays them move by move."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.translation import ngettext

from games.archive.records import get_finished_games
from games.coach.moments import Names
from games.codes import clean_code
from games.labels import join_names
from games.models import FormerHolder, Game, Move, Player, ReplayLink
from games.play.deals import get_steps
from games.play.log import Entry, list_takeovers
from games.play.rows import get_content
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, TableSeat, read_table
from games.players.identity import get_player_for
from games.players.requests import SiteRequest, found_or_404
from games.rules.observe import REFEREE, SPECTATOR, Viewer, observe
from games.rules.state import Phase


class Holding(NamedTuple):
    """A seat in the hands of one person: after `first` moves, up to the `last`."""

    seat: int
    investigator: str
    name: str
    first: int
    last: int
    is_mine: bool

    def covers(self, seat: int, move: int) -> bool:
        """Return whether this seat was theirs at this move."""
        return seat == self.seat and self.first < move <= self.last


@dataclass(frozen=True, slots=True)
class Access:
    """A closed game, and the viewers as which the user may replay it.

    `seat` is the user's own seat, if any, or one that has changed hands since: they
    held it after the `first` moves, up to the `last`. `link` is the token of the shared
    link that the request came with, else empty. `default` is the viewer shown at first.
    """

    game: Game
    viewers: tuple[Viewer, ...]
    default: Viewer
    seat: int | None = None
    link: str = ""
    first: int = 0
    last: int | None = None

    def find_own_seat(self, at: int) -> int | None:
        """Return the user's seat, if it was theirs after so many moves."""
        is_theirs = self.first <= at and (self.last is None or at <= self.last)
        return self.seat if is_theirs else None

    def list_holdings(self) -> Iterator[Holding]:
        """Yield the seats in the hands of each of their holders, in their order."""
        end = self.game.move_count
        for seat in self.game.seats.order_by("index"):
            index, kind, first = seat.index, seat.investigator, 0
            is_own = self.seat == index
            for each in self.game.former_holders:
                if each.seat == index:
                    is_mine = is_own and self.last == each.moves
                    yield Holding(index, kind, each.name, first, each.moves, is_mine)
                    first = each.moves
            is_mine = is_own and self.last is None
            yield Holding(index, kind, seat.shown_name, first, end, is_mine)

    @property
    def sees_all(self) -> bool:
        """Return whether the user may see the whole game, as a referee does."""
        return REFEREE in self.viewers


def get_access_or_404(request: SiteRequest, code: str) -> Access:
    """Return how the user may replay the game with this code.

    Raises:
        Http404: no game has this code, it still runs, or the user may not see it.
    """
    closed = get_finished_games().select_related("host").prefetch_related("seats")
    game = get_object_or_404(closed, code=clean_code(code))
    return found_or_404(find_access(game, request) or _access_by_link(game, request))


def find_access(game: Game, request: SiteRequest) -> Access | None:
    """Return how the user may replay a closed game without a link; None if not."""
    player = get_player_for(request)
    seats = dict(game.seats.values_list("index", "player"))
    viewers = (*seats, SPECTATOR, REFEREE)
    for seat, pk in seats.items():
        if player is not None and pk == player.pk:
            first = game.count_moves_before_holder(seat)
            return Access(game, viewers, seat, seat, first=first)
    for holder, first in game.list_holdings(player.pk) if player is not None else ():
        seat, last = holder.seat, holder.moves
        return Access(game, viewers, seat, seat, first=first, last=last)
    is_host = player is not None and not player.is_guest and game.host_id == player.pk
    is_staff = request.user.is_active and request.user.is_staff
    return Access(game, viewers, REFEREE) if is_host or is_staff else None


def _access_by_link(game: Game, request: SiteRequest) -> Access | None:
    token = request.GET.get("link", "")
    # A query may hold any text, but PostgreSQL accepts no zero byte.
    if not token or not token.isprintable():
        return None
    link = ReplayLink.objects.filter(game=game, token=token).first()
    if link is None:
        return None
    return Access(game, (link.viewer,), link.viewer, link=token)


def get_links_for(game: Game, player: Player | None) -> list[ReplayLink]:
    """Return the replay links of a game that this player shares."""
    return list(game.replay_links.filter(player=player).order_by("viewer"))


def replay_table_view(
    game: Game, at: int, viewer: Viewer, *, is_own: bool = False
) -> TableView:
    """Return the table as a viewer saw it after `at` moves of a closed game.

    It has no legal moves. If it is the user's own view, it says "you".
    """
    steps, logs = get_steps(game.pk, game.code, game.move_count)
    state = [step.state for step in steps if step.count <= at][-1]
    table = read_table(game, game.seats.order_by("index"))
    if state.phase != Phase.OVER:
        # The seed and the head hash are published only when a game closes.
        table = table._replace(head_hash="", opened_seed="")
    counts = [step.count for step in steps]
    table = table._replace(
        seats=_list_seats_until(at, table.seats, game.former_holders),
        phase=state.phase,
        reason=state.termination or "",
        move_count=at,
        log=_log_until(at, zip(counts, logs, strict=True), game.former_holders),
        next_code="",
        is_next_on=False,
        next_starts_at=None,
    )
    observation = observe(state, viewer)._replace(moves=())
    return TableView(
        table=table,
        viewer=viewer,
        name="",
        is_host=False,
        is_display=False,
        observation=observation,
        public=PublicTable(table, observation, is_replay=True),
        is_replay=True,
        is_own=is_own,
    )


def _list_seats_until(
    at: int, seats: tuple[TableSeat, ...], holders: Sequence[FormerHolder]
) -> tuple[TableSeat, ...]:
    """Return the seats with the names of their players after `at` moves."""
    then = {each.seat: each for each in reversed(holders) if each.moves > at}
    shown = list(seats)
    for index, each in then.items():
        shown[index] = replace(
            seats[index], player_id=None, name=each.name, bot=each.bot
        )
    return tuple(shown)


def _log_until(
    at: int,
    logs: Iterable[tuple[int, Iterable[Entry]]],
    holders: Iterable[FormerHolder],
) -> tuple[Entry, ...]:
    """Return the log after `at` moves, from the entries of each step."""
    entries = [(moves, entry) for moves, log in logs for entry in log]
    # A takeover of a seat is no move: its entry follows those of the moves before it.
    entries = sorted(entries + list_takeovers(holders), key=itemgetter(0))
    return tuple([entry for moves, entry in entries if moves <= at])


def describe_race(move: Move, names: Names) -> str:
    """Return by how much an accusation was sent before others, empty without a race.

    The times are in the row of its move (games.play.race).
    """
    ahead: dict[str, int] = get_content(move).get("race", {}).get("ahead", {})
    if not ahead:
        return ""
    others = [names.at(int(seat), move.number) for seat in ahead]
    count = min(ahead.values())
    words = ngettext(
        "%(name)s accused %(count)s ms before %(other)s.",
        "%(name)s accused %(count)s ms before %(other)s.",
        count,
    )
    name = names.at(move.seat, move.number)
    return words % {"name": name, "count": count, "other": join_names(others)}
