"""Migrations leave tables that a process of the release before can still write to."""

from itertools import pairwise

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED


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


@pytest.mark.django_db
def test_database_from_before_the_first_release_is_refused():
    MigrationRecorder(connection).record_applied("games", "0001_initial")
    with pytest.raises(SystemExit, match="begin with a new, empty database"):
        call_command("migrate", verbosity=0)
