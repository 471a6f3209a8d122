"""Browsers of hosts, players, staff and strangers, with closed and running games."""

from copy import deepcopy
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Game, Player
from games.table.lobby.ending import end_game
from tests.security.roles import give_account, signed_in
from tests.support.cast import begin_game, choose_all, move


@dataclass
class Cast:
    """Browsers by name, and the games of two hosts."""

    browsers: dict[str, Client]
    closed: Game
    running: Game
    others_closed: Game


def play_a_little(name: str) -> tuple[Game, list[Player]]:
    game, players = begin_game()
    game.seats.filter(index=1).update(name=f"{name}-bob")
    choose_all(game, players)
    move(game, players[0], "draw")
    return game, players


@pytest.fixture(scope="module")
def cast_of_all_tests(shared_rows):
    closed, players = play_a_little("mine")
    end_game(closed.code, players[0])
    running, others = play_a_little("running")
    Game.objects.filter(pk=running.pk).update(host=players[0])
    foreign, strangers = play_a_little("foreign")
    end_game(foreign.code, strangers[0])
    staff = User.objects.create_superuser("staff")
    users = {
        "host": give_account(players[0], "host"),
        "player": give_account(players[1], "player"),
        "other host": give_account(strangers[0], "other"),
        "player of the running": give_account(others[1], "runner"),
        "staff": staff,
        "eve": User.objects.create_user("eve"),
    }
    browsers = {name: signed_in(user) for name, user in users.items()}
    return Cast(browsers | {"nobody": Client()}, closed, running, foreign)


@pytest.fixture
def cast(db, cast_of_all_tests):
    """Return the cast with its rows read again and its browsers copied."""
    made = cast_of_all_tests
    browsers = {name: copy_of(browser) for name, browser in made.browsers.items()}
    games = (made.closed, made.running, made.others_closed)
    return Cast(browsers, *(Game.objects.get(pk=game.pk) for game in games))


def copy_of(browser: Client) -> Client:
    """Return a new browser with the same cookies."""
    copy = Client()
    copy.cookies = deepcopy(browser.cookies)
    return copy
