"""Refusals at a table that are not the referee's: who may sit, start, change, end.

Each carries the status of its answer and a sentence for the person who asked.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TableError(Exception):
    """Something that cannot be done at this table; `sentence` says why and what now."""

    status = 409
    sentence: str | Promise = ""


class NoSuchTable(TableError):
    """No table has this code."""

    status = 404
    sentence = _("There is no table with this code. Check it, or open a table.")


class TableFull(TableError):
    """Five people sit there already."""

    sentence = _("This table is full: five people sit here. You can watch.")


class InvestigatorTaken(TableError):
    """Somebody took that investigator a moment ago."""

    sentence = _("Somebody else took this investigator just now. Choose another.")


class NameTaken(TableError):
    """Somebody at this table has that name."""

    status = 422
    sentence = _("Somebody at this table already has this name. Choose another.")


class AlreadyStarted(TableError):
    """The game has begun, so its seats and options stand."""

    sentence = _("The game has begun: seats and options stay as they are.")


class NotStarted(TableError):
    """The game has not begun."""

    sentence = _("The game has not begun yet. The host starts it.")


class AlreadyClosed(TableError):
    """The game is over or was ended."""

    sentence = _("This game is over. Start a new one with the same people.")


class StillRunning(TableError):
    """The game is not over."""

    sentence = _("This game is not over yet.")


class TooFewSeats(TableError):
    """Three to five play."""

    sentence = _("Three to five people play. Wait until three have a seat.")


class NotHost(TableError):
    """Only the host may do this."""

    status = 403
    sentence = _("Only the host of this table may do this.")


class NotSeated(TableError):
    """Whoever asks has no seat at this table."""

    status = 403
    sentence = _("You have no seat at this table, so you can only watch.")


class SeatNotFound(TableError):
    """The seat that was meant is not there."""

    status = 422
    sentence = _("There is no such seat at this table.")


class SeatMoved(TableError):
    """Somebody else sits there than when the page was made."""

    sentence = _("The seats have changed meanwhile. Look again, then choose.")


class NotHere(TableError):
    """Only those who are here agree to something, or are handed the table."""

    sentence = _(
        "This is for people at the table. Whoever is away opens it again first."
    )


class NotAway(TableError):
    """A stand-in plays only for somebody who is away."""

    sentence = _("They are here: nobody else plays for them.")


class FirstSeatMissing(TableError):
    """The host chooses who begins, and has not."""

    status = 422
    sentence = _("Choose who takes the first turn.")


class KeyReused(TableError):
    """A key stands for one move of one seat."""

    status = 422
    sentence = _("This page sent a move twice in different words. Try again.")


class MoveMalformed(TableError):
    """What was sent is no move."""

    status = 422
    sentence = _("This is no move that the table knows. Use the buttons on the page.")


class OnlyTheClock(TableError):
    """Passing is what the clock does when the time of the last call runs out."""

    sentence = _("You cannot pass: in the last call you have to accuse a suspect.")


class OffScript(TableError):
    """The tutorial's script has another move."""

    sentence = _("The tutorial waits for something else: do what its sentence says.")


class NoNotebook(TableError):
    """The table plays without notebooks."""

    sentence = _("This table plays without notebooks: trust your memory.")


class NoReactions(TableError):
    """The table has switched reactions off."""

    sentence = _("This table has switched barks and paws off.")


class TooManyReactions(TableError):
    """Reactions come from one seat faster than anybody can read them."""

    status = 429
    sentence = _("One bark at a time.")


class TooFast(TableError):
    """The rate limit is reached (games.ops.rate_limits)."""

    status = 429
    sentence = _("That was too often in a short time. Wait a little, then try again.")

    def __init__(self, wait: int) -> None:
        """Say in how many seconds it may be tried again."""
        super().__init__()
        self.wait = wait


class NoFreeCode(TableError):
    """Every code that was tried is in use."""

    status = 503
    sentence = _("No table can be opened just now. Try again in a moment.")
