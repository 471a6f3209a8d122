"""Triggers that refuse UPDATE and DELETE of moves, on SQLite and PostgreSQL.

On SQLite a migration that rebuilds the table of moves drops them, so it has to end with
`create_triggers`. A test checks that they exist.
"""

from typing import Any

_REASON = "moves are never changed or deleted"

_SQLITE = {
    f"games_move_keeps_{verb.lower()}": (
        f"CREATE TRIGGER games_move_keeps_{verb.lower()} BEFORE {verb}"
        f" ON games_moverow "
        f"BEGIN SELECT RAISE(ABORT, '{_REASON}'); END"
    )
    for verb in ("UPDATE", "DELETE")
}

_POSTGRESQL = (
    f"""
    CREATE FUNCTION games_keep_moves() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '{_REASON}' USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    """
    CREATE TRIGGER games_move_keeps BEFORE UPDATE OR DELETE ON games_moverow
    FOR EACH ROW EXECUTE FUNCTION games_keep_moves()
    """,
)
_POSTGRESQL_DROP = (
    "DROP TRIGGER IF EXISTS games_move_keeps ON games_moverow",
    "DROP FUNCTION IF EXISTS games_keep_moves()",
)


def to_create(vendor: str) -> list[str]:
    """Return the statements that create the triggers in this kind of database."""
    return list(_SQLITE.values() if vendor == "sqlite" else _POSTGRESQL)


def to_drop(vendor: str) -> list[str]:
    """Return the statements that drop the triggers if they exist."""
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {name}" for name in _SQLITE]
    return list(_POSTGRESQL_DROP)


def create_triggers(_apps: Any, schema_editor: Any) -> None:
    """Recreate the triggers, for `RunPython` in a migration."""
    _run(schema_editor, to_drop(schema_editor.connection.vendor))
    _run(schema_editor, to_create(schema_editor.connection.vendor))


def drop_triggers(_apps: Any, schema_editor: Any) -> None:
    """Drop the triggers, for the reverse of a migration."""
    _run(schema_editor, to_drop(schema_editor.connection.vendor))


def _run(schema_editor: Any, statements: list[str]) -> None:
    # `schema_editor.execute` would interpret percent signs.
    with schema_editor.connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
