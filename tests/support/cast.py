"""The cast: alice, bob and carol sit at the table, dave and faye may; eve does not.

Every test of a secret has a viewer that must not see it: eve, or another seat.
"""

import random
import uuid
from collections.abc import Iterator

from django.db.models import F

from games.models import Game, Player
from games.play.seam import make_move
from games.play.snapshot import Snapshot
from games.play.transaction import get_snapshot
from games.rules.editions import Edition, FirstPlayer, Investigator
from games.rules.legal import legal_moves
from games.rules.moves import Move, Pass
from games.rules.state import Phase
from games.rules.suspects import sides_of
from games.table.lobby import opening
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.people.seats import take_seat

NAMES = ("alice", "bob", "carol", "dave", "faye")


def make_setup(
    edition: Edition = Edition.DEVIR, **changes: object
) -> dict[str, object]:
    """Return a table's set-up: the edition's preset with changes."""
    return {
        **opening.build_setup(edition),
        "first_player": FirstPlayer.CHOSEN.value,
        "listed": False,
        "notebook": "on",
        "reactions": "on",
        "limits": "off",
        "race": "fair",
        "call_link": "",
        "webhook": "",
        "language": "en",
        **changes,
    }


def newcomer(name: str = "eve") -> Player:
    """Return a guest without a seat at any table."""
    return Player.objects.create(name=name, guest_key=uuid.uuid4())


def make_players(count: int = 3) -> list[Player]:
    """Return this many of the cast, as guests."""
    return [newcomer(name) for name in NAMES[:count]]


def seat_all(game: Game, players: list[Player]) -> None:
    """Give each player a seat, in this order."""
    for player, investigator in zip(players, Investigator, strict=False):
        take_seat(game.code, player, name=player.name, investigator=investigator)


def open_lobby(count: int = 3, **changes: object) -> tuple[Game, list[Player]]:
    """Return a table before its game, and its players; the first is the host."""
    players = make_players(count)
    game = open_table(players[0], make_setup(**changes))
    seat_all(game, players)
    return game, players


def begin_game(count: int = 3, **changes: object) -> tuple[Game, list[Player]]:
    """Return a game that has begun, with the first player as host and to move."""
    game, players = open_lobby(count, **changes)
    start_game(game.code, players[0], first_seat=0)
    return Game.objects.get(pk=game.pk), players


def begin_to_draw(count: int = 3, **changes: object) -> tuple[Game, list[Player]]:
    """Return a game with all clues chosen; the first player is to draw."""
    game, players = begin_game(count, **changes)
    choose_all(game, players)
    return game, players


def look_into(game: Game) -> Snapshot:
    """Return the snapshot of a game as its row stands now."""
    return get_snapshot(Game.objects.get(pk=game.pk))


def change_row(game: Game, **values: object) -> None:
    """Change the row of a game past the services."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1, **values)


def move(game: Game, player: Player, kind: str, **fields: str) -> None:
    """Make a move with a new key."""
    make_move(game.code, player, {"move": kind, **fields}, uuid.uuid4())


def make(game: Game, players: list[Player], wanted: Move) -> None:
    """Make a move as the player of its seat."""
    content = wanted.to_dict()
    seat = content.pop("seat")
    make_move(game.code, players[seat], content, uuid.uuid4())


def choose_move(snapshot: Snapshot, chance: random.Random) -> Move:
    """Return a random legal move; rare accusations keep rounds long."""
    state = snapshot.state
    assert state is not None
    by_seat = [legal_moves(state, seat) for seat in range(len(state.seats))]
    moves = [m for moves in by_seat for m in moves if not isinstance(m, Pass)]
    others = [m for m in moves if m.to_dict()["move"] != "accuse"]
    if others and chance.random() < 0.9:
        return chance.choice(others)
    return chance.choice(moves)


def play_on(
    game: Game, players: list[Player], chance: random.Random, most: int = 2000
) -> Iterator[Snapshot]:
    """Play random moves to the game's end, and yield the snapshot after each."""
    snapshot = look_into(game)
    for _ in range(most):
        if snapshot.state is None or snapshot.state.phase == Phase.OVER:
            return
        make(game, players, choose_move(snapshot, chance))
        snapshot = look_into(game)
        yield snapshot


def choose_all(game: Game, players: list[Player]) -> None:
    """Have these players choose the first side of their clues."""
    snapshot = look_into(game)
    for player in players:
        trait = snapshot.state.clue_tokens[snapshot.table.find_seat(player.pk)]
        move(game, player, "choose", side=sides_of(trait)[0])
