"""Sessions: Django's own, whose end is told to the sockets that they have opened."""

import re

from django.contrib.sessions.backends import cached_db

from games.players.identity import end_views, find_owners

# Of what Django makes its keys. PostgreSQL refuses to look for some others at all.
_KEY = re.compile("[0-9a-z]+")


class SessionStore(cached_db.SessionStore):
    """A session in the database and the cache.

    Every end passes `delete`: signing out, signing in, a seat taken to another phone.
    """

    def __init__(self, session_key: str | None = None) -> None:
        is_key = session_key is not None and _KEY.fullmatch(session_key)
        super().__init__(session_key if is_key else None)

    def delete(self, session_key: str | None = None) -> None:
        """Delete a session, and have the sockets of its players look again."""
        key = session_key or self.session_key
        # As it is kept: what is here may have been emptied before.
        owners = find_owners(type(self)(key)) if key else ()
        super().delete(session_key)
        if owners:
            end_views(owners)
