"""A page of the gallery: its address, its viewer and the steps on it."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from games.models.player import Player
from tests.support.positions import Table


@dataclass(frozen=True)
class Shown:
    """A page of the gallery: its address, a session and the steps on it."""

    name: str
    address: str
    session: str = ""
    act: Callable[[Page], None] = lambda page: None
    # A table is shown as on a screen, other pages in full length.
    is_whole: bool = True
    is_display: bool = False

    @property
    def is_ours(self) -> bool:
        """Return whether the page is the site's own, not Django's admin for hosts."""
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
    """Return the key of a session of this guest."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["guest"] = str(player.guest_key)
    session.save()
    return str(session.session_key)


def session_of_user(user: User) -> str:
    """Return the key of a session of this user."""
    client = Client()
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def unfold(page: Page) -> None:
    """Open all unfoldable elements."""
    page.locator("details.unfold").evaluate_all(
        "all => all.forEach((details) => details.setAttribute('open', ''))"
    )
