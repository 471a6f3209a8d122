"""Compares a database with the migrations of this version."""

from functools import cache

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

type Name = tuple[str, str]

_MIGRATIONS = "django_migrations"
_OTHER = "Another program made this database: it has a table {}."
_NEWER = "A newer version made this database: this one does not know {}."
_UNRELEASED = (
    "A version before the first release made this database, and no migration leads from"
    " it to this version: keep the records of its games with the version that made it,"
    " and begin with a new, empty database."
)


def find_obstacle(connection: BaseDatabaseWrapper) -> str:
    """Return why this version must not use a database; empty if it may.

    An empty database is no obstacle. An application with `has_generations` only adds
    tables and columns within a thousand of its migrations' numbers: this version can
    use a database with later ones of the same thousand.
    """
    known, applied = _known_migrations(), _applied(connection)
    for app, name in sorted(applied - known):
        ours = {each for each in known if each[0] == app}
        if ours and min(ours) not in applied:
            return _UNRELEASED
        newest = max(ours, default=(app, name))[1]
        shown = 1 if _has_generations(app) else None
        if name[:shown] > newest[:shown]:
            return _NEWER.format(f"{app}.{name}")
    tables = {*connection.introspection.django_table_names(), _MIGRATIONS}
    strange = set(connection.introspection.table_names()) - tables
    if strange and not any(_has_generations(app) for app, _ in applied):
        return _OTHER.format(min(strange))
    return ""


def find_gap(connection: BaseDatabaseWrapper, *, may_be_newer: bool = False) -> str:
    """Return what a database of this version or an older one lacks; empty if nothing.

    All tables and columns have to be there that its own migrations made.
    """
    known, applied = _known_migrations(), _applied(connection)
    ours = {app for app, _ in applied if app in apps.app_configs}
    if not any(map(_has_generations, ours)):
        return "it is not of this program"
    unknown = sorted(each for each in applied - known if each[0] in ours)
    if unknown and not may_be_newer:
        return f"another version made it, with {'.'.join(unknown[0])}"
    loader = MigrationLoader(None)
    state = loader.project_state([*applied & loader.graph.nodes.keys()])
    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for model in state.apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table not in tables:
                return f"it lacks {table}"
            found = connection.introspection.get_table_description(cursor, table)
            columns = {str(field.column) for field in model._meta.concrete_fields}
            if missing := columns - {column.name for column in found}:
                return f"it lacks {table}.{min(missing)}"
    return ""


def _applied(connection: BaseDatabaseWrapper) -> set[Name]:
    # Django's own recorder asks the database of this alias, not this connection.
    with connection.cursor() as cursor:
        if _MIGRATIONS not in connection.introspection.table_names(cursor):
            return set()
        cursor.execute(f"SELECT app, name FROM {_MIGRATIONS}")  # noqa: S608
        return set(cursor.fetchall())


# It imports every migration, which takes a tenth of a second.
@cache
def _known_migrations() -> set[Name]:
    """Return the migrations of this version, and those that they replace."""
    files = MigrationLoader(None).disk_migrations
    return {*files, *(old for file in files.values() for old in file.replaces)}


def _has_generations(app: str) -> bool:
    return getattr(apps.app_configs.get(app), "has_generations", False)
