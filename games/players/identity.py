"""Who is asking: the player behind a request or a session.

A guest is known by a random key in the session, which is there before the guest is:
two taps on one button, or a repeated POST whose answer was lost, find the same guest.
Somebody signed in is known by the account. At a table to which a seat was brought along
from another phone
(games.play.seat_transfer) a browser is the guest of that seat, and nowhere else.
No secret of a session leaves this module.
"""

import uuid
from collections.abc import Collection, Container, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from games.live.broadcast import publish_viewer
from games.models import sql
from games.models.codes import clean_code
from games.models.player import Player
from games.players.names import clean_name, name_from
from games.players.requests import SiteRequest

GUEST_KEY = "guest"
# The seats brought along, by the codes of their tables.
BROUGHT_SEATS = "seats"
SEEN_ON = "seen_on"


def get_player_for(request: SiteRequest) -> Player | None:
    """Return who is asking, None for somebody who has neither seat nor account."""
    if not hasattr(request, "player"):
        match = request.resolver_match
        code = match.kwargs.get("code", "") if match else ""
        request.player = _find(request.user, request.session, code)
    return request.player


def get_or_create_player_for(request: SiteRequest, name: str | None = None) -> Player:
    """Return who is asking, as a new guest if need be; a guest takes the name given.

    Raises:
        ValidationError: the name cannot be one (games.players.names.clean_name).
    """
    cleaned = None if name is None else clean_name(name)
    player = get_player_for(request) or _create_for(request, cleaned or "")
    if cleaned and (player.is_guest or not player.name) and player.name != cleaned:
        player.name = cleaned
        player.save(update_fields=["name"])
    request.player = player
    return player


def note_last_seen(request: SiteRequest) -> None:
    """Note once a day that the player of a request was here.

    This also prolongs the session, which lasts 30 days from its last change.
    """
    player, today = getattr(request, "player", None), timezone.now().date().isoformat()
    if player is None or request.session.get(SEEN_ON) == today:
        return
    request.session[SEEN_ON] = today
    Player.objects.filter(pk=player.pk).update(last_seen=timezone.now())


def find_own_player(request: HttpRequest) -> Player | None:
    """Return who is asking where no seat was brought along."""
    return _find_own(request.user, request.session)


def find_player(session: SessionBase, code: str) -> Player | None:
    """Return the player of a session at a table; for sockets, which have no request."""
    request = HttpRequest()
    request.session = session
    return _find(get_user(request), session, code)


def find_owners(session: SessionBase) -> list[int]:
    """Return all players that a session is somewhere, good or not, as pks."""
    user, guest = session.get(SESSION_KEY), session.get(GUEST_KEY)
    seats = list(session.get(BROUGHT_SEATS, {}).values())
    if user is None and guest is None and not seats:
        return []
    # None finds nobody here: SQL knows no equality with it.
    whose = Q(user_id__in=[user]) | Q(guest_key__in=[guest])
    if seats:
        whose |= Q(seats__in=seats)
    return list(Player.objects.filter(whose).values_list("pk", flat=True).distinct())


def end_views(pks: Collection[int]) -> None:
    """Have every socket of these players look whether its session is still theirs.

    The message may be lost: the rows tell the same (games.live.hub).
    """
    Player.objects.filter(pk__in=pks).update(session_ended_at=timezone.now())
    for pk in pks:
        transaction.on_commit(partial(publish_viewer, pk), robust=True)


def is_still(player: Player | None, session: SessionBase) -> bool:
    """Tell whether a session is certainly still this guest's, without asking for more.

    Of an account it is not certain: a new password ends it where it is signed in.
    """
    return (
        player is not None
        and player.is_guest
        and SESSION_KEY not in session
        and session.get(GUEST_KEY) == str(player.guest_key)
    )


def bring_seat(session: SessionBase, code: str, seat: int) -> None:
    """Make a session the guest of a seat, by its pk, at the table of this code."""
    session[BROUGHT_SEATS] = session.get(BROUGHT_SEATS, {}) | {code: seat}


def forget_seats(session: SessionBase, codes: Container[str]) -> None:
    """Forget the seats that were brought along to these tables."""
    kept = {at: seat for at, seat in session[BROUGHT_SEATS].items() if at not in codes}
    session[BROUGHT_SEATS] = kept


def remember_browser(request: HttpRequest) -> None:
    """Give a stranger's session the key of the guest they may become.

    Called where a page offers a form that makes a guest: so an answer that is lost
    on its way loses no seat.
    """
    if not request.user.is_authenticated:
        _ensure_guest_key(request.session)


def get_or_create_player_of(user: User) -> Player:
    """Return the player of an account, made when it is missing."""
    player, _created = Player.objects.get_or_create(
        user=user, defaults={"name": name_from(user.get_username())}
    )
    return player


def guest_of(session: SessionBase) -> Player | None:
    """Return the guest of a session, also beneath an account that is signed in."""
    key = session.get(GUEST_KEY)
    if key is None:
        return None
    # Asked for with each move by POST. Who has an account has no such key.
    try:
        return sql.get(Player, "guest_key", key)
    except Player.DoesNotExist:
        return None


def forget_guest(session: SessionBase) -> None:
    """Take the guest's key out of a session."""
    session.pop(GUEST_KEY, None)


def forget_answer(request: HttpRequest) -> None:
    """Have the next question who is asking answered anew."""
    request.__dict__.pop("player", None)


@contextmanager
def carry_guest_over(request: HttpRequest) -> Iterator[None]:
    """Keep the key of a guest beneath an account while its log-out ends the session.

    Only a guest whose seat the account could not take over is still there.
    """
    key = request.session.get(GUEST_KEY)
    yield
    if key is not None:
        request.session[GUEST_KEY] = key


def _find(user: User | AnonymousUser, session: SessionBase, code: str) -> Player | None:
    seats = session.get(BROUGHT_SEATS)
    seat = seats and seats.get(clean_code(code))
    # Good while a guest sits there: an account is not handed out by a link.
    brought = _player_with(seats=seat, user=None) if seat else None
    return brought or _find_own(user, session)


def _find_own(user: User | AnonymousUser, session: SessionBase) -> Player | None:
    if user.is_authenticated:
        return _player_with(user_id=user.pk)
    return guest_of(session)


def _player_with(**fields: Any) -> Player | None:
    # Not first(), which would sort: making that clause costs more than the query.
    try:
        return Player.objects.get(**fields)
    except Player.DoesNotExist:
        return None


def _create_for(request: HttpRequest, name: str) -> Player:
    if request.user.is_authenticated:
        return get_or_create_player_of(request.user)
    key = _ensure_guest_key(request.session)
    player, _created = Player.objects.get_or_create(
        guest_key=key, defaults={"name": name}
    )
    return player


def _ensure_guest_key(session: SessionBase) -> str:
    key: str = session.setdefault(GUEST_KEY, str(uuid.uuid4()))
    return key
