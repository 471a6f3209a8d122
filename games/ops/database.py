"""Recognises outages: the database is away, full or read-only for a while."""

from django.db import InterfaceError, OperationalError

DATABASE_AWAY = (InterfaceError, OperationalError)
# PostgreSQL's error code of a read-only server, such as a standby.
_READ_ONLY = "25006"


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
