"""Identifies the player behind a request or a session.

A signed-in user is the player of the account. Anyone else is a guest, identified by a
random key in the session. A page gives a stranger no session: the first form makes
the guest. Until its answer arrives, the secret of the CSRF check stands for the
browser, so that two taps on a button, or a POST repeated after a lost answer, find the
same guest. After a seat transfer (games.table.seat_transfer) a browser is the guest of
that seat, at that table alone.
"""

import uuid
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.codes import clean_code
from games.errors import Banned, Refused, refuse_if
from games.models import Player
from games.players.names import clean_name, name_from
from games.players.requests import SiteRequest
from runtime.layer import tell_group
from runtime.statements import find_row

GUEST_KEY = "guest"
# The pks of transferred seats, by table code; None for one that the browser gave up.
BROUGHT_SEATS = "seats"
VISITED_ON = "seen_on"
# For so long a form finds the guest that the same browser made without a session.
# Every page holds the CSRF secret, so it must not open a guest's seat for ever.
_FIRST_ANSWER = timedelta(minutes=10)


def get_player_for(request: SiteRequest) -> Player | None:
    """Return the player of a request, None for a stranger. Cached on the request."""
    if not hasattr(request, "player"):
        match = request.resolver_match
        code = match.kwargs.get("code", "") if match else ""
        player = _find(request.user, request.session, code)
        # A banned player is a stranger to tables, but their data stay theirs.
        is_out = bool(code) and player is not None and player.is_banned
        request.ban = player.banned_until if player and is_out else None
        request.player = None if is_out else player
    return request.player


def get_or_create_player_for(request: SiteRequest, name: str | None = None) -> Player:
    """Return the player of a request, a new guest for a stranger; rename a guest.

    Raises:
        ValidationError: the name is invalid (games.players.names.clean_name).
        Banned: the player is banned.
    """
    cleaned = None if name is None else clean_name(name)
    player = get_player_for(request) or _create_for(request, cleaned or "")
    require_not_banned(player)
    if cleaned and (player.is_guest or not player.name) and player.name != cleaned:
        player.name = cleaned
        player.save(update_fields=["name"])
    request.player = player
    return player


def require_not_banned(player: Player | None) -> None:
    """Raise Banned if this player is banned."""
    if player is not None and player.banned_until and player.is_banned:
        raise Banned(player.banned_until)


def may_open_tables(player: Player | None) -> bool:
    """Return whether the settings of the site let this player open tables."""
    if settings.TABLE_OPENERS == "everyone":
        return True
    user = player.user if player is not None else None
    return user is not None and (settings.TABLE_OPENERS == "accounts" or user.is_staff)


def require_opener(player: Player | None) -> None:
    """Raise TableError unless this player may open tables."""
    require_not_banned(player)
    refuse_if(not may_open_tables(player), Refused.OPENING_CLOSED)


def note_last_seen(request: SiteRequest) -> None:
    """Note once a day that the player of a request was here.

    This also prolongs the session, which lasts 30 days from its last change.
    """
    player, today = getattr(request, "player", None), timezone.now().date().isoformat()
    if player is None or request.session.get(VISITED_ON) == today:
        return
    request.session[VISITED_ON] = today
    Player.objects.filter(pk=player.pk).update(last_seen=timezone.now())


def find_player(session: SessionBase, code: str) -> Player | None:
    """Return the player of a session at a table. For sockets, which have no request."""
    request = HttpRequest()
    request.session = session
    player = _find(get_user(request), session, code)
    return None if player is not None and player.is_banned else player


def list_transferred_seats(session: SessionBase) -> list[int]:
    """Return the pks of the seats that a session has by a link from another phone."""
    return [seat for seat in session.get(BROUGHT_SEATS, {}).values() if seat]


def find_players_in(session: SessionBase) -> list[int]:
    """Return the pks of all players that this session is at any table.

    They may include players that the session is no longer.
    """
    user, guest = session.get(SESSION_KEY), session.get(GUEST_KEY)
    seats = list_transferred_seats(session)
    if user is None and guest is None and not seats:
        return []
    # A missing key is None, which equals no value in SQL.
    whose = Q(user_id__in=[user]) | Q(guest_key__in=[guest])
    if seats:
        whose |= Q(seats__in=seats)
    return list(Player.objects.filter(whose).values_list("pk", flat=True).distinct())


