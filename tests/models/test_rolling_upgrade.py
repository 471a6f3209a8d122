"""Migrations leave tables that a process of the release before can still write to."""

from itertools import pairwise

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

from charlie_site.schema import find_schema_obstacle
from charlie_site.serve import require_database


def columns_to_write(state: ProjectState) -> dict[str, set[str]]:
    """Return the columns of each table that every new row has to name."""
    return {
        name: {
            column
            for column, field in model.fields.items()
            if not (field.null or field.many_to_many)
            and field.db_default is NOT_PROVIDED
        }
        for (app, name), model in state.models.items()
        if app == "games"
    }


def test_later_column_is_nullable_or_has_a_default_in_the_database():
    """During a rolling upgrade an old process inserts rows without the column."""
    loader = MigrationLoader(None)
    names = sorted(name for app, name in loader.disk_migrations if app == "games")
    states = [loader.project_state(("games", name)) for name in names]
    for before, after in pairwise(map(columns_to_write, states)):
        for table in before.keys() & after.keys():
            assert after[table] <= before[table], f"{table}: give it a db_default"


def drop(name):
    MigrationRecorder(connection).migration_qs.filter(name=name).delete()


def add(app, name):
    MigrationRecorder(connection).record_applied(app, name)


def add_table():
    for app in ("games", "auth"):
        MigrationRecorder(connection).migration_qs.filter(app=app).delete()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE shop (item text)")


STRANGE = {
    "before the first release": lambda: (
        drop("0001_tables"),
        add("games", "0001_initial"),
    ),
    "A newer version made this database": lambda: add("games", "1000_later"),
    "this one does not know auth.0999_later": lambda: add("auth", "0999_later"),
    "Another program made this database: it has a table shop": add_table,
}


@pytest.mark.django_db
@pytest.mark.parametrize(("said", "change"), STRANGE.items())
def test_strange_database_is_refused_by_migrate_the_start_and_readyz(said, change):
    change()
    with pytest.raises(SystemExit, match=said):
        call_command("migrate", verbosity=0, skip_checks=True)
    with pytest.raises(SystemExit, match=f"^Cannot start: .*{said}"):
        require_database()
    assert said in find_schema_obstacle(connection)


@pytest.mark.django_db
def test_database_of_a_later_migration_that_only_adds_is_used():
    add("games", "0999_later")
    assert find_schema_obstacle(connection) == ""
