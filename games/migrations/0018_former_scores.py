"""Stores what the former holders of seats had, which standings and players' lists ask."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from django.apps.registry import Apps
from django.core.exceptions import ObjectDoesNotExist
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.rules.deal import Deal, compute_key, shuffle_deal
from games.rules.editions import Investigator, Options
from games.rules.illegal import RulesError
from games.rules.moves import move_from_dict
from games.rules.replay import replay
from games.rules.scoring import count_golds, sum_points
from games.rules.state import State, begin_state, evolve
from games.rules.tokens import STASI


def count_scores(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Count them from the moves; a game that cannot be replayed has none."""
    handed_over = apps.get_model("games", "Game").objects.exclude(former=[])
    for pk in list(handed_over.values_list("pk", flat=True)):
        game = handed_over.select_related("secrets").get(pk=pk)
        with suppress(ObjectDoesNotExist, RulesError, ValueError, TypeError, KeyError):
            game.former_scores = dict(_count(game))
            game.save(update_fields=["former_scores"])


def _count(game: Any) -> Iterator[tuple[str, list[int]]]:
    seats, secrets = game.seats.order_by("index"), game.secrets
    parts = list(seats.values_list("contribution", flat=True))
    key = compute_key(bytes(secrets.seed), game.code, parts)
    dogs = tuple(map(Investigator, seats.values_list("investigator", flat=True)))

    def deal(state: State) -> Deal:
        attempts = len(state.results)
        if secrets.deals and attempts < len(secrets.deals):
            return Deal.from_dict(secrets.deals[attempts])
        return shuffle_deal(key, state)

    options = Options.from_values(partial(getattr, game))
    rows = game.moves.order_by("number").values("seat", "content")
    moves = [move_from_dict({**row["content"], "seat": row["seat"]}) for row in rows]
    steps = list(replay(begin_state(dogs, options, game.first_seat), moves, deal))
    for left, seat, *_others in game.former:
        state = [step.state for step in steps if step.count <= left][-1]
        own = tuple(token for token in state.tokens if token.face != STASI)
        kept = evolve(state, tokens=own)
        yield f"{seat}.{left}", [sum_points(kept, seat), count_golds(kept, seat)]


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0017_clubs_and_reports"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="former_scores",
            field=models.JSONField(db_default={}, default=dict, editable=False),
        ),
        migrations.RunPython(count_scores, migrations.RunPython.noop, elidable=True),
    ]
