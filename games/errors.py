"""Refusals at a table outside the rules of the game: seats, start, options, limits."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from math import ceil
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.labels import format_moment

# A longer wait is told in minutes.
_LONGEST_IN_SECONDS = 120


# Compared by identity: a hash would translate the sentence as soon as it is imported.
@dataclass(frozen=True, slots=True, eq=False)
class Refusal:
    """A sentence for the player with the next step, and the status of the answer."""

    sentence: str | Promise
    status: int = 409
    # The section of the rules behind it.
    section: int = 0
    # Seconds until a retry is allowed, for refusals by a rate limit.
    wait: int = 0


class Refused(Enum):
    """The reason why a table refuses a request."""

    NO_SUCH_TABLE = Refusal(
        _("There's no game with this code. Check it, or start your own."), 404
    )
    TABLE_FULL = Refusal(_("This table is full, but you can watch."))
    INVESTIGATOR_TAKEN = Refusal(
        _("Someone just took this investigator. Pick another.")
    )
    ALREADY_SEATED = Refusal(_("You already have a seat at this table."))
    NAME_TAKEN = Refusal(
        _(
            "Someone at this table already has that name. Pick another. If it's you on "
            "another phone, tap “I was playing here”."
        ),
        422,
    )
    SEAT_OF_ACCOUNT = Refusal(
        _(
            "This seat belongs to an account. Sign in to get it back, or pick another "
            "name."
        ),
        403,
    )
    TOO_MANY_ASK = Refusal(
        _("Too many people are asking for a seat. Wait until the host has answered.")
    )
    ALREADY_STARTED = Refusal(
        _("The game has begun: seats and settings can't change now.")
    )
    NOT_STARTED = Refusal(_("The game hasn't started yet. That's up to the host."))
    ALREADY_CLOSED = Refusal(
        _("This game is over. Start a new one with the same people.")
    )
    STILL_RUNNING = Refusal(_("This game isn't over yet."))
    EVENING_WENT_ON = Refusal(_("The evening went on at another table."))
    TOO_FEW_SEATS = Refusal(_("You need 3 to 5 players."))
    TOO_FEW_READY = Refusal(_("Wait until three of you are ready."))
    NOT_HOST = Refusal(_("Only the host can do this."), 403)
    NOT_SEATED = Refusal(_("You don't have a seat here, but you can watch."), 403)
    EXCLUDED = Refusal(_("You can't take a seat here, but you can watch."), 403)
    BANNED = Refusal("", 403)
    OPENING_CLOSED = Refusal(
        _("You can't start games on this server, but you can join one."), 403
    )
    SEAT_NOT_FOUND = Refusal(_("There's no such seat at this table."), 422)
    SEAT_MOVED = Refusal(_("The seats have just changed. Look again, then choose."))
    NOT_HERE = Refusal(
        _(
            "Only people at the table can do this. If you've been away, reopen "
            "the table first."
        )
    )
    NOT_AWAY = Refusal(_("They're back, so no stand-in is needed."))
    FIRST_SEAT_MISSING = Refusal(_("Choose who goes first."), 422)
    KEY_REUSED = Refusal(_("Something went wrong with that move. Try again."), 422)
    MOVE_MALFORMED = Refusal(_("That's not a move. Use the buttons on the page."), 422)
    ONLY_THE_CLOCK = Refusal(
        _("No passing: in the last call you have to accuse someone.")
    )
    OFF_SCRIPT = Refusal(_("Follow the yellow box to continue."))
    WRONG_ANSWER = Refusal("")
    TOO_FAST = Refusal("", 429)
    NO_FREE_CODE = Refusal(
        _("Can't start a game right now. Try again in a moment."), 503
    )


class TableError(Exception):
    """The table refuses a request; `refusal` is the answer for the player."""

    def __init__(self, why: Enum, **changed: Any) -> None:
        """`why` is a reason of Refused, or a subject's own.

        `changed` holds the fields of the refusal that depend on the request.
        """
        super().__init__(why)
        self.why = why
        self.refusal: Refusal = replace(why.value, **changed)


def refuse_if(condition: object, why: Enum) -> None:
    """Raise TableError with this reason if the condition holds."""
    if condition:
        raise TableError(why)


def require_found[T](value: T | None, why: Enum) -> T:
    """Return a value.

    Raises:
        TableError: there is none, with this reason.
    """
    if value is None:
        raise TableError(why)
    return value


class NoSuchTable(TableError):
    """No table has this code."""

    def __init__(self) -> None:
        super().__init__(Refused.NO_SUCH_TABLE)


class Banned(TableError):
    """The player is banned for a time."""

    def __init__(self, until: datetime) -> None:
        day = format_moment(until)
        sentence = gettext("You can play here again from %(day)s on.") % {"day": day}
        super().__init__(Refused.BANNED, sentence=sentence)


class TooFast(TableError):
    """The rate limit is reached (games.players.limits)."""

    def __init__(self, wait: int) -> None:
        """`wait` is the number of seconds until the next attempt."""
        if wait <= _LONGEST_IN_SECONDS:
            next_try = ngettext_lazy(
                "Try again in %(count)s second.",
                "Try again in %(count)s seconds.",
                wait,
            ) % {"count": wait}
        else:
            minutes = ceil(wait / 60)
            next_try = ngettext_lazy(
                "Try again in %(count)s minute.",
                "Try again in %(count)s minutes.",
                minutes,
            ) % {"count": minutes}
        self.next_try = next_try
        sentence = format_lazy("{}. {}", _("Too many attempts"), next_try)
        super().__init__(Refused.TOO_FAST, wait=wait, sentence=sentence)
