"""Writes a player's notebook. It is private, so a mark publishes no change."""

from typing import Any

from games.errors import Refused, TableError
from games.models.game import Seat
from games.models.player import Player
from games.models.round import Mark, Note, Round
from games.play.selectors import get_game_or_404
from games.rules.editions import NotebookMode
from games.rules.suspects import Side


def mark_note(
    code: str, player: Player | None, *, about: int, side: Side, mark: Mark | None
) -> None:
    """Mark a side of another seat's clue for this round; None removes the mark.

    Raises:
        TableError: no seat, no notebook at this table, no round, no such other seat.
    """
    game = get_game_or_404(code)
    seat = Seat.objects.filter(game=game, player=player).first() if player else None
    if seat is None:
        raise TableError(Refused.NOT_SEATED)
    if game.notebook == NotebookMode.OFF:
        raise TableError(Refused.NO_NOTEBOOK)
    attempt = Round.objects.filter(game=game).last()
    if attempt is None:
        raise TableError(Refused.NOT_STARTED)
    if about == seat.index or not Seat.objects.filter(game=game, index=about).exists():
        raise TableError(Refused.SEAT_NOT_FOUND)
    place: dict[str, Any] = {
        "seat": seat,
        "round": attempt,
        "about": about,
        "side": side,
    }
    if mark is None:
        Note.objects.filter(**place).delete()
    else:
        Note.objects.update_or_create(**place, defaults={"mark": mark})
