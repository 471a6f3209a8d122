"""Presents the state of a table and the viewer's next step, in one sentence."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.labels import WAITING_FOR, LazyText, join_names, name_of_seat
from games.models import Reason, Standing, TablePhase
from games.play import clock
from games.play.log import EntryKind
from games.play.selectors import TableView
from games.play.snapshot import Table
from games.rules.moves import Announce, Trade
from games.rules.observe import SPECTATOR, Viewer
from games.table.page.regions import Region, build_region

SEATED = range(5)
_BETWEEN_ROUNDS = (TablePhase.CAFE, TablePhase.REVIEW)
_REVEALED = (*_BETWEEN_ROUNDS, TablePhase.OVER)


class Status(NamedTuple):
    """The state of a table from its viewer's position.

    `mine` tells whether the game waits for the viewer's seat; `waiting` holds the names
    of the seats that it waits for, if the viewer's is none of them. `seated`, `is_host`
    and `is_out` are about the viewer in the lobby, and false afterwards. `chance` tells
    whether the game waits for a viewer who may trade or announce now, None in a replay.
    `has_won` stands for the viewer among the `winners`. `ending` is the RoundEnd of a
    round whose reveal is shown, and stands before the sentence. A replay waits for
    nobody: it says what came next.
    Viewers with the same sentence have the same status as far as possible.
    """

    phase: str
    reason: str
    mine: bool
    seated: bool
    is_host: bool
    waiting: tuple[str, ...]
    placing: bool
    chance: bool | None
    seats: int
    winners: tuple[str, ...]
    has_won: bool
    ending: str
    is_out: bool
    is_replay: bool = False

    @property
    def sentence(self) -> str:
        """Return the state as a sentence in the active language."""
        sentences = _NEXT if self.is_replay else {}
        return (sentences.get(self.phase) or _SENTENCES[self.phase])(self)


class RoundLine(NamedTuple):
    """The round, its attempt, and the viewer's points, None before the first token."""

    number: int
    attempt: int
    points: int | None
    is_watching: bool = False


def show_status(table_view: TableView) -> list[Region]:
    """Return the viewer's round and sentence at the top of a table."""
    return [
        build_region(
            "status-round", "_status.html#round", round=build_round(table_view)
        ),
        build_region(
            "status-sentence", "_status.html#sentence", status=build_status(table_view)
        ),
    ]


def show_countdown(
    table: Table, *, is_replay: bool, viewer: Viewer = SPECTATOR
) -> Region:
    """Return the region that counts down to a limit; empty in a replay.

    An idle player's own page counts down to the move of the stand-in.
    """
    countdown = None if is_replay else build_countdown(table, viewer)
    return build_region(
        "status-countdown", "_status.html#countdown", countdown=countdown
    )


def build_status(table_view: TableView) -> Status:
    """Return the state of a table for this viewer, without the number of the round."""
    table, observation = table_view.table, table_view.observation
    is_lobby = table.phase == TablePhase.LOBBY
    is_gathering = is_lobby and bool(table.dues)
    waiting = list_missing(table) if is_gathering else table_view.waiting_for
    mine = table_view.me in waiting
    names = tuple([table.seats[seat].name for seat in waiting])
    winners = observation.winners if observation else ()
    return Status(
        phase=table.phase,
        reason=table.reason,
        mine=mine,
        seated=is_lobby and table_view.viewer in SEATED,
        is_host=is_lobby and table_view.is_host,
        waiting=() if mine else names,
        placing=observation is not None and observation.placing,
        chance=_chance_in(table_view) if mine else None,
        seats=len(table.seats),
        winners=tuple(
            [table.seats[seat].name for seat in winners if seat != table_view.me]
        ),
        has_won=table_view.me in winners,
        ending=_find_ending(table) if table.phase in _REVEALED else "",
        is_out=is_lobby
        and table_view.standing == Standing.OUT
        and not table_view.is_display,
        is_replay=table_view.is_replay,
    )


def list_missing(table: Table) -> tuple[int, ...]:
    """Return the seats in a lobby that are not ready; its host, who starts, is."""
    return tuple(
        seat.index
        for seat in table.seats
        if not (seat.bot or seat.is_ready or seat.player_id == table.host_id)
    )


def _find_ending(table: Table) -> str:
    revealed = (
        entry for entry in reversed(table.log) if entry.kind is EntryKind.REVEALED
    )
    return next((entry.word for entry in revealed), "")


def build_round(table_view: TableView) -> RoundLine:
    """Return the round of a table, number 0 before the first."""
    observation = table_view.observation
    if observation is None:
        return RoundLine(0, 1, None)
    # The screen in the middle has no player, and a replay is over.
    is_live = not (table_view.is_display or table_view.is_replay)
    is_watching = is_live and table_view.viewer not in SEATED
    return RoundLine(
        observation.number, observation.attempt, _get_points(table_view), is_watching
    )


def _chance_in(table_view: TableView) -> bool | None:
    if table_view.is_replay or table_view.observation is None:
        return None
    moves = table_view.observation.moves
    return any(isinstance(move, Trade | Announce) for move in moves)


def _get_points(table_view: TableView) -> int | None:
    # A stranger who sees a shared replay from a seat has no points.
    observation, seat = table_view.observation, table_view.me
    if observation is None or seat not in SEATED or not observation.seats[seat].tokens:
        return None
    return observation.my_points


