"""Presents a player's games as lines of a list."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.played_games import Catches, PlayedGame
from games.labels import investigator_name, join_names
from games.table.present.words import signed


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One game in words."""

    code: str
    is_running: bool
    on: datetime
    role: str
    others: str
    outcome: str
    catches: Catches | None
    has_replay: bool


def history_lines(
    games: list[PlayedGame], catches: dict[str, Catches]
) -> list[HistoryLine]:
    """Return a player's games in words, in the given order."""
    return [
        HistoryLine(
            code=game.code,
            is_running=game.is_running,
            on=game.ended_at or game.opened_at,
            role=_role_in(game),
            others=join_names(list(game.others)),
            outcome=_outcome_of(game),
            catches=catches.get(game.code),
            has_replay=game.has_replay,
        )
        for game in games
    ]


def _role_in(game: PlayedGame) -> str:
    if game.investigator:
        return investigator_name(game.investigator)
    return _("host, not playing")


def _outcome_of(game: PlayedGame) -> str:
    if game.is_running:
        return str(game.phase.label)
    if game.points is None:
        return _("game cancelled")
    counted = abs(game.points)
    points = ngettext("%(points)s point", "%(points)s points", counted) % {
        "points": signed(game.points)
    }
    if game.golds:
        golds = ngettext("%(golds)s gold token", "%(golds)s gold tokens", game.golds)
        points = f"{points}, {golds % {'golds': game.golds}}"
    return _("%(points)s, won") % {"points": points} if game.is_winner else points