def note_session_end(pks: Collection[int]) -> None:
    """Make every socket of these players check whether its session is still valid.

    The message may be lost, so the rows tell the hub the same (games.table.live.hub).
    """
    Player.objects.filter(pk__in=pks).update(session_ended_at=timezone.now())
    for pk in pks:
        transaction.on_commit(partial(publish_session_end, pk), robust=True)


def name_player_group(player_id: int) -> str:
    """Return the group of a player's pages at all tables."""
    return f"player.{player_id}"


def publish_session_end(player_id: int) -> None:
    """Make every socket of a player check its session."""
    tell_group(name_player_group(player_id), "session.ended")


def is_guest_in(player: Player | None, session: SessionBase) -> bool:
    """Return whether a session belongs to this guest, without a query.

    Always false for an account: a changed password may have ended its session.
    """
    return (
        player is not None
        and player.is_guest
        and SESSION_KEY not in session
        and session.get(GUEST_KEY) == str(player.guest_key)
    )


def bring_seat(session: SessionBase, code: str, seat: int) -> None:
    """Make a session the guest of a seat (its pk) at the table of this code."""
    session[BROUGHT_SEATS] = session.get(BROUGHT_SEATS, {}) | {code: seat}


def forget_seats(session: SessionBase, codes: Iterable[str]) -> None:
    """Give up the transferred seats at these tables; the session keeps their codes."""
    session[BROUGHT_SEATS] = session[BROUGHT_SEATS] | dict.fromkeys(codes)


def get_or_create_player(user: User) -> Player:
    """Return the player of an account, created if missing."""
    player, _created = Player.objects.get_or_create(
        user=user, defaults={"name": name_from(user.get_username())}
    )
    return player


def get_guest(session: SessionBase) -> Player | None:
    """Return the guest of a session, even if an account is signed in too."""
    key = session.get(GUEST_KEY)
    if key is None:
        return None
    return find_row(Player.objects, "guest_key", key)


def forget_guest(session: SessionBase) -> None:
    """Remove the guest key from a session."""
    session.pop(GUEST_KEY, None)


def forget_cached_player(request: HttpRequest) -> None:
    """Make the next get_player_for look the player up again."""
    request.__dict__.pop("player", None)


def get_or_create_guest_in(session: SessionBase, name: str = "") -> Player:
    """Return the guest of a session, created with this name if missing."""
    key = session.setdefault(GUEST_KEY, str(uuid.uuid4()))
    player, _created = Player.objects.get_or_create(
        guest_key=key, defaults={"name": name}
    )
    return player


@contextmanager
def keep_guest_key(request: HttpRequest) -> Iterator[None]:
    """Keep the guest key while a log-out replaces the session.

    The session of an account has one if the account could not take over a guest's seat,
    or if the browser is kept out (games.table.people.ownership).
    """
    key = request.session.get(GUEST_KEY)
    yield
    if key is not None:
        request.session[GUEST_KEY] = key


def _find(user: User | AnonymousUser, session: SessionBase, code: str) -> Player | None:
    seats = session.get(BROUGHT_SEATS)
    seat = seats and seats.get(clean_code(code))
    # Only while a guest has the seat: a transfer link must not sign in to an account.
    brought = _player_with(seats=seat, user=None) if seat else None
    return brought or find_own_player(user, session)


def find_own_player(user: User | AnonymousUser, session: SessionBase) -> Player | None:
    """Return the player of a session, ignoring transferred seats."""
    if user.is_authenticated:
        return _player_with(user_id=user.pk)
    return get_guest(session)


def _player_with(**fields: Any) -> Player | None:
    # Not first(): composing its ORDER BY costs more than the query.
    try:
        return Player.objects.get(**fields)
    except Player.DoesNotExist:
        return None


def _create_for(request: HttpRequest, name: str) -> Player:
    if request.user.is_authenticated:
        return get_or_create_player(request.user)
    request.session.setdefault(GUEST_KEY, _make_guest_key(request))
    return get_or_create_guest_in(request.session, name)


def _make_guest_key(request: HttpRequest) -> str:
    """Return a key for a guest; the same one for two forms of a stranger at once."""
    secret = request.META.get("CSRF_COOKIE")
    if secret is None:
        return str(uuid.uuid4())
    digest = salted_hmac("games.guest", secret, algorithm="sha256").digest()
    key, long_ago = uuid.UUID(bytes=digest[:16]), timezone.now() - _FIRST_ANSWER
    is_old = Player.objects.filter(guest_key=key, created__lt=long_ago).exists()
    return str(uuid.uuid4() if is_old else key)