def _lobby(status: Status) -> str:
    if status.is_out:
        return _("You are watching")
    if status.mine:
        return _("Tap “I'm ready”.")
    if status.waiting:
        return _others(status, _("Waiting for %(names)s"))
    if not (status.seated or status.is_host):
        return _("Join in, or just watch.")
    if status.seats < 3:
        hint = _("Sit down, and call your friends.")
        return _("Waiting for players (3–5 needed)") if status.seated else hint
    start = _("Everyone here? Start the game.")
    return start if status.is_host else _("You're in!")


def _sides(status: Status) -> str:
    if status.mine:
        return _("Pick your secret clue.")
    return _others(status, WAITING_FOR[TablePhase.SIDES])


def _suspects(status: Status) -> str:
    if status.placing:
        if status.mine:
            return _("Your turn: does the card match your clue?")
        return _others(status, _("Waiting for %(names)s to sort the card"))
    if status.mine:
        return _("Your turn: draw a card.")
    return _others(status, WAITING_FOR[TablePhase.SUSPECTS])


def _last_call(status: Status) -> str:
    if status.mine:
        return _("Last call! Accuse a suspect now.")
    return _others(status, WAITING_FOR[TablePhase.LAST_CALL])


def _cafe(status: Status) -> str:
    if status.mine and status.chance is False:
        return _("Café Adler: you have nothing to swap. Move on.")
    if status.mine:
        return _("Café Adler: swap a token, or move on.")
    return _others(status, WAITING_FOR[TablePhase.CAFE])


def _review(status: Status) -> str:
    if status.mine and status.chance:
        return _("Ten points! Announce them, or keep quiet and move on.")
    if status.mine:
        return _("Round over. Move on when you're ready.")
    return _others(status, WAITING_FOR[TablePhase.REVIEW])


def _over(status: Status) -> str:
    if status.reason == Reason.ABANDONED:
        return _("Game cancelled")
    return describe_winners(status.winners, with_you=status.has_won)


def describe_winners(names: Sequence[str], *, with_you: bool) -> str:
    """Return a sentence about the winners of a game, with or without the viewer."""
    if with_you and not names:
        return _("You win the game!")
    if len(names) + with_you == 1:
        return _("%(name)s wins the game!") % {"name": name_of_seat(names[0])}
    return _("Shared victory: %(names)s!") % {
        "names": join_names(names, with_you=with_you)
    }


def _others(status: Status, sentence: str | LazyText) -> str:
    count = len(status.waiting)
    # A second name would fill the strip; the seats show them all.
    names = (
        name_of_seat(status.waiting[0])
        if count == 1
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


def _next_draw(status: Status) -> str:
    if status.placing and status.mine:
        return _("Next: you sort the card")
    if status.placing:
        return _others(status, _("Next: %(names)s sorts the card"))
    if status.mine:
        return _("Next: you draw")
    return _others(status, _("Next: %(names)s draws"))


# What a replay says instead.
_NEXT: dict[str, Callable[[Status], str]] = {
    TablePhase.SIDES: lambda status: _("Next: everyone picks a clue"),
    TablePhase.SUSPECTS: _next_draw,
    TablePhase.LAST_CALL: lambda status: _("Next: the last accusations"),
    TablePhase.CAFE: lambda status: _("The reveal"),
    TablePhase.REVIEW: lambda status: _("The reveal"),
}


class Countdown(NamedTuple):
    """When a limit ends, in milliseconds since 1970; in a pause the seconds left."""

    ends: int | None
    left: int | None = None


def build_countdown(table: Table, viewer: Viewer = SPECTATOR) -> Countdown | None:
    """Return the countdown of a table for a viewer, None without a deadline.

    After a game it counts down to the next one.
    """
    if table.phase == TablePhase.OVER:
        starts_at = table.next_starts_at
        return Countdown(to_milliseconds(starts_at)) if starts_at else None
    idle = viewer if viewer >= 0 and table.seats[viewer].idle else None
    deadline = clock.find_deadline(table.dues, idle) if table.dues else None
    if deadline is None:
        return None
    if table.paused_at is None:
        return Countdown(to_milliseconds(deadline))
    paused_at = to_milliseconds(table.paused_at)
    return Countdown(None, count_seconds(to_milliseconds(deadline), paused_at))


def to_milliseconds(at: datetime) -> int:
    """Return a time in milliseconds since 1970, as pages count it."""
    return round(at.astimezone(UTC).timestamp() * 1000)


def count_seconds(ends: int, now: int) -> int:
    """Return the seconds from `now` to the end of a limit, both in milliseconds."""
    return max(ceil((ends - now) / 1000), 0)


MINUS = "\u2212"


def format_signed(number: int | str) -> str:
    """Return a number with a typographic minus."""
    return str(number).replace("-", MINUS)


def to_percent(chance: float) -> int:
    """Return a probability in per cent; only certainty becomes 0 or 100."""
    if 0 < chance < 1:
        return min(99, max(1, round(100 * chance)))
    return round(100 * chance)


def format_percent(number: int) -> str:
    """Return per cent as the language writes it, with or without a space."""
    return _("%(number)s%%") % {"number": number}


def describe_watchers(names: Sequence[str]) -> str:
    """Return the number and the names of a table's watchers; empty without any.

    Strangers have an empty name.
    """
    words = ngettext(
        "%(count)s person is watching", "%(count)s people are watching", len(names)
    ) % {"count": len(names)}
    named = join_names(sorted(set(filter(None, names))))
    return ": ".join(filter(None, (words, named))) if names else ""
