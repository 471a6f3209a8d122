"""Makes one table of a form that is sent twice.

The code of the table follows from the player, the form and its key, so that the unique
code decides between two requests, also of two processes, and nothing has to be stored.
"""

from collections.abc import Callable, Iterable, Iterator

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from games.codes import build_code
from games.errors import Refused, TableError
from games.models import Game, Player
from games.play.selectors import has_part_in
from games.players.identity import get_or_create_player_for
from games.players.limits import TABLES, enforce
from games.players.requests import SiteRequest
from runtime.addresses import read_client_address

# A page from before may deal so many games, one after the other.
_MOST_TABLES = 100
# These fields do not tell two forms apart. Each page masks the token anew.
_UNASKED = {"csrfmiddlewaretoken"}


def open_once(
    request: SiteRequest, make: Callable[[Player, Iterable[str] | None], Game]
) -> Game:
    """Return the table that this form has opened before, or open one.

    `make` gets the request's player, and codes to choose from.

    A closed table does not count: its page may still be open, and its button makes the
    next one. A form without a key opens a table each time.

    Raises:
        TooFast: the address has opened too many.
        TableError: from `make`, or the player is banned.
    """
    enforce(TABLES, read_client_address(request))
    player = get_or_create_player_for(request)
    if not request.POST.get("key"):
        return make(player, None)
    for code in _list_codes(request, player):
        if game := _find(player, code):
            return game
        try:
            with transaction.atomic():
                return make(player, [code])
        except IntegrityError:
            # The same form has opened a table meanwhile.
            pass
        except TableError as error:
            if error.why is not Refused.NO_FREE_CODE:
                raise
        if game := _find(player, code):
            return game
    return make(player, None)


def _list_codes(request: SiteRequest, player: Player) -> Iterator[str]:
    """Yield the codes that this form of a player opens, in their order."""
    asked = sorted(
        (name, values) for name, values in request.POST.lists() if name not in _UNASKED
    )
    form = repr((player.pk, request.path, asked))
    for number in range(_MOST_TABLES):
        salt = f"games.table.{number}"
        yield build_code(salted_hmac(salt, form, algorithm="sha256").digest())


def _find(player: Player, code: str) -> Game | None:
    """Return the open table of this code, if this player has a part in it."""
    game = Game.objects.filter(code=code, ended_at=None).first()
    return game if game is not None and has_part_in(player, code) else None
