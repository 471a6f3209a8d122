"""Changes that look committed in a test that rolls its rows back."""

import pytest
from django.db import connection
from django.db.transaction import Atomic


@pytest.fixture
def commits(db, monkeypatch):
    """Run the on-commit callbacks at the end of each change.

    A rollback after the test is faster than tables that are emptied. Tests need
    `transaction=True` instead if other threads must see their changes.
    """
    leave, depth = Atomic.__exit__, len(connection.savepoint_ids)

    def leave_and_run(atomic, *error):
        leave(atomic, *error)
        if len(connection.savepoint_ids) == depth:
            waiting, connection.run_on_commit = connection.run_on_commit, []
            for _savepoints, call, _is_robust in waiting:
                call()

    monkeypatch.setattr(Atomic, "__exit__", leave_and_run)
