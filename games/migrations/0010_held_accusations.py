"""Enters the accusations that the release before holds in the rows of games."""

from datetime import UTC, datetime

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def enter_held(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    Game: Any = apps.get_model("games", "Game")
    Entered = apps.get_model("games", "EnteredAccusation")
    for game in Game.objects.exclude(held=[]):
        last = game.rounds.latest("number", "attempt")
        for sent, lot, until, latency, seat, suspect, key in game.held:
            Entered.objects.create(
                game=game,
                round=last,
                seat=seat,
                player=game.seats.get(index=seat).player,
                suspect=suspect,
                key=key,
                sent=sent,
                latency=latency,
                until=until,
                lot=lot,
            )
        first = min(each[2] for each in game.held)
        game.race_ends_at = datetime.fromtimestamp(first / 1000, UTC)
        game.held = []
        game.save(update_fields=["race_ends_at", "held"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0009_entered_accusations"),
    ]

    operations = [
        migrations.RunPython(enter_held, migrations.RunPython.noop, elidable=True),
    ]
