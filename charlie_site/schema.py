"""Compares a database with the migrations of this version."""

from functools import cache
from itertools import chain
from typing import Any

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import QuerySet

type Name = tuple[str, str]

_APP, _MIGRATIONS = "games", "django_migrations"
_OTHER = "Another program made this database: it has a table {}."
_NEWER = "A newer version made this database: this one does not know {}."
# The last commit with the chain of migrations that 0001_first_release replaces.
_OLDER = (
    "A version before the first release made this database. First migrate it with"
    " commit df4cedc3 of 2026-11-29; then this version can use it."
)


def find_schema_obstacle(connection: BaseDatabaseWrapper) -> str:
    """Return why this version must not use a database; empty if it may.

    An empty database is no obstacle, nor is one that only lacks newer migrations.
    """
    files, applied = _migrations().disk_migrations, _applied(connection)
    replaced = set(chain.from_iterable(file.replaces for file in files.values()))
    own = {each for each in applied if each[0] == _APP}
    if own and not own >= {each for each in replaced if each[0] == _APP}:
        return _OLDER
    for app, name in sorted(applied - {*files, *replaced}):
        known = {each for each in files if each[0] == app}
        if (app, name) > max(known, default=(app, "")):
            return _NEWER.format(f"{app}.{name}")
    tables = {*connection.introspection.django_table_names(), _MIGRATIONS}
    strange = set(connection.introspection.table_names()) - tables
    if strange and not own:
        return _OTHER.format(min(strange))
    return ""


def find_missing_migrations(connection: BaseDatabaseWrapper) -> set[Name]:
    """Return the newest migrations of this version that were not made."""
    return {*_migrations().graph.leaf_nodes()} - _applied(connection)


def try_tables(connection: BaseDatabaseWrapper) -> None:
    """Read a row of each table: a migration that is noted may not have been made.

    Raises:
        DatabaseError: a table or a column is missing.
    """
    with connection.cursor() as cursor:
        for statement, values in _reads_of_tables():
            cursor.execute(statement, values)


@cache
def _reads_of_tables() -> list[tuple[str, tuple[Any, ...]]]:
    """Return a statement for each model, which names every column."""
    return [
        QuerySet(model).order_by()[:1].query.sql_with_params()
        for model in apps.get_models()
    ]


def _applied(connection: BaseDatabaseWrapper) -> set[Name]:
    """Return the migrations that were made, or all of whose parts were."""
    # Django's own recorder asks the database of this alias, not this connection.
    with connection.cursor() as cursor:
        if _MIGRATIONS not in connection.introspection.table_names(cursor):
            return set()
        cursor.execute(f"SELECT app, name FROM {_MIGRATIONS}")  # noqa: S608
        made = set(cursor.fetchall())
    files = _migrations().disk_migrations.items()
    whole = {name for name, file in files if made >= set(file.replaces) != set()}
    return made | whole


# It imports every migration, which takes a tenth of a second.
@cache
def _migrations() -> MigrationLoader:
    return MigrationLoader(None)
