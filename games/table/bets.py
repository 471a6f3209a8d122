"""Takes guesses of the chief from players without a seat; each is secret at first."""

from functools import partial

from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from games.errors import Refusal, Refused, TableError
from games.models import Bet, Player, Standing, TablePhase
from games.play.selectors import TableView, see
from games.play.transaction import get_snapshot, locked_game
from games.players.identity import (
    BROUGHT_SEATS,
    find_players_in,
    get_player_for,
)
from games.players.requests import SiteRequest
from games.rules.suspects import Suspect
from games.table.form_views import act_under_name
from games.table.refusals import note_refusal
from games.table.responses import answer_part, table_view_for
from games.table.seat_rows import require_new_name


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
    """Note a player's one guess in this round; another one changes nothing.

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
            raise TableError(Refused.ONLY_WATCHERS)
        require_new_name(seats, name)
        snapshot = get_snapshot(game)
        if suspect not in list_guessable(see(snapshot, player)):
            raise TableError(Refused.NO_GUESS_NOW)
        Bet.objects.get_or_create(
            round_id=snapshot.round_pk, player=player, defaults={"suspect": suspect}
        )


def get_bet_for(player: Player | None, table_view: TableView) -> str:
    """Return the suspect that a player has guessed in this round, if any."""
    observation = table_view.observation
    if player is None or observation is None:
        return ""
    attempt = {
        "round__number": observation.number,
        "round__attempt": observation.attempt,
    }
    bets = player.bets.filter(round__game=table_view.table.pk, **attempt)
    return bets.values_list("suspect", flat=True).first() or ""


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
        "suspects": list_guessable(table_view),
        "guess": get_bet_for(get_player_for(request), table_view),
    }
    return answer_part(
        request, "table/bet", context, refusal.status if refusal else 200
    )
