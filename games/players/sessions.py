"""Stores sessions in the database, and closes the sockets of a session that ends.

No cache holds a session: another process could not end it there.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import DateTimeField
from django.utils import timezone

from games.players.identity import find_players_in, note_session_end
from runtime.queue import known_sessions

# The form of Django's keys. PostgreSQL raises errors on some other strings.
_KEY = re.compile("[0-9a-z]+")
# Each move asks for its session. The ORM would compose this each time.
_STORED = (
    "SELECT session_data FROM django_session"
    " WHERE session_key = %s AND expire_date > %s"
)
_EXPIRES = DateTimeField()


class SessionStore(db.SessionStore):
    """A session in the database.

    Every end of a session calls `delete`: sign-out, sign-in, seat transfer.
    """

    def __init__(self, session_key: str | None = None) -> None:
        is_key = session_key is not None and _KEY.fullmatch(session_key)
        self._sent_key = session_key if is_key else None
        super().__init__(self._sent_key)

    def is_empty(self) -> bool:
        """Return whether the browser may forget its cookie.

        It keeps the cookie of a stored session, also of one that has ended: the time of
        day may have jumped.
        """
        is_empty = super().is_empty()
        if is_empty and self._sent_key:
            return not Session.objects.filter(pk=self._sent_key).exists()
        return is_empty

    def text(self) -> str:
        """Return the session as it is stored now, signed; empty if it has ended."""
        now = _EXPIRES.get_db_prep_value(timezone.now(), connection)
        with connection.cursor() as cursor:
            cursor.execute(_STORED, [self.session_key, now])
            row = cursor.fetchone()
        return row[0] if row else ""

    def load(self) -> dict[str, Any]:
        """Return the stored values."""
        text = self.session_key and self.text()
        # Django's own forgets the key of a session that has ended.
        return self.decode(text) if text else super().load()

    def delete(self, session_key: str | None = None) -> None:
        """Delete a session and make the sockets of its players check theirs."""
        key = session_key or self.session_key
        # From the stored session: this object may have been flushed before.
        owners = find_players_in(type(self)(key)) if key else ()
        super().delete(session_key)
        if key:
            known_sessions.forget(key)
        if owners:
            note_session_end(owners)


def get_session(cookies: Mapping[str, str]) -> SessionStore:
    """Return the session of a browser's cookies; an open page may have an old one."""
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    return SessionStore(key)
