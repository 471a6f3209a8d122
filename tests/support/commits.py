"""Changes that look committed in a test that rolls its rows back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.transaction import Atomic


@contextmanager
def running_callbacks() -> Iterator[None]:
    """Run the on-commit callbacks at the end of each change made in this block.

    A rollback after a test is faster than tables that are emptied, and a table whose
    snapshot is kept need not be folded from its first move. Tests need
    `transaction=True` instead if other threads must see their changes.
    """
    leave, depth = Atomic.__exit__, len(connection.savepoint_ids)

    def leave_and_run(atomic, *error):
        leave(atomic, *error)
        if len(connection.savepoint_ids) == depth:
            waiting, connection.run_on_commit = connection.run_on_commit, []
            for _savepoints, call, _is_robust in waiting:
                call()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Atomic, "__exit__", leave_and_run)
        yield
