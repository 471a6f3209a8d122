"""Refusals at a table outside the rules of the game: seats, start, options, limits.

Each error has the HTTP status of its answer and a sentence for the player.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TableError(Exception):
    """The table refuses a request; `sentence` gives the reason and the next step."""

    status = 409
    sentence: str | Promise = ""


class NoSuchTable(TableError):
    """No table has this code."""

    status = 404
    sentence = _("There is no table with this code. Check it, or open a table.")


class TableFull(TableError):
    """All five seats are taken."""

    sentence = _("This table is full: five people sit here. You can watch.")


class InvestigatorTaken(TableError):
    """Another seat has this investigator."""

    sentence = _("Somebody else took this investigator just now. Choose another.")


class NameTaken(TableError):
    """Another seat has this name."""

    status = 422
    sentence = _("Somebody at this table already has this name. Choose another.")


class AlreadyStarted(TableError):
    """The game has begun: seats and options can no longer change."""

    sentence = _("The game has begun: seats and options stay as they are.")


class NotStarted(TableError):
    """The game has not begun."""

    sentence = _("The game has not begun yet. The host starts it.")


class AlreadyClosed(TableError):
    """The game is over or was abandoned."""

    sentence = _("This game is over. Start a new one with the same people.")


class StillRunning(TableError):
    """The game is not over."""

    sentence = _("This game is not over yet.")


class TooFewSeats(TableError):
    """A game needs at least three seats."""

    sentence = _("Three to five people play. Wait until three have a seat.")


class NotHost(TableError):
    """Host only."""

    status = 403
    sentence = _("Only the host of this table may do this.")


class NotSeated(TableError):
    """The player has no seat at this table."""

    status = 403
    sentence = _("You have no seat at this table, so you can only watch.")


class SeatNotFound(TableError):
    """The table has no such seat."""

    status = 422
    sentence = _("There is no such seat at this table.")


class SeatMoved(TableError):
    """The seat has another player than on the page that was sent."""

    sentence = _("The seats have changed meanwhile. Look again, then choose.")


class NotHere(TableError):
    """An absent player can neither vote nor become host."""

    sentence = _(
        "This is for people at the table. Whoever is away opens it again first."
    )


class NotAway(TableError):
    """The player is present, so no stand-in may play for the seat."""

    sentence = _("They are here: nobody else plays for them.")


class FirstSeatMissing(TableError):
    """The host has to choose the first player."""

    status = 422
    sentence = _("Choose who takes the first turn.")


class KeyReused(TableError):
    """The key of this move belongs to a different move."""

    status = 422
    sentence = _("This page sent a move twice in different words. Try again.")


class MoveMalformed(TableError):
    """The request contains no valid move."""

    status = 422
    sentence = _("This is no move that the table knows. Use the buttons on the page.")


class OnlyTheClock(TableError):
    """Only the clock passes, when the time of the last call runs out."""

    sentence = _("You cannot pass: in the last call you have to accuse a suspect.")


class OffScript(TableError):
    """The tutorial's script expects another move."""

    sentence = _("The tutorial waits for something else: do what its sentence says.")


class NoNotebook(TableError):
    """The table plays without notebooks."""

    sentence = _("This table plays without notebooks: trust your memory.")


class NoReactions(TableError):
    """The table has switched reactions off."""

    sentence = _("This table has switched barks and paws off.")


class TooManyReactions(TableError):
    """The seat sends reactions too fast."""

    status = 429
    sentence = _("One bark at a time.")


class TooFast(TableError):
    """The rate limit is reached (games.ops.rate_limits)."""

    status = 429
    sentence = _("That was too often in a short time. Wait a little, then try again.")

    def __init__(self, wait: int) -> None:
        """`wait` is the number of seconds until the next attempt."""
        super().__init__()
        self.wait = wait


class NoFreeCode(TableError):
    """Every generated code was already in use."""

    status = 503
    sentence = _("No table can be opened just now. Try again in a moment.")
