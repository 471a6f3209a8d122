from typing import Any

from django.db import migrations, models
from django.db.models import F, Q

from games.migrations._triggers import create_triggers, drop_triggers

NAMES = ("Move", "Draw", "Accusation", "Token", "Trade")
# An index and its constraint begin with table, column and a hash of both.
INDEXES = {
    "games_accusationrow_round_id_e4f0e56c": "games_accusation_round_id_23a6eb76",
    "games_drawrow_round_id_1839d75f": "games_draw_round_id_8612905e",
    "games_moverow_game_id_c2104930": "games_move_game_id_aca66fc5",
    "games_tokenrow_round_id_4f28302c": "games_token_round_id_54d38d1e",
    "games_traderow_give_id_7b36851b": "games_trade_give_id_2bb2b8e4",
    "games_traderow_round_id_a8c11f6a": "games_trade_round_id_c8b6cfb5",
    "games_traderow_take_id_46013939": "games_trade_take_id_9cf52640",
}
CONSTRAINTS = """SELECT relname, conname FROM pg_constraint
    JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = current_schema()::regnamespace"""
RELATIONS = """SELECT relname, relkind FROM pg_class
    WHERE relkind IN ('i', 'S') AND relnamespace = current_schema()::regnamespace"""


def rename_indexes(_apps: Any, schema_editor: Any) -> None:
    """Give indexes, constraints and sequences the names of their tables."""
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'")
            for name, statement in cursor.fetchall():
                if name in INDEXES:
                    cursor.execute(f'DROP INDEX "{name}"')
                    cursor.execute(statement.replace(name, INDEXES[name]))
            return
        cursor.execute(CONSTRAINTS)
        for table, name in cursor.fetchall():
            if (new := rename(name)) != name:
                cursor.execute(
                    f'ALTER TABLE "{table}" RENAME CONSTRAINT "{name}" TO "{new}"'
                )
        cursor.execute(RELATIONS)
        for name, kind in cursor.fetchall():
            if (new := rename(name)) != name:
                what = "SEQUENCE" if kind == "S" else "INDEX"
                cursor.execute(f'ALTER {what} "{name}" RENAME TO "{new}"')


def rename(name: str) -> str:
    for before, after in INDEXES.items():
        name = name.replace(before, after)
    for model in NAMES:
        name = name.replace(f"games_{model.lower()}row_", f"games_{model.lower()}_")
    return name


class Migration(migrations.Migration):
    """Tables get the names of their models; two columns that nothing reads go."""

    dependencies = [("games", "0022_votes")]

    operations = [
        migrations.RunPython(drop_triggers, create_triggers),
        *[migrations.AlterModelTable(name=name, table=None) for name in NAMES],
        migrations.RunPython(rename_indexes, migrations.RunPython.noop),
        migrations.RemoveField(model_name="game", name="has_display"),
        migrations.RemoveField(model_name="game", name="held"),
        # Its statement was written when `reported` was never null.
        migrations.RemoveConstraint("Report", "reports_another"),
        migrations.AddConstraint(
            "Report",
            models.CheckConstraint(
                condition=~Q(reporter=F("reported")), name="reports_another"
            ),
        ),
        migrations.RunPython(create_triggers, drop_triggers),
    ]
