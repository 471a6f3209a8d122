"""Opens a table, and changes its edition and options."""

import secrets
from collections.abc import Iterable

from django.db import transaction

from games.codes import make_code
from games.errors import Refused, TableError
from games.models import Game, GameSecrets, JournalEntry, Player
from games.play.transaction import hosted_game, mark_changed, require_lobby
from games.play.webhook import strip_webhook_path
from games.rules.deal import SEED_BYTES, compute_commitment
from games.rules.editions import OPTIONS, PRESETS, SETTINGS, Edition

_TRIES_FOR_A_CODE = 20
SETUP_FIELDS = ("edition", *OPTIONS, *SETTINGS, "language")


def open_table(
    host: Player, setup: dict[str, object], codes: Iterable[str] | None = None
) -> Game:
    """Open a table for a host without a seat yet; `setup` holds SETUP_FIELDS.

    The table gets the first unused one of `codes`, or of some random ones. The seed is
    fixed now and stored apart from the table, which shows its hash.

    Raises:
        TableError: no unused table code was found.
    """
    for code in codes or (make_code() for _try in range(_TRIES_FOR_A_CODE)):
        # A forgotten game keeps its code: its receipts name it.
        journal = JournalEntry.objects.filter(code=code)
        if Game.objects.filter(code=code).exists() or journal.exists():
            continue
        seed = secrets.token_bytes(SEED_BYTES)
        with transaction.atomic():
            game = Game.objects.create(
                code=code, host=host, commitment=compute_commitment(seed, code), **setup
            )
            GameSecrets.objects.create(game=game, seed=seed)
            return game
    raise TableError(Refused.NO_FREE_CODE)


def build_setup(edition: Edition) -> dict[str, object]:
    """Return the set-up of an edition with its own options."""
    preset = PRESETS[edition]
    return {
        "edition": edition.value,
        **{name: getattr(preset.options, name) for name in OPTIONS},
        "first_player": preset.first_player.value,
    }


def change_options(code: str, host: Player, setup: dict[str, object]) -> None:
    """Change the set-up of a table, in the lobby. Host only.

    A webhook stays if the set-up has the part of it that the host's page shows.

    Raises:
        TableError: not the host, or the game has begun.
    """
    with hosted_game(code, host) as game:
        require_lobby(game)
        if setup["webhook"] == strip_webhook_path(game.webhook):
            setup = setup | {"webhook": game.webhook}
        changed = [each for each in SETUP_FIELDS if getattr(game, each) != setup[each]]
        for field in changed:
            setattr(game, field, setup[field])
        if changed:
            mark_changed(game)
