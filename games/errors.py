"""Refusals at a table outside the rules of the game: seats, start, options, limits.

Each error has the HTTP status of its answer and a sentence for the player.
"""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class TableError(Exception):
    """The table refuses a request; `sentence` gives the reason and the next step."""

    status = 409
    sentence: str | Promise = ""


class NoSuchTable(TableError):
    """No table has this code."""

    status = 404
    sentence = _("There's no game with this code. Check it, or start your own.")


class TableFull(TableError):
    """All five seats are taken."""

    sentence = _("This table is full, but you can watch.")


class InvestigatorTaken(TableError):
    """Another seat has this investigator."""

    sentence = _("Someone just took this investigator. Pick another.")


class AlreadySeated(TableError):
    """The player asked for another name or investigator, but has a seat already."""

    sentence = _("You already have a seat at this table.")


class NameTaken(TableError):
    """Another seat has this name."""

    status = 422
    sentence = _("Someone at this table already has that name. Pick another.")


class AlreadyStarted(TableError):
    """The game has begun: seats and options can no longer change."""

    sentence = _("The game has begun: seats and settings can't change now.")


class NotStarted(TableError):
    """The game has not begun."""

    sentence = _("The game hasn't started yet. That's up to the host.")


class AlreadyClosed(TableError):
    """The game is over or was abandoned."""

    sentence = _("This game is over. Start a new one with the same people.")


class StillRunning(TableError):
    """The game is not over."""

    sentence = _("This game isn't over yet.")


class TooFewSeats(TableError):
    """A game needs at least three seats."""

    sentence = _("You need 3 to 5 players.")


class NotHost(TableError):
    """Host only."""

    status = 403
    sentence = _("Only the host can do this.")


class NotSeated(TableError):
    """The player has no seat at this table."""

    status = 403
    sentence = _("You don't have a seat here, but you can watch.")


class KeptOut(TableError):
    """The player was removed from this table, or had a seat in this game."""

    status = 403
    sentence = _("You can't take a seat here, but you can watch.")


class Banned(TableError):
    """The player is banned for a time."""

    status = 403

    def __init__(self, until: datetime) -> None:
        day = date_format(timezone.localtime(until), "DATETIME_FORMAT")
        self.sentence = gettext("You can't play here until %(day)s.") % {"day": day}


class OpeningClosed(TableError):
    """The settings of the site do not let this player open tables."""

    status = 403
    sentence = _("You can't start games on this server, but you can join one.")


class SeatNotFound(TableError):
    """The table has no such seat."""

    status = 422
    sentence = _("There's no such seat at this table.")


class SeatMoved(TableError):
    """The seat has another player than on the page that was sent."""

    sentence = _("The seats have just changed. Look again, then choose.")


class NotHere(TableError):
    """An absent player can neither vote nor become host."""

    sentence = _(
        "Only people at the table can do this. If you've been away, reopen "
        "the table first."
    )


class NotAway(TableError):
    """The player is present, so no stand-in may play for the seat."""

    sentence = _("They're back, so no stand-in is needed.")


class FirstSeatMissing(TableError):
    """The host has to choose the first player."""

    status = 422
    sentence = _("Choose who goes first.")


class KeyReused(TableError):
    """The key of this move belongs to a different move."""

    status = 422
    sentence = _("Something went wrong with that move. Try again.")


class MoveMalformed(TableError):
    """The request contains no valid move."""

    status = 422
    sentence = _("That's not a move. Use the buttons on the page.")


class OnlyTheClock(TableError):
    """Only the clock passes, when the time of the last call runs out."""

    sentence = _("No passing: in the last call you have to accuse someone.")


class OffScript(TableError):
    """The tutorial's script expects another move."""

    sentence = _("Follow the yellow box to continue.")


class WrongAnswer(TableError):
    """The answer to a question of the tutorial is wrong; the sentence is a hint."""

    def __init__(self, hint: str | Promise) -> None:
        self.sentence = hint


class NoNotebook(TableError):
    """The table plays without notebooks."""

    sentence = _("No notebooks at this table: trust your memory.")


class NoReactions(TableError):
    """The table has switched reactions off."""

    sentence = _("Reactions are off at this table.")


class TooManyReactions(TableError):
    """The seat sends reactions too fast."""

    status = 429
    sentence = _("One bark at a time.")


class TooFast(TableError):
    """The rate limit is reached (games.players.limits)."""

    status = 429
    sentence = _("Too many attempts. Wait a little, then try again.")

    def __init__(self, wait: int) -> None:
        """`wait` is the number of seconds until the next attempt."""
        super().__init__()
        self.wait = wait


class NoFreeCode(TableError):
    """Every generated code was already in use."""

    status = 503
    sentence = _("Can't start a game right now. Try again in a moment.")
