"""Stores sessions in the database, and closes the sockets of a session that ends.

No cache holds a session: a process that cannot reach Redis could not end it there. A
prepared statement reads one nearly as fast.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.players.identity import find_players_in, note_session_end
from runtime import sql

# The form of Django's keys. PostgreSQL raises errors on some other strings.
_KEY = re.compile("[0-9a-z]+")
# The former name of its cookie (games.pages.middleware).
OLD_COOKIE = "sessionid"
_COLUMNS = ("session_key", "session_data", "expire_date")


class SessionStore(db.SessionStore):
    """A session in the database.

    Every end of a session calls `delete`: sign-out, sign-in, seat transfer.
    """

    def __init__(self, session_key: str | None = None) -> None:
        is_key = session_key is not None and _KEY.fullmatch(session_key)
        super().__init__(session_key if is_key else None)

    def _get_session_from_db(self) -> Session | None:
        values = self._values()
        return Session.from_db(None, _COLUMNS, values) if values else None

    def text(self) -> str:
        """Return the session as it is stored, signed; nothing if it has ended."""
        values = self._values()
        return values[1] if values else ""

    def _values(self) -> list[Any] | None:
        """Return key, data and end of the session, None if it has ended."""
        values = sql.get_values(Session, "session_key", self.session_key)
        if values is None or values[2] <= timezone.now():
            self._session_key = None
            return None
        return values

    def delete(self, session_key: str | None = None) -> None:
        """Delete a session and make the sockets of its players check theirs."""
        key = session_key or self.session_key
        # From the stored session: this object may have been flushed before.
        owners = find_players_in(type(self)(key)) if key else ()
        super().delete(session_key)
        if owners:
            note_session_end(owners)


def session_in(cookies: Mapping[str, str]) -> SessionStore:
    """Return the session of a browser's cookies; an open page may have an old one."""
    key = cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(OLD_COOKIE)
    return SessionStore(key)
