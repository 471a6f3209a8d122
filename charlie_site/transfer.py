"""Copies all rows of the site between two databases, of SQLite or PostgreSQL.

A backup of PostgreSQL is a database of SQLite, like one of SQLite itself, so that both
have the same backups, and each can take the place of the other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import batched
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max, Model, QuerySet
from django.db.utils import DEFAULT_DB_ALIAS, load_backend

from charlie_site.environment import build_database
from charlie_site.schema import (
    find_missing_migrations,
    find_schema_obstacle,
    try_tables,
)
from charlie_site.single_process import hold_lock

OTHER = "other"
_ROWS = 1000
# The tables that `migrate` fills.
_ENTERED = {"django_migrations", "django_content_type", "auth_permission"}
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
    AND datname = current_database() AND usename = current_user
"""
_LAST_KEY = {
    "sqlite": "SELECT seq FROM sqlite_sequence WHERE name = %s",
    "postgresql": "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, 'id'))",
}


@contextmanager
def opened(url: str) -> Iterator[BaseDatabaseWrapper]:
    """Let Django use another database by the alias OTHER."""
    own = connections.configure_settings({DEFAULT_DB_ALIAS: build_database(url)})
    own = own[DEFAULT_DB_ALIAS]
    connection = load_backend(own["ENGINE"]).DatabaseWrapper(own, OTHER)
    connections[OTHER] = connection
    try:
        yield connection
    finally:
        connection.close()
        del connections[OTHER]


@contextmanager
def other_as_default() -> Iterator[None]:
    """Let migrations and audits, which know no alias, use the other database."""
    kept = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[OTHER]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = kept


def migrate() -> None:
    """Bring the default database, of this version or an older one, up to date.

    Raises:
        CommandError: another program or a newer version made it.
        DatabaseError: it is not whole.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite":
        Path(connection.settings_dict["NAME"]).touch(mode=0o600)
    require_known_schema()
    call_command("migrate", interactive=False, verbosity=0)
    try_tables(connection)


def require_known_schema() -> None:
    """Refuse a default database that this version must not use.

    Raises:
        CommandError: another program, a newer version or one before the first release
            made it.
    """
    if obstacle := find_schema_obstacle(connections[DEFAULT_DB_ALIAS]):
        raise CommandError(obstacle)


def require_present_schema() -> None:
    """Refuse to copy from a default database that has other tables than this version.

    Raises:
        CommandError: it is older, newer, or another program's.
    """
    require_known_schema()
    if find_missing_migrations(connections[DEFAULT_DB_ALIAS]):
        raise CommandError("The database is of an older version: run `migrate` first.")


def require_empty() -> None:
    """Refuse a default database that has rows, but for those that `migrate` enters.

    Raises:
        CommandError: there is one.
    """
    if filled := _tables_with_rows(connections[DEFAULT_DB_ALIAS]) - _ENTERED:
        raise CommandError(f"It is not empty: its table {min(filled)} has rows.")


def require_no_server() -> None:
    """Refuse to go on while a server uses the default database; exit if one holds it.

    Raises:
        CommandError: another process uses PostgreSQL.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite":
        hold_lock(settings.DATA_DIR)
        return
    with connection.cursor() as cursor:
        cursor.execute(_OTHERS)
        (others,) = cursor.fetchone()
    if others:
        raise CommandError("Others use this database: stop all server processes first.")


def copy_rows(source: str, target: str) -> list[tuple[str, int]]:
    """Copy every row into the migrated tables of another database, or none.

    Returns the number of rows for each model. Django's `bulk_create` would set some
    times anew (`auto_now_add`), and its JSON cuts times to milliseconds.

    Raises:
        CommandError: a row is left out, or the source has a table that these settings
            do not know.
    """
    models = apps.get_models(include_auto_created=True)
    with transaction.atomic(target), _reading_once(source):
        _refuse_strange_rows(connections[source], models)
        with connections[target].cursor() as cursor:
            for model in models:
                # The rows from `migrate`.
                cursor.execute(f"DELETE FROM {_name(model, target)}")  # noqa: S608
            for model in models:
                _copy_table(model, source, target, cursor)
                _copy_last_key(model, source, target)
        counts = [(model._meta.label, _count(model, target)) for model in models]
        for model, (label, count) in zip(models, counts, strict=True):
            if count != (there := _count(model, source)):
                raise CommandError(f"Of {there} rows of {label}, {count} came over.")
    return counts


@contextmanager
def _reading_once(alias: str) -> Iterator[None]:
    """Read one state of a database, without the changes that others make meanwhile."""
    with transaction.atomic(alias):
        if connections[alias].vendor == "postgresql":
            with connections[alias].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _refuse_strange_rows(
    source: BaseDatabaseWrapper, models: list[type[Model]]
) -> None:
    known = {model._meta.db_table for model in models} | {"django_migrations"}
    if strange := _tables_with_rows(source) - known:
        raise CommandError(
            f"The table {min(strange)} has rows that these settings do not know, such"
            " as those of OIDC_ISSUER."
        )


def _tables_with_rows(connection: BaseDatabaseWrapper) -> set[str]:
    filled = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            name = connection.ops.quote_name(table)
            cursor.execute(f"SELECT 1 FROM {name} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                filled.add(table)
    return filled


def _copy_table(model: type[Model], source: str, target: str, cursor: Any) -> None:
    fields: list[Any] = list(model._meta.local_concrete_fields)
    columns = ", ".join(connections[target].ops.quote_name(f.column) for f in fields)
    places = ", ".join(["%s"] * len(fields))
    into = f"INSERT INTO {_name(model, target)} ({columns}) VALUES ({places})"  # noqa: S608
    names = [field.attname for field in fields]
    rows: Any = QuerySet(model).using(source).order_by("pk").values_list(*names)
    for some in batched(rows.iterator(_ROWS), _ROWS):
        lines = [
            [
                field.get_db_prep_save(value, connections[target])
                for field, value in zip(fields, row, strict=True)
            ]
            for row in some
        ]
        cursor.executemany(into, lines)


def _copy_last_key(model: type[Model], source: str, target: str) -> None:
    """Let the target go on behind the source's last key, whose row may be gone.

    The journal and the acts of staff keep the keys of forgotten games.
    """
    if model._meta.auto_field is None:
        return
    with connections[source].cursor() as cursor:
        vendor = connections[source].vendor
        table = model._meta.db_table
        cursor.execute(_LAST_KEY[vendor], [table])
        (last,) = cursor.fetchone() or (None,)
    newest = QuerySet(model).using(source).aggregate(newest=Max("pk"))["newest"]
    if key := max(last or 0, newest or 0):
        _set_last_key(connections[target], model._meta.db_table, key)


def _set_last_key(target: BaseDatabaseWrapper, table: str, key: int) -> None:
    with target.cursor() as cursor:
        if target.vendor == "postgresql":
            of_table = "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)"
            cursor.execute(of_table, [table, key])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            row = "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)"
            cursor.execute(row, [table, key])


def _name(model: type[Model], alias: str) -> str:
    name: str = connections[alias].ops.quote_name(model._meta.db_table)
    return name


def _count(model: type[Model], alias: str) -> int:
    return QuerySet(model).using(alias).count()
