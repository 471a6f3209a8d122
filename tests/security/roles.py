"""The roles of the access matrix, and tables in every phase."""

import random
from unittest import mock

from django.contrib.auth.models import User
from django.test import Client

from games.models import Game, Player
from games.table.lobby.ending import end_game
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, choose_move, look_into, make, open_lobby

ROLES = (
    "nobody",
    "outsider",
    "spectator",
    "seat",
    "other seat",
    "host",
    "other host",
    "staff",
)
PHASES = ("lobby", "sides", "suspects", "last-call", "cafe", "review", "over")
SEED = bytes(32)
CODE = "ABC234"
MOST_MOVES = 400


def table_in(phase: str) -> tuple[Game, list[Player]]:
    """Return a table in this phase, the same in each run."""
    # The cards follow from these two.
    seed = mock.patch("secrets.token_bytes", return_value=SEED)
    code = mock.patch("games.table.lobby.opening.make_code", return_value=CODE)
    begin = open_lobby if phase == "lobby" else begin_game
    with seed, code:
        game, players = begin(3, adler=True)
    if phase == "over":
        end_game(game.code, players[0])
    chance = random.Random(7)
    for _ in range(MOST_MOVES):
        game = Game.objects.get(pk=game.pk)
        if game.phase == phase:
            return game, players
        make(game, players, choose_move(look_into(game), chance))
    raise AssertionError(f"{phase} never came")


def browsers_at(game: Game, players: list[Player]) -> dict[str, Client]:
    """Return a browser for each role at a table; its host has an account."""
    host = give_account(players[0], "alice")
    dave = Player.objects.create(name="dave", guest_key=f"{0:032x}")
    other, _others = begin_game_of("faye")
    browsers = {
        "nobody": Client(),
        "outsider": open_browser(dave),
        "spectator": Client(),
        "seat": open_browser(players[1]),
        "other seat": open_browser(players[2]),
        "host": signed_in(host),
        "other host": signed_in(other),
        "staff": signed_in(User.objects.create_superuser("staff")),
    }
    browsers["spectator"].get(f"/t/{game.code}/")
    assert tuple(browsers) == ROLES
    return browsers


def begin_game_of(name: str) -> tuple[User, list[Player]]:
    """Return the account of a host, and the players of the host's ended game."""
    game, players = begin_game()
    user = give_account(players[0], name)
    end_game(game.code, players[0])
    return user, players


def give_account(player: Player, name: str) -> User:
    user = User.objects.create_user(name)
    player.user, player.guest_key = user, None
    player.save()
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
