"""Takes guesses of the chief from players without a seat; each is secret at first."""

from collections.abc import Collection
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.db.models import Count, F, Q, QuerySet
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.errors import Refusal, Refused, TableError, require_found
from games.models import Bet, Game, Player, Seat, Standing, TablePhase
from games.play.facts import Revealed
from games.play.selectors import TableView, see
from games.play.snapshot import PublicTable, Table
from games.play.transaction import (
    get_snapshot,
    hosted_game,
    locked_game,
    mark_changed,
    require_open,
)
from games.players.identity import (
    BROUGHT_SEATS,
    find_players_in,
    get_player_for,
)
from games.players.names import build_name_key
from games.players.requests import SiteRequest
from games.rules.suspects import Suspect
from games.table.form_views import act_under_name, at_table, require_player
from games.table.lobby.forms import KeyField
from games.table.page.refusals import note_refusal
from games.table.page.regions import NOTHING_SENT, Region, build_region
from games.table.page.responses import answer_part, table_view_for
from games.table.people.holders import note_standing, require_new_name
from games.table.subject import OwnPlace, PublicPlace, Subject

# The number and the attempt of a round, and a name.
type Guesser = tuple[int, int, str]


class NoGuess(Enum):
    """Why a guess is refused."""

    ONLY_WATCHERS = Refusal(
        _("Only watchers can guess along, and only if they never had a seat here."), 403
    )
    NO_GUESS_NOW = Refusal(_("You can't guess this cat right now. Look again."))


def list_guessable(table_view: TableView) -> tuple[Suspect, ...]:
    """Return the suspects in lines, in the order of seats; none from the last call on.

    Until then each player, too, may still accuse, and knows more than a guesser.
    """
    observation = table_view.observation
    if observation is None or table_view.table.phase != TablePhase.SUSPECTS:
        return ()
    return tuple(suspect for view in observation.seats for suspect in view.line)


def place_bet(
    code: str, player: Player, name: str, *, session: SessionBase, suspect: str
) -> None:
    """Note a player's guess in this round; another one takes its place.

    It publishes no change. `name` is the one that the player will have.

    Raises:
        TableError: the browser holds or held a seat in this game or is kept out, the
            name is taken, or the suspect cannot be guessed now.
    """
    with locked_game(code) as game:
        seats, people = list(game.seats.all()), {player.pk, *find_players_in(session)}
        former = game.bystanders.filter(standing__gt=Standing.ASKS, player__in=people)
        if (
            game.code in session.get(BROUGHT_SEATS, ())
            or any(seat.player_id in people for seat in seats)
            or former.exists()
        ):
            raise TableError(NoGuess.ONLY_WATCHERS)
        require_new_name(seats, name)
        snapshot = get_snapshot(game)
        if suspect not in list_guessable(see(snapshot, player)):
            raise TableError(NoGuess.NO_GUESS_NOW)
        Bet.objects.update_or_create(
            round_id=snapshot.round_pk, player=player, defaults={"suspect": suspect}
        )


def get_known_bets(game: int) -> QuerySet[Bet]:
    """Return the guesses in this game (its key) that are no secret any more.

    Those of players with a seat by now are left out.
    """
    bets = Bet.objects.filter(round__game=game).select_related("player")
    is_known = Q(round__chief__gt="") | Q(round__game__ended_at__isnull=False)
    return bets.filter(is_known).exclude(player__seats__game=game).order_by("pk")


def count_right_bets(games: Collection[Game]) -> QuerySet[Bet, Any]:
    """Return the name, right guesses and all guesses of each player with a guess.

    The games are closed.
    """
    bets = Bet.objects.filter(round__game__in=games).values("player")
    right = Count("pk", Q(suspect=F("round__chief")))
    counted = bets.annotate(name=F("player__name"), right=right, all=Count("pk"))
    return counted.order_by("-right", "all", "name").values_list("name", "right", "all")


class Watcher(NamedTuple):
    """A watcher with a guess: the key of a guess, the name, and whether kept out."""

    key: int
    name: str
    is_out: bool


def list_watchers(table: Table) -> list[Watcher]:
    """Return each player without a seat but with a guess that is no secret any more."""
    first = {bet.player: bet.pk for bet in reversed(get_known_bets(table.pk))}
    return [
        Watcher(key, player.name, table.find_standing(player.pk) == Standing.OUT)
        for player, key in first.items()
    ]


def get_watcher(game: Game, bet: int) -> Player:
    """Return the player of a known guess (its key).

    Raises:
        TableError: there is none in this game.
    """
    found = get_known_bets(game.pk).filter(pk=bet).first()
    return require_found(found, Refused.SEAT_MOVED).player


