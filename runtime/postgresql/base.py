"""Connections that give up on a PostgreSQL that hangs.

Its own time-outs (`statement_timeout`) cannot help then, and those of TCP neither: the
kernel of a machine goes on answering for a suspended program. With the option
`longest_wait` a connection waits that many seconds for an answer. After that, threads
without a connection fail at once for a while, as requests would wait one after another.
"""

import time
from functools import partial
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg.errors import ConnectionTimeout
from psycopg.pq import TransactionStatus

from runtime.threads import get_time_left

# Seconds without attempts to connect, after PostgreSQL has not answered.
REST = 1


class _Outage:
    """The time until which the threads of this process do not try to connect."""

    ends_at = 0.0

    def begin(self) -> None:
        self.ends_at = time.monotonic() + REST


_outage = _Outage()


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects like Django's own wrapper; the option `longest_wait` sets the limit."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection.

        Raises:
            OperationalError: PostgreSQL does not answer, or did not a moment ago.
        """
        longest = conn_params.pop("longest_wait", None)
        if longest is None:
            return super().get_new_connection(conn_params)
        if time.monotonic() < _outage.ends_at:
            raise OperationalError("PostgreSQL did not answer a moment ago.")
        if _outage.ends_at:
            # This thread tries whether PostgreSQL is back; the others fail meanwhile.
            _outage.ends_at = time.monotonic() + longest
        try:
            connection = super().get_new_connection(conn_params)
        except ConnectionTimeout:
            _outage.begin()
            raise
        _outage.ends_at = 0.0
        connection.wait = partial(_wait, connection, connection.wait)
        return connection


def _wait(
    connection: Connection[Any], wait: Any, *arguments: Any, **options: Any
) -> Any:
    """Wait for an answer; close the connection if none comes in time."""
    try:
        return wait(*arguments, **options, timeout=get_time_left())
    except OperationalError:
        if connection.pgconn.transaction_status == TransactionStatus.ACTIVE:
            connection.pgconn.finish()
            _outage.begin()
        raise
