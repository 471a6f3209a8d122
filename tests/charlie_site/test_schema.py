"""A database of another version, or of another program, is refused."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from charlie_site.schema import find_missing_migrations, find_schema_obstacle
from charlie_site.serve import require_database

pytestmark = pytest.mark.django_db
NEWEST = "0001_first_release"


def drop(name):
    MigrationRecorder(connection).migration_qs.filter(name=name).delete()


def add(app, name):
    MigrationRecorder(connection).record_applied(app, name)


def add_table():
    for app in ("games", "auth"):
        MigrationRecorder(connection).migration_qs.filter(app=app).delete()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE shop (item text)")


def leave_only(name):
    MigrationRecorder(connection).migration_qs.filter(app="games").delete()
    add("games", name)


STRANGE = {
    "migrate it with commit df4cedc3": lambda: drop("0023_names"),
    "before the first release": lambda: leave_only("0001_initial"),
    "this one does not know games.0999_later": lambda: add("games", "0999_later"),
    "this one does not know auth.0999_later": lambda: add("auth", "0999_later"),
    "Another program made this database: it has a table shop": add_table,
}


@pytest.mark.parametrize(("said", "change"), STRANGE.items())
def test_strange_database_is_refused_by_migrate_the_start_and_readyz(said, change):
    change()
    with pytest.raises(SystemExit, match=said):
        call_command("migrate", verbosity=0, skip_checks=True)
    with pytest.raises(SystemExit, match=f"^Cannot start: .*{said}"):
        require_database()
    assert said in find_schema_obstacle(connection)


def test_database_with_the_whole_chain_lacks_nothing():
    drop(NEWEST)
    assert find_schema_obstacle(connection) == ""
    assert find_missing_migrations(connection) == set()
