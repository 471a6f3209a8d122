"""A player's notebook. It is private, so a mark publishes no change."""

from typing import Any

from games.errors import Refused, TableError, refuse_if
from games.models import Mark, Note, Player, Round, Seat
from games.play.snapshot import Table
from games.rules.editions import NotebookMode
from games.rules.suspects import Side


def get_marks_for(table: Table, player: Player | None) -> dict[tuple[int, str], str]:
    """Return the marks in a player's notebook of this round, by other seat and side.

    Raises:
        TableError: no seat, no notebook at this table, or no round yet.
    """
    notes = Note.objects.filter(**_page_of(table, player))
    return {(note.about, note.side): note.mark for note in notes}


def mark_note(
    table: Table, player: Player | None, *, about: int, side: Side, mark: Mark | None
) -> None:
    """Mark a side of another seat's clue for this round; None removes the mark.

    Raises:
        TableError: as for `get_marks_for`, or no such other seat.
    """
    page = _page_of(table, player)
    if about == page["seat"].index or about >= len(table.seats):
        raise TableError(Refused.SEAT_NOT_FOUND)
    place = page | {"about": about, "side": side}
    if mark is None:
        Note.objects.filter(**place).delete()
    else:
        Note.objects.update_or_create(**place, defaults={"mark": mark})


def _page_of(table: Table, player: Player | None) -> dict[str, Any]:
    seat = Seat.objects.filter(game=table.pk, player=player).first() if player else None
    refuse_if(seat is None, Refused.NOT_SEATED)
    refuse_if(table.settings.notebook == NotebookMode.OFF, Refused.NO_NOTEBOOK)
    attempt = Round.objects.filter(game=table.pk).last()
    refuse_if(attempt is None, Refused.NOT_STARTED)
    return {"seat": seat, "round": attempt}