def exclude_watcher(code: str, host: Player, bet: int) -> None:
    """Keep a watcher who has guessed from a seat and from further guesses. Host only.

    Raises:
        TableError: not the host, the table is closed, or no such guess is known.
    """
    with hosted_game(code, host) as game:
        require_open(game)
        note_standing(game, get_watcher(game, bet).pk, Standing.OUT)
        mark_changed(game)


class WatcherForm(forms.Form):
    """The guess of a watcher who has to go."""

    watcher = KeyField()


@at_table(WatcherForm)
def keep_out(request: SiteRequest, code: str, asked: dict[str, Any]) -> None:
    """Remove a watcher from the table. Host only."""
    exclude_watcher(code, require_player(request), asked["watcher"])


def get_bet_for(player: Player | None, table_view: TableView) -> str:
    """Return the suspect that a player has guessed in this round, if any."""
    if player is None:
        return ""
    bets = _get_bets(table_view).filter(player=player)
    return bets.values_list("suspect", flat=True).first() or ""


def _get_bets(table_view: TableView) -> QuerySet[Bet]:
    """Return the guesses in this round. Secret but for their number."""
    observation = table_view.observation
    if observation is None:
        return Bet.objects.none()
    return Bet.objects.filter(
        round__game=table_view.table.pk,
        round__number=observation.number,
        round__attempt=observation.attempt,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def show_bet(request: SiteRequest, code: str) -> HttpResponse:
    """Show the user's guess, or the suspects to guess from; a POST guesses first."""
    refusal = None
    if request.method == "POST":
        suspect = request.POST.get("suspect", "")
        guess = partial(place_bet, code, session=request.session, suspect=suspect)
        try:
            act_under_name(request, guess)
        except TableError as error:
            refusal = note_refusal(error)
        except ValidationError as error:
            refusal = Refusal(" ".join(error.messages), status=422)
    table_view = table_view_for(request, code)
    context = {
        "table_view": table_view,
        "refusal": refusal,
        "sent": NOTHING_SENT | (request.POST.dict() if refusal else {}),
        "suspects": list_guessable(table_view),
        "count": _get_bets(table_view).count(),
        "guess": get_bet_for(get_player_for(request), table_view),
    }
    return answer_part(
        request, "table/bet", context, refusal.status if refusal else 200
    )


def _read_guessers(code: str, revealed: Revealed) -> tuple[Guesser, ...]:
    """Return each right guess of a revealed round.

    A watcher with the name of a player, also one who has got a seat, is left out.
    """
    if not revealed:
        return ()
    right = Bet.objects.filter(round__game__code=code, suspect=F("round__chief"))
    rows = right.values_list("round__number", "round__attempt", "player__name")
    found = [row for row in rows if row[:2] in revealed]
    seats = Seat.objects.filter(game__code=code) if found else ()
    names = {build_name_key(seat.shown_name) for seat in seats}
    return tuple(row for row in found if build_name_key(row[-1]) not in names)


def _show_guessers(public: PublicTable) -> Region | None:
    """Return the line of the reveal that names the watchers who were right."""
    result = public.observation.result
    if result is None:
        return None
    attempt = (result.number, result.attempt)
    guessers = public.table.find_fact(_read_guessers) or ()
    names = tuple(name for *at, name in guessers if tuple(at) == attempt)
    return build_region("guessers", "bet.html#sniffed", names=names) if names else None


def _show_offer(table_view: TableView) -> Region | None:
    """Return the button that opens the sheet, for a viewer who may guess."""
    table = table_view.table
    is_shown = table_view.is_display or table_view.is_replay
    is_watching = table_view.viewer < 0 and not table_view.standing
    if table.phase != TablePhase.SUSPECTS or is_shown or not is_watching:
        return None
    return build_region("move-bet", "bet.html#offer", code=table.code)


def _show_sheet(table_view: TableView) -> Region | None:
    if table_view.viewer >= 0 or table_view.is_display:
        return None
    return build_region("bet-sheet", "bet.html#sheet", code=table_view.table.code)


def _export(player: Player) -> dict[str, Any]:
    guesses = player.bets.values("suspect", table=F("round__game__code"))
    return {"guesses": list(guesses)}


def _adopt(guest: Player, player: Player) -> None:
    """Give a guest's guesses to an account, but at tables where that has a seat."""
    bets = guest.bets.exclude(round__game__seats__player=player)
    bets.exclude(round__bets__player=player).update(player=player)


SUBJECT = Subject(
    urls=(
        path("t/<str:code>/bet/", show_bet, name="bet"),
        path("t/<str:code>/bet/out/", keep_out, name="keep-out"),
    ),
    read_fact=_read_guessers,
    public={PublicPlace.REVEAL: _show_guessers},
    own={OwnPlace.MOVES: _show_offer, OwnPlace.SHEETS: _show_sheet},
    export=_export,
    adopt=_adopt,
)
