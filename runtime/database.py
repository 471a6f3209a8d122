"""Recognises and shortens outages: the database is away, hangs, full or read-only."""

from django.db import InterfaceError, OperationalError, connections

DATABASE_AWAY = (InterfaceError, OperationalError)
# Seconds until a retry is worthwhile in an outage, or while no thread is free.
RETRY_AFTER = 3
# PostgreSQL's error code of a read-only server, such as a standby.
_READ_ONLY = "25006"

# Seconds for all waits of a call: for its turn, for a thread, and for the database. A
# page then says within 4.5 s that the database does not answer.
LONGEST_WAIT = 4
# PostgreSQL itself ends a statement earlier than that, in milliseconds. A worker waits
# for a locked row of one table only for a moment: its other tables have to go on.
_LIMITS = "-c statement_timeout=3000 -c lock_timeout=200"


def limit_waiting() -> None:
    """Make new connections of this process give up after LONGEST_WAIT seconds.

    For servers: a migration, or an audit of all games, may take longer.
    """
    options = connections.settings["default"]["OPTIONS"]
    if connections["default"].vendor == "sqlite":
        options["timeout"] = LONGEST_WAIT
    else:
        options |= {"longest_wait": LONGEST_WAIT, "options": _LIMITS}


def is_outage(error: BaseException | None) -> bool:
    """Return whether an outage of the database caused an error.

    Django hides some causes: it reports a session that cannot be saved as deleted.
    """
    while error is not None:
        if isinstance(error, DATABASE_AWAY):
            return True
        if getattr(error, "sqlstate", "") == _READ_ONLY:
            return True
        error = error.__cause__ or error.__context__
    return False
