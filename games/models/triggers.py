"""Triggers that refuse UPDATE and DELETE of moves and of the journal's entries.

They work on SQLite and PostgreSQL. On SQLite a migration that rebuilds one of the
tables drops them, so it has to end with `create_triggers`. A test checks that they
exist.
"""

from typing import Any

# The name of each table's triggers.
_TABLES = {
    "games_moverow": "games_move_keeps",
    "games_journalentry": "games_journal_keeps",
}
_REASON = "are never changed or deleted"
_FUNCTION = f"""
    CREATE OR REPLACE FUNCTION games_keep_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'rows of % {_REASON}', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
    END $$
"""


def _sqlite(table: str) -> dict[str, str]:
    """Return the triggers of a table by name."""
    return {
        f"{_TABLES[table]}_{verb.lower()}": (
            f"CREATE TRIGGER {_TABLES[table]}_{verb.lower()} BEFORE {verb} ON {table}"
            f" BEGIN SELECT RAISE(ABORT, 'rows of {table} {_REASON}'); END"
        )
        for verb in ("UPDATE", "DELETE")
    }


def _postgresql(table: str) -> str:
    return f"""
        CREATE TRIGGER {_TABLES[table]} BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION games_keep_rows()
    """


def to_create(vendor: str) -> list[str]:
    """Return the statements that create the triggers in this kind of database."""
    if vendor == "sqlite":
        return [each for table in _TABLES for each in _sqlite(table).values()]
    return [_FUNCTION, *map(_postgresql, _TABLES)]


def to_drop(vendor: str) -> list[str]:
    """Return the statements that drop the triggers if they exist."""
    if vendor == "sqlite":
        names = [name for table in _TABLES for name in _sqlite(table)]
        return [f"DROP TRIGGER IF EXISTS {name}" for name in names]
    return [f"DROP TRIGGER IF EXISTS {name} ON {on}" for on, name in _TABLES.items()]


def create_triggers(_apps: Any, schema_editor: Any) -> None:
    """Recreate the triggers, for `RunPython` in a migration."""
    drop_triggers(_apps, schema_editor)
    _run(schema_editor, to_create(schema_editor.connection.vendor))


def drop_triggers(_apps: Any, schema_editor: Any) -> None:
    """Drop the triggers, for the reverse of a migration."""
    _run(schema_editor, to_drop(schema_editor.connection.vendor))


def _run(schema_editor: Any, statements: list[str]) -> None:
    # `schema_editor.execute` would interpret percent signs.
    with schema_editor.connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
