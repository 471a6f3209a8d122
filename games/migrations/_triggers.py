"""The triggers that refuse UPDATE and DELETE of moves and of the journal's entries.

They let the moves of a forgotten game go. On SQLite a migration that rebuilds one of
these tables, or that of acts of staff, has to begin with `drop_triggers` and to end
with `create_triggers`. A test checks that they exist.
"""

from typing import Any

# The name of each table's triggers, and the rows that may be deleted.
_FORGOTTEN = """EXISTS (
    SELECT 1 FROM games_staffact WHERE game_id = OLD.game_id AND kind = 'forgotten'
)"""
_TABLES = {
    "games_move": ("games_move_keeps", _FORGOTTEN),
    "games_journalentry": ("games_journal_keeps", "FALSE"),
}
_REASON = "are never changed or deleted"


def _function(name: str, exception: str) -> str:
    return f"""
        CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND {exception} THEN
                RETURN OLD;
            END IF;
            RAISE EXCEPTION 'rows of % {_REASON}', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
        END $$
    """


def _triggers(vendor: str) -> dict[str, str]:
    """Return the statement that creates each trigger, by what DROP TRIGGER calls it."""
    if vendor == "sqlite":
        return {
            f"{name}_{verb.lower()}": (
                f"CREATE TRIGGER {name}_{verb.lower()} BEFORE {verb} ON {table}"
                f" WHEN NOT ({exception if verb == 'DELETE' else 'FALSE'})"
                f" BEGIN SELECT RAISE(ABORT, 'rows of {table} {_REASON}'); END"
            )
            for table, (name, exception) in _TABLES.items()
            for verb in ("UPDATE", "DELETE")
        }
    return {
        f"{name} ON {table}": (
            f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {name}()"
        )
        for table, (name, _exception) in _TABLES.items()
    }


def triggers_to_create(vendor: str) -> list[str]:
    """Return the statements that create the triggers in this kind of database."""
    needed = {} if vendor == "sqlite" else _TABLES
    functions = [_function(*of_table) for of_table in needed.values()]
    return [*functions, *_triggers(vendor).values()]


def triggers_to_drop(vendor: str) -> list[str]:
    """Return the statements that drop the triggers if they exist."""
    return [f"DROP TRIGGER IF EXISTS {name}" for name in _triggers(vendor)]


def create_triggers(_apps: Any, schema_editor: Any) -> None:
    """Recreate the triggers, for `RunPython` in a migration."""
    drop_triggers(_apps, schema_editor)
    _run(schema_editor, triggers_to_create(schema_editor.connection.vendor))


def drop_triggers(_apps: Any, schema_editor: Any) -> None:
    """Drop the triggers, for the reverse of a migration."""
    _run(schema_editor, triggers_to_drop(schema_editor.connection.vendor))


def _run(schema_editor: Any, statements: list[str]) -> None:
    # `schema_editor.execute` would interpret percent signs.
    with schema_editor.connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
