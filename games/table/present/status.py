"""Presents the state of a table and the viewer's next step, in one sentence."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.labels import join_names, name_or_removed
from games.models.game import Reason, TablePhase
from games.play.selectors import TableView
from games.rules.moves import Announce, Trade
from games.table.present.countdown import countdown_of
from games.table.present.nodes import Node, leaf, shell

SEATED = range(5)


class Status(NamedTuple):
    """The state of a table from its viewer's position.

    `waiting` holds the names of the seats that must move before the game goes on,
    `mine` tells whether the viewer's seat is one of them, `seated` whether the viewer
    has a seat. `chance` tells whether the viewer may trade or announce now, None in a
    replay.
    """

    phase: str
    reason: str
    mine: bool
    seated: bool
    is_host: bool
    waiting: tuple[str, ...]
    in_turn: bool
    placing: bool
    chance: bool | None
    seats: int
    winners: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Return the state as a sentence in the active language."""
        return _SENTENCES[self.phase](self)


class RoundLine(NamedTuple):
    """The round, its attempt, and the viewer's points, None before the first token."""

    number: int
    attempt: int
    points: int | None


def present_status(table_view: TableView, status: Status) -> Node:
    """Return the strip at the top of a table.

    Its parts are separate nodes: a turn that passes changes only the sentence.
    """
    return shell(
        "status",
        (
            leaf("status-round", round_of(table_view), "status_round"),
            leaf("status-sentence", status, "status_sentence"),
            leaf(
                "status-countdown",
                countdown_of(table_view) if table_view.table.dues else None,
                "status_countdown",
                is_timed=True,
            ),
        ),
        status.mine,
    )


def status_of(table_view: TableView) -> Status:
    """Return the state of a table for this viewer, without the number of the round."""
    table, seen = table_view.table, table_view.observation
    waiting = _waiting_for(table_view)
    return Status(
        phase=table.phase,
        reason=table.reason,
        mine=table_view.viewer in waiting,
        seated=table_view.viewer in SEATED,
        is_host=table_view.is_host,
        waiting=tuple([table.seats[seat].name for seat in waiting]),
        in_turn=seen is not None and seen.turn is not None,
        placing=seen is not None and seen.placing,
        chance=_chance_in(table_view),
        seats=len(table.seats),
        winners=tuple([table.seats[seat].name for seat in seen.winners])
        if seen
        else (),
    )


def round_of(table_view: TableView) -> RoundLine:
    """Return the round of a table, number 0 before the first."""
    seen = table_view.observation
    if seen is None:
        return RoundLine(0, 1, None)
    return RoundLine(seen.number, seen.attempt, _points_of(table_view))


def _chance_in(table_view: TableView) -> bool | None:
    if table_view.is_replay or table_view.observation is None:
        return None
    moves = table_view.observation.moves
    return any(isinstance(move, Trade | Announce) for move in moves)


def _points_of(table_view: TableView) -> int | None:
    seen, seat = table_view.observation, table_view.viewer
    if seen is None or seat not in SEATED or not seen.seats[seat].tokens:
        return None
    return seen.my_points


def _waiting_for(table_view: TableView) -> tuple[int, ...]:
    seen = table_view.observation
    if seen is None or table_view.table.phase == TablePhase.OVER:
        return ()
    if seen.turn is not None:
        return (seen.turn,)
    return tuple(view.seat for view in seen.seats if not view.done)


def _lobby(status: Status) -> str:
    if not status.seated:
        return _("Take a seat, or watch.")
    if status.seats < 3:
        return _("Waiting for players: three to five play.")
    if status.is_host:
        return _("Start when everybody is here.")
    return _("Waiting for the host to start.")


def _sides(status: Status) -> str:
    if status.mine:
        return _("Choose the side of your clue that counts.")
    return _others(status, _("%(names)s: choosing a clue."))


def _suspects(status: Status) -> str:
    if status.placing:
        if status.mine:
            return _("Your turn: does the card match your clue?")
        return _others(status, _("%(names)s: placing the card."))
    if status.mine:
        return _("Your turn: draw a card.")
    return _others(status, _("%(names)s: drawing next."))


def _last_call(status: Status) -> str:
    if status.mine:
        return _("Last call! Accuse a suspect now.")
    return _others(status, _("Last call! %(names)s: still to accuse."))


def _cafe(status: Status) -> str:
    if status.mine and status.chance is False:
        return _("Café Adler: nothing for you to trade. Go on.")
    if status.mine:
        return _("Café Adler: trade, or go on.")
    return _others(status, _("Café Adler. Not done yet: %(names)s."))


def _review(status: Status) -> str:
    if status.mine and status.chance:
        return _("Ten points! Announce them, or go on in silence.")
    if status.mine:
        return _("Look at the result, then go on.")
    return _others(status, _("Still looking at the result: %(names)s."))


def _over(status: Status) -> str:
    if status.reason == Reason.ABANDONED:
        return _("This game was ended early.")
    winners = [name_or_removed(name) for name in status.winners]
    if len(winners) == 1:
        return _("%(name)s wins the game.") % {"name": winners[0]}
    return _("Shared victory: %(names)s.") % {"names": join_names(winners)}


def _others(status: Status, sentence: str) -> str:
    count = len(status.waiting)
    # More than two names would fill the strip; the seats show them all.
    names = (
        join_names(list(status.waiting))
        if count < 3
        else ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    )
    return sentence % {"names": names}


_SENTENCES: dict[str, Callable[[Status], str]] = {
    TablePhase.LOBBY: _lobby,
    TablePhase.SIDES: _sides,
    TablePhase.SUSPECTS: _suspects,
    TablePhase.LAST_CALL: _last_call,
    TablePhase.CAFE: _cafe,
    TablePhase.REVIEW: _review,
    TablePhase.OVER: _over,
}
