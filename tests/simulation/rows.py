"""The rows of a world: SQLite in memory, with the faults of a database.

All threads share one connection, and no other thread runs during a transaction: one
that begins another waits for its end. Outside of transactions each statement is a step.
"""

import sqlite3
from collections.abc import Callable

from django.db.backends.sqlite3.base import SQLiteCursorWrapper

from tests.simulation.seeded import clock

# Seconds.
STATEMENT, COMMIT = 0.00005, 0.001


class Killed(BaseException):
    """The process dies at this statement."""


class Watch:
    """The world's acts at each statement and commit; they may raise an error."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.on_begin: Callable[[], None] = lambda: None
        self.on_statement: Callable[[bool], None] = lambda _is_inside: None
        self.on_commit: Callable[[Callable[[], None]], None] = lambda commit: commit()


watch = Watch()


class _Cursor(SQLiteCursorWrapper):
    def execute(self, query, params=None):
        self.connection.note_statement(query)
        return super().execute(query, params)


class Connection(sqlite3.Connection):
    """Tells the watch each statement and commit."""

    def note_statement(self, query):
        begins = query.startswith("BEGIN")
        if begins:
            watch.on_begin()
        clock.spent += STATEMENT
        watch.on_statement(self.in_transaction or begins)

    def execute(self, query, *values):
        if not query.startswith(("BEGIN", "ROLLBACK", "PRAGMA")):
            self.note_statement(query)
        return super().execute(query, *values)

    def cursor(self, factory=None):
        return super().cursor(_Cursor if factory else sqlite3.Cursor)

    def commit(self):
        clock.spent += COMMIT
        watch.on_commit(super().commit) if self.in_transaction else super().commit()
