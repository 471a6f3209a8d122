"""When the database is away, full or read-only: nobody's mistake, and not for ever."""

from django.db import InterfaceError, OperationalError

DATABASE_AWAY = (InterfaceError, OperationalError)
# PostgreSQL's word for a server that only reads, as a standby does.
_READ_ONLY = "25006"


def is_outage(error: BaseException | None) -> bool:
    """Tell whether an error comes from a database that cannot do its work now.

    Django turns some of them into others: a session that cannot be saved is called
    deleted.
    """
    while error is not None:
        if isinstance(error, DATABASE_AWAY):
            return True
        if getattr(error, "sqlstate", "") == _READ_ONLY:
            return True
        error = error.__cause__ or error.__context__
    return False
