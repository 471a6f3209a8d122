"""Opens a table, changes its options and makes another player its host."""

import secrets

from django.db import transaction

from games.errors import Refused, TableError
from games.hosting.seats import seat_at
from games.models.codes import new_code
from games.models.game import Game, GameSecrets, Presence
from games.models.player import Player
from games.play.transaction import (
    locked_game,
    mark_changed,
    require_host,
    require_lobby,
)
from games.rules import commitment
from games.rules.editions import OPTIONS, PRESETS, SETTINGS, Edition

_TRIES_FOR_A_CODE = 20
SETUP_FIELDS = ("edition", *OPTIONS, *SETTINGS)


def open_table(host: Player, setup: dict[str, object]) -> Game:
    """Open a table for a host without a seat yet; `setup` holds SETUP_FIELDS.

    The seed is fixed now and stored apart from the table, which shows its hash.

    Raises:
        NoFreeCode: no unused table code was found.
    """
    for code in (new_code() for _ in range(_TRIES_FOR_A_CODE)):
        if Game.objects.filter(code=code).exists():
            continue
        seed = secrets.token_bytes(commitment.SEED_BYTES)
        with transaction.atomic():
            game = Game.objects.create(
                code=code,
                host=host,
                commitment=commitment.commitment_of(seed, code),
                **setup,
            )
            GameSecrets.objects.create(game=game, seed=seed)
            return game
    raise TableError(Refused.NO_FREE_CODE)


def setup_of(edition: Edition) -> dict[str, object]:
    """Return the set-up of an edition with its own options."""
    preset = PRESETS[edition]
    return {
        "edition": edition.value,
        **{name: getattr(preset.options, name) for name in OPTIONS},
        "first_player": preset.first_player.value,
    }


def change_options(code: str, host: Player, setup: dict[str, object]) -> None:
    """Change the set-up of a table, in the lobby. Host only.

    Raises:
        TableError: not the host, or the game has begun.
    """
    with locked_game(code) as game:
        require_host(game, host)
        require_lobby(game)
        for field in SETUP_FIELDS:
            setattr(game, field, setup[field])
        mark_changed(game, *SETUP_FIELDS)


def hand_over(code: str, host: Player, index: int, expected: str = "") -> None:
    """Make the player of a seat the host of the table. Host only.

    Raises:
        TableError: not the host, the seat has no player, or the player is away.
    """
    with locked_game(code) as game:
        require_host(game, host)
        seat = seat_at(game, index, expected)
        if seat.player_id is None:
            raise TableError(Refused.SEAT_NOT_FOUND)
        if seat.presence != Presence.HERE:
            raise TableError(Refused.NOT_HERE)
        game.host_id = seat.player_id
        mark_changed(game, "host")
