"""Browsers with separate cookies, and the steps that these tests share."""

import pytest
from django.test import Client

from games.accounts import forms
from games.models import Game, Player
from games.rules.editions import Investigator
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.people.seats import take_seat
from tests.support.cast import make_players, make_setup

PASSWORD = "a-quiet-crossing"


class Browser(Client):
    """A browser with the steps of signing up, signing in and taking a seat."""

    def sign_up(self, username, **fields):
        passwords = {"password1": PASSWORD, "password2": PASSWORD}
        sent = {"username": username, **passwords, **fields}
        return self.post("/accounts/signup/", sent)

    def sign_in(self, username, password=PASSWORD, **fields):
        sent = {"login": username, "password": password, **fields}
        return self.post("/accounts/login/", sent)

    def sign_out(self):
        return self.post("/accounts/logout/")

    def confirm(self, password=PASSWORD):
        """Type the password again, as sensitive pages require."""
        return self.post("/accounts/reauthenticate/", {"password": password})

    def join(self, game, name, investigator=Investigator.LACES):
        sent = {"name": name, "investigator": str(investigator)}
        return self.post(f"/t/{game.code}/join/", sent)

    def can_leave(self, game):
        return self.post(f"/t/{game.code}/leave/").status_code < 400


@pytest.fixture(autouse=True)
def later_is_now(monkeypatch):
    """Send mails at once, where a test's transaction is visible."""
    monkeypatch.setattr(forms, "run_later", lambda call: call())


@pytest.fixture
def phone(db):
    return Browser()


@pytest.fixture
def laptop(db):
    return Browser()


@pytest.fixture
def table(db):
    """Return a lobby without players; its host has no seat."""
    (host,) = make_players(1)
    return open_table(host, make_setup())


@pytest.fixture
def account(laptop):
    """Return the player of alice's account, made on her laptop."""
    laptop.sign_up("alice")
    return Player.objects.get(user__username="alice")


def seats_of(player):
    return list(player.seats.values_list("game__code", flat=True))


def number_of(game):
    return Game.objects.get(pk=game.pk).number


def start_with(game, *players):
    """Seat these players beside those at the table, and start the game."""
    free = list(Investigator)[game.seats.count() :]
    for player, investigator in zip(players, free, strict=False):
        take_seat(game.code, player, name=player.name, investigator=investigator)
    start_game(game.code, game.host, first_seat=0)
