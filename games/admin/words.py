"""Describes a closed game in words, for lists and exports."""

from datetime import datetime, timedelta
from typing import cast

from django.utils.translation import gettext as _

from games.labels import EDITION_NAMES, OPTION_LABELS, join_names
from games.models.archive import Audit
from games.models.game import Game, Seat
from games.rules.editions import Edition


def setup_in_words(game: Game) -> str:
    """Return the edition, and the options that differ from the printed game."""
    options = game.options
    unusual = [
        str(label.short[1])
        for name, label in OPTION_LABELS.items()
        if label.short and label.short[0] == getattr(options, name)
    ]
    return ", ".join([str(EDITION_NAMES[Edition(game.edition)]), *unusual])


def names_of(game: Game) -> str:
    """Return the players' names, clockwise."""
    return join_names([seat.name for seat in seats_of(game)])


def winners_of(game: Game) -> str:
    """Return the winners' names; empty for a game without winners."""
    return join_names([seat.name for seat in seats_of(game) if seat.winner])


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game, clockwise. Uses the prefetched rows."""
    return sorted(game.seats.all(), key=lambda seat: seat.index)


def times_of(game: Game) -> tuple[datetime, datetime]:
    """Return the start and the end of a closed game."""
    # Both are set: the admin only shows games that were played.
    return cast("datetime", game.started_at), cast("datetime", game.ended_at)


def duration_of(game: Game) -> str:
    """Return the duration of a closed game in hours and minutes."""
    started_at, ended_at = times_of(game)
    minutes = (ended_at - started_at) // timedelta(minutes=1)
    return f"{minutes // 60}:{minutes % 60:02}"


def audit_of(game: Game) -> Audit | None:
    """Return the last audit of a game, None without one."""
    return getattr(game, "audit", None)


def audit_in_words(game: Game) -> str:
    """Return the result of the last audit."""
    audit = audit_of(game)
    if audit is None:
        return _("not audited")
    return _("sound") if audit.is_sound else _("faulty")
