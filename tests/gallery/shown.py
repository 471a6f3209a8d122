"""A page of the gallery: where it is, for whom, and what is tapped on it."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from games.models.player import Player
from tests.gallery.positions import Table


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

    @property
    def is_ours(self) -> bool:
        """Tell whether the page is this site's own, and not Django's for hosts."""
        return not self.address.startswith("/host/")


def at(
    name: str,
    table: Table,
    *,
    seat: int | None,
    act: Callable[[Page], None] = lambda page: None,
    is_whole: bool = False,
) -> Shown:
    game, players = table
    session = "" if seat is None else session_of(players[seat])
    return Shown(name, f"/t/{game.code}/", session, act, is_whole)


def display(name: str, table: Table) -> Shown:
    address = f"/t/{table[0].code}/display/"
    return Shown(name, address, is_whole=False, is_display=True)


def session_of(player: Player) -> str:
    """Return the key of a session in which this guest is known."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["guest"] = str(player.guest_key)
    session.save()
    return str(session.session_key)


def session_of_user(user: User) -> str:
    """Return the key of a session in which this user is signed in."""
    client = Client()
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def unfold(page: Page) -> None:
    """Open whatever can be unfolded."""
    page.locator("details.unfold").evaluate_all(
        "all => all.forEach((details) => details.setAttribute('open', ''))"
    )
