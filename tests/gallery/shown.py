"""What the gallery shows: a page, who looks at it, and what is done there first."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from games.models import Player
from tests.gallery.positions import NAMES

PASSWORD = "cats-and-dogs-61"


@dataclass(frozen=True)
class Shown:
    """A page of the gallery: its address, a session, and what is tapped on it."""

    name: str
    address: str
    session: str = ""
    act: Callable[[Page], None] = lambda page: None
    # A table shows what a screen shows; other pages are shown down to their end.
    is_whole: bool = True
    is_display: bool = False


def session_of(player: Player) -> str:
    """Return the key of a session in which this guest is known."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["guest"] = str(player.guest_key)
    session.save()
    return str(session.session_key)


def session_of_member(username: str = "anna") -> str:
    """Return the key of a session in which somebody has signed in a moment ago."""
    user = get_user_model().objects.create_user(username, password=PASSWORD)
    Player.objects.create(user=user, name=NAMES[0])
    # By the form, as some pages want to know how long ago that was.
    client = Client(SERVER_NAME="localhost")
    fields = {"login": username, "password": PASSWORD}
    client.post(reverse("account_login"), fields)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
