"""Players are identified by their session (guests) or by their account."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Player
from games.players.identity import (
    GUEST_KEY,
    find_player,
    get_or_create_player_for,
    get_player_for,
    note_last_seen,
)

pytestmark = [pytest.mark.django_db]


def request_with(session, user=None):
    request = RequestFactory().get("/")
    request.session = session
    request.user = user or AnonymousUser()
    return request


def test_stranger_has_no_player_and_leaves_no_trace():
    session = SessionStore()
    assert get_player_for(request_with(session)) is None
    assert not session.modified
    assert not Player.objects.exists()


def test_guest_is_found_again_by_the_session():
    session = SessionStore()
    guest = get_or_create_player_for(request_with(session), "eve")
    assert guest.is_guest
    assert get_player_for(request_with(session)) == guest
    assert find_player(session, "") == guest


def test_guest_takes_the_name_that_was_typed_last():
    session = SessionStore()
    guest = get_or_create_player_for(request_with(session))
    assert guest.name == ""
    assert get_or_create_player_for(request_with(session), " eve ") == guest
    assert Player.objects.get().name == "eve"


def test_guest_with_an_invalid_name_is_not_created():
    with pytest.raises(ValidationError):
        get_or_create_player_for(request_with(SessionStore()), "\u202e")
    assert not Player.objects.exists()


def form_with(secret, session=None):
    """Return a form of a browser with this secret for the CSRF check."""
    request = request_with(session or SessionStore())
    request.META["CSRF_COOKIE"] = secret
    return request


def test_two_posts_at_once_make_one_guest():
    first, second = form_with("a"), form_with("a")
    assert get_player_for(first) is get_player_for(second) is None
    guest = get_or_create_player_for(first, "eve")
    assert get_or_create_player_for(second, "eve") == guest
    assert get_or_create_player_for(form_with("b"), "eve") != guest


def test_secret_of_a_page_opens_no_guest_of_before():
    guest = get_or_create_player_for(form_with("a"), "eve")
    later = timezone.now() + timedelta(minutes=11)
    with time_machine.travel(later, tick=False):
        assert get_or_create_player_for(form_with("a"), "eve") != guest


def test_account_has_one_player_with_its_name():
    user = User.objects.create_user("alice")
    player = get_or_create_player_for(request_with(SessionStore(), user), "eve")
    assert player.name == "alice"
    assert get_player_for(request_with(SessionStore(), user)) == player


def test_name_from_a_long_username_fits():
    user = User.objects.create_user("a" * 150)
    player = get_or_create_player_for(request_with(SessionStore(), user))
    assert player.name == "a" * 20


def test_guest_key_is_void_once_the_guest_has_an_account():
    session = SessionStore()
    guest = get_or_create_player_for(request_with(session), "alice")
    Player.objects.filter(pk=guest.pk).update(
        user=User.objects.create_user("alice"), guest_key=None
    )
    assert get_player_for(request_with(session)) is None


def test_player_is_queried_once_per_request():
    session = SessionStore()
    get_or_create_player_for(request_with(session), "eve")
    request = request_with(session)
    with CaptureQueriesContext(connection) as queries:
        get_player_for(request)
        get_player_for(request)
    assert len(queries) == 1


def visit(session):
    request = request_with(session)
    get_player_for(request)
    note_last_seen(request)


def test_visit_is_noted_once_a_day():
    session = SessionStore()
    get_or_create_player_for(request_with(session), "eve")
    visit(session)
    session.modified = False
    visit(session)
    assert not session.modified
    tomorrow = timezone.now() + timedelta(days=1)
    with time_machine.travel(tomorrow, tick=False):
        visit(session)
    assert session.modified
    assert Player.objects.get().last_seen == tomorrow


def test_page_notes_when_its_player_was_last_seen(client):
    long_ago = timezone.now() - timedelta(days=5)
    guest = Player.objects.create(guest_key=uuid4(), name="eve", last_seen=long_ago)
    session = client.session
    session[GUEST_KEY] = str(guest.guest_key)
    session.save()
    client.get("/")
    assert Player.objects.get().last_seen > long_ago
