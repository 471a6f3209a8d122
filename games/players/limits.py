"""Limits how often an address, a player or all addresses together may do something.

SECURITY.md explains the figures. Only scripts reach them, never people at play. Each
process counts for itself, and hears of the wrong codes that the others have counted.
"""

from django.conf import settings

from games.errors import TooFast
from runtime.layer import tell_other_processes
from runtime.rate_limits import ConcurrencyLimit, RateLimit

# By address. At home, a class behind one router may mistype a code.
WRONG_CODES = RateLimit("wrong-codes", 60 if settings.HOME_URL else 10, 60)
JOINS = RateLimit("joins", 60, 60)
TABLES = RateLimit("tables", 30, 60)
CONNECTS = RateLimit("connects", 600, 60)
# Fewer than a process may have open files, of which many systems allow it 1,024.
SOCKETS = ConcurrencyLimit(400)
PRACTICE = RateLimit("practice", 60, 60)
# Cases that this process has not made yet: one takes 0.1 s.
CASES = RateLimit("cases", 20, 60)
# Sign-ins by the issuer, which may not answer.
ISSUER = RateLimit("issuer", 10, 60)
# Forms with a password: one takes 0.1 s.
PASSWORDS = RateLimit("passwords", 30, 60)
# Forms of browsers without a player, moves included.
FORMS_OF_STRANGERS = RateLimit("forms of strangers", 300, 60)
# By table and address: the list of a table has room for five asking players.
ASKS = RateLimit("asks", 3, 600)
# All addresses together.
ALL_WRONG_CODES = RateLimit("all-wrong-codes", 80, 60)
# By player.
SUBSCRIPTIONS = RateLimit("subscriptions", 30, 60)
# By session of a player: forms of any kind but moves.
FORMS = RateLimit("forms", 120, 60)
# By player, and by socket.
COACH = RateLimit("coach", 60, 60)
MOVES = RateLimit("moves", 50, 10)
MESSAGES = RateLimit("messages", 50, 10)


def enforce(limit: RateLimit, key: object) -> None:
    """Count an event.

    Raises:
        TooFast: the event exceeds the limit.
    """
    if not limit.hit(key):
        raise TooFast(limit.count_wait(key))


def count_guess_wait(address: str) -> int:
    """Return for how many seconds strangers may not learn whether a table exists."""
    return max(WRONG_CODES.count_wait(address), ALL_WRONG_CODES.count_wait())


def count_wrong_code(address: str) -> int:
    """Count a wrong code; return for how many seconds its address may not learn it."""
    if not (WRONG_CODES.hit(address) and ALL_WRONG_CODES.hit()):
        return count_guess_wait(address)
    tell_other_processes("code.wrong", address=address)
    return 0


def note_wrong_code(address: str) -> None:
    """Count a wrong code that another process has counted."""
    WRONG_CODES.hit(address)
    ALL_WRONG_CODES.hit()
