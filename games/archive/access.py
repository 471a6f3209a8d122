"""Authorises access to the replays of closed games."""

from dataclasses import dataclass

from django.http import Http404

from games.archive.records import closed_games
from games.models.archive import ReplayLink
from games.models.codes import clean_code
from games.models.game import Game
from games.models.player import Player
from games.players.identity import get_player_for
from games.players.requests import SiteRequest
from games.rules.observe import REFEREE, Viewer


@dataclass(frozen=True, slots=True)
class Access:
    """A closed game, and the viewers as which the user may replay it.

    `seat` is the user's own seat, if any. `link` is the token of the shared link that
    the request came with, else empty. `default` is the viewer shown at first.
    """

    game: Game
    viewers: tuple[Viewer, ...]
    default: Viewer
    seat: int | None = None
    link: str = ""

    @property
    def sees_all(self) -> bool:
        """Return whether the user may see the whole game, as a referee does."""
        return REFEREE in self.viewers


def get_access_or_404(request: SiteRequest, code: str) -> Access:
    """Return how the user may replay the game with this code.

    Raises:
        Http404: no game has this code, it still runs, or the user may not see it.
    """
    game = closed_games().filter(code=clean_code(code)).select_related("host").first()
    if game is None:
        raise Http404
    access = _access_of_player(game, request) or _access_by_link(game, request)
    if access is None:
        raise Http404
    return access


def _access_of_player(game: Game, request: SiteRequest) -> Access | None:
    player = get_player_for(request)
    indices = list(game.seats.values_list("index", "player"))
    everybody = (*(index for index, _ in indices), REFEREE)
    if player is not None:
        seat = next((index for index, pk in indices if pk == player.pk), None)
        if seat is not None:
            return Access(game, everybody, seat, seat)
        if player.user_id is not None and game.host_id == player.pk:
            return Access(game, everybody, REFEREE)
    if request.user.is_active and request.user.is_staff:
        return Access(game, everybody, REFEREE)
    return None


def _access_by_link(game: Game, request: SiteRequest) -> Access | None:
    token = request.GET.get("link", "")
    # A query may hold any text, but PostgreSQL accepts no zero byte.
    if not token or not token.isprintable():
        return None
    link = ReplayLink.objects.filter(game=game, token=token).first()
    if link is None:
        return None
    return Access(game, (link.viewer,), link.viewer, link=token)


def get_links_of(game: Game, player: Player | None) -> list[ReplayLink]:
    """Return the replay links of a game that this player shares."""
    if player is None:
        return []
    return list(game.replay_links.filter(player=player).order_by("viewer"))
