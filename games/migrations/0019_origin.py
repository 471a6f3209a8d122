"""Stores the first table of each chain of evenings, so that one query finds its newest."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def store_origins(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Follow each table back, by its evening where a table before it is gone."""
    Game = apps.get_model("games", "Game")
    rows = Game.objects.order_by("pk").only("pk", "code", "evening", "previous_id")
    origins: dict[int, str] = {}
    # A game of an evening without its first table has the code of that one.
    by_code: dict[str, str] = {}
    changed = []
    for game in rows.iterator(chunk_size=2000):
        evening = game.evening and by_code.get(game.evening, game.evening)
        origin = origins.get(game.previous_id or 0) or evening or game.code
        origins[game.pk] = by_code[game.code] = origin
        if origin != game.code:
            game.origin = origin
            changed.append(game)
    Game.objects.bulk_update(changed, ["origin"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0018_former_scores"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="origin",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=6
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["origin", "id"], name="games_by_origin"),
        ),
        migrations.RunPython(store_origins, migrations.RunPython.noop, elidable=True),
    ]
