"""Presents the viewer's legal moves, votes and tools of the seat as forms.

An illegal move has no form.
"""

from collections.abc import Callable, Hashable
from typing import NamedTuple

from games.labels import name_of_seat
from games.live import clock
from games.models.game import Presence, Standing, TablePhase
from games.play.selectors import TableView
from games.play.snapshot import Table, TableSeat
from games.rules import moves as rules
from games.rules.observe import Observation
from games.rules.scoring import LAST_ROUND
from games.rules.suspects import Suspect
from runtime.html.piece import Node, leaf, shell


class TokenChoice(NamedTuple):
    """A token in the forms of the café: its id, colour, round and holder's name.

    The colour is empty if all tokens on offer have the same one.
    """

    id: str
    colour: str
    round: int
    holder: str

    @property
    def holder_name(self) -> str:
        """Return the holder's name, or words for a removed one."""
        return name_of_seat(self.holder)


class Sides(NamedTuple):
    """The sides of the viewer's clue token, to choose from."""

    code: str
    sides: tuple[str, ...]


class Placing(NamedTuple):
    """A drawn card that the viewer must sort."""

    code: str
    suspect: str


class Trading(NamedTuple):
    """The tokens that the viewer may give, and those to take for them."""

    code: str
    give: tuple[TokenChoice, ...]
    take: tuple[TokenChoice, ...]


class Finish(NamedTuple):
    """The way on from the café or the review.

    It is the main button unless the viewer may announce ten points.
    """

    code: str
    phase: str
    # The fifth round, or one that leaves a colour of tokens empty, ends the game.
    is_last_round: bool
    is_main: bool


def present_moves(
    table_view: TableView, seen: Observation, votes: "Votes | None"
) -> Node:
    """Return a form for each kind of the viewer's legal moves, and for each vote."""
    table, kinds = table_view.table, set(map(type, seen.moves))
    if table.phase == TablePhase.OVER:
        return shell("moves", ())
    # The forms beside it come and go, so it comes first.
    questions = leaf("questions", questions_of(votes))
    forms = [
        leaf(f"move-{name}", facts_of(table_view, seen), f"_moves.html#{name}")
        for kind, name, facts_of in _FORMS
        if kind in kinds
    ]
    if table.phase == TablePhase.REVIEW and seen.viewer >= 0:
        # The coach explains the round (games.archive). The café needs the room itself.
        forms.append(leaf("move-why", table.code, "_moves.html#why"))
    if table.phase == TablePhase.SUSPECTS and _may_guess(table_view):
        forms.append(leaf("move-bet", table.code, "_moves.html#bet"))
    return shell("moves", (questions, *forms))


def accusable_in(seen: Observation) -> tuple[Suspect, ...]:
    """Return the suspects that the viewer may accuse."""
    accusations = (move for move in seen.moves if isinstance(move, rules.Accuse))
    return tuple(move.suspect for move in accusations)


def _code_of(table_view: TableView, _seen: Observation) -> str:
    return table_view.table.code


def _sides_of(table_view: TableView, seen: Observation) -> Sides:
    sides = [move.side for move in seen.moves if isinstance(move, rules.Choose)]
    return Sides(table_view.table.code, tuple(sides))


def _placing_of(table_view: TableView, seen: Observation) -> Placing:
    return Placing(table_view.table.code, seen.drawn or "")


def _trading_of(table_view: TableView, seen: Observation) -> Trading:
    trades = [move for move in seen.moves if isinstance(move, rules.Trade)]
    give = _choices(table_view, seen, {trade.give for trade in trades})
    take = _choices(table_view, seen, {trade.take for trade in trades})
    return Trading(table_view.table.code, give, _without_sole_colour(take))


def _finish_of(table_view: TableView, seen: Observation) -> Finish:
    return Finish(
        code=table_view.table.code,
        phase=table_view.table.phase,
        is_last_round=seen.number == LAST_ROUND or 0 in seen.pool,
        is_main=rules.Announce not in map(type, seen.moves),
    )


def _choices(
    table_view: TableView, seen: Observation, ids: set[str]
) -> tuple[TokenChoice, ...]:
    return tuple(
        TokenChoice(
            id=token.id,
            colour=token.colour,
            round=int(token.id.partition(".")[0]),
            holder=table_view.table.seats[view.seat].name,
        )
        for view in seen.seats
        for token in view.tokens
        if token.id in ids
    )


def _without_sole_colour(tokens: tuple[TokenChoice, ...]) -> tuple[TokenChoice, ...]:
    if len({token.colour for token in tokens}) > 1:
        return tokens
    return tuple(token._replace(colour="") for token in tokens)


# A kind of move, its name, and the facts of its form. The hint to accuse comes first,
# because the forms beside it come and go.
_FORMS: tuple[tuple[type, str, Callable[[TableView, Observation], Hashable]], ...] = (
    (rules.Accuse, "accuse", _code_of),
    (rules.Choose, "choose", _sides_of),
    (rules.Draw, "draw", _code_of),
    (rules.Place, "place", _placing_of),
    (rules.Trade, "trade", _trading_of),
    (rules.Announce, "announce", _code_of),
    (rules.Done, "done", _finish_of),
)


PAUSE = "pause"
_ASKING: dict[int | None, str] = {
    None: "may",
    Standing.ASKS: "asked",
    Standing.OUT: "out",
}


class Absence(NamedTuple):
    """An absent player without a stand-in, and the votes for one."""

    seat: int
    name: str
    agreed: int
    needed: int
    may_agree: bool


class Pause(NamedTuple):
    """The pause of a running game, or a vote on it.

    `wish` names the voters for a pause or, in a pause, for its end.
    """

    is_paused: bool
    wish: tuple[str, ...]
    may_agree: bool


class Votes(NamedTuple):
    """The pause, the absent players and, for the host, those who ask to play.

    `askers` holds the key and name of each; `free` the seats that they may get.
    """

    code: str
    pause: Pause | None
    absences: tuple[Absence, ...]
    askers: tuple[tuple[int, str], ...] = ()
    free: tuple[tuple[int, str], ...] = ()


class SeatTools(NamedTuple):
    """A player's tools for the own seat in a running game, or a way to get one.

    `asking` is "may" for a spectator who may ask for one, "asked" or "out".
    """

    code: str
    may_pause: bool
    is_seated: bool
    call_link: str
    name: str
    asking: str
    has_account: bool


def votes_of(table_view: TableView) -> Votes | None:
    """Return what the players decide together, if there is anything."""
    table = table_view.table
    pause, absences = _pause_of(table_view), _absences_of(table_view)
    askers = _askers_of(table) if table_view.is_host else ()
    if not (pause or absences or askers) or _is_closed(table_view):
        return None
    free = _free_seats(table) if askers else ()
    return Votes(table.code, pause, absences, askers, free)


def questions_of(votes: Votes | None) -> Votes | None:
    """Return the part of the votes that waits for the viewer's answer."""
    if votes is None:
        return None
    pause = votes.pause if votes.pause and votes.pause.may_agree else None
    absences = tuple(absence for absence in votes.absences if absence.may_agree)
    waiting = votes._replace(pause=pause, absences=absences)
    return waiting if pause or absences or votes.askers else None


def _pause_of(table_view: TableView) -> Pause | None:
    table = table_view.table
    is_paused = table.paused_at is not None
    wishing = _valid_votes(table, dict(table.agreed).get(PAUSE, ()))
    if not (is_paused or wishing):
        return None
    names = tuple(table.seats[seat].name for seat in wishing)
    return Pause(is_paused, names, _may_agree(table_view, wishing))


def _absences_of(table_view: TableView) -> tuple[Absence, ...]:
    """Return the absent players without a stand-in."""
    seats, agreed = table_view.table.seats, dict(table_view.table.agreed)
    absent = [seat.index for seat in seats if seat.presence == Presence.AWAY]
    return tuple(_absence_of(table_view, seat, agreed) for seat in absent)


def _askers_of(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the key and name of each spectator who asks for a seat."""
    return tuple(
        (pk, name)
        for pk, _, name, standing in table.bystanders
        if standing == Standing.ASKS
    )


def _free_seats(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the seats that a bot or a stand-in plays, with their names."""
    return tuple(
        (seat.index, name_of_seat(seat.name))
        for seat in table.seats
        if seat.bot or seat.presence in clock.PLAYED_FOR
    )


def _is_closed(table_view: TableView) -> bool:
    table = table_view.table
    is_over = table.phase == TablePhase.OVER
    return is_over or table.is_tutorial or table_view.is_replay


def _may_guess(table_view: TableView) -> bool:
    is_shown = table_view.is_display or _is_closed(table_view)
    return table_view.viewer < 0 and not (is_shown or table_view.standing)


def seat_tools_of(table_view: TableView) -> SeatTools | None:
    """Return the tools of the viewer, if there are any."""
    table = table_view.table
    is_seated = table_view.viewer >= 0
    may_pause = table.has_schedule and table.paused_at is None
    if _is_closed(table_view) or table_view.is_display:
        return None
    return SeatTools(
        code=table.code,
        may_pause=may_pause and (is_seated or table_view.is_host),
        is_seated=is_seated,
        call_link=table.settings.call_link if is_seated else "",
        name=table_view.name,
        asking="" if is_seated else _ASKING.get(table_view.standing, ""),
        has_account=table_view.has_account,
    )


def _absence_of(
    table_view: TableView, seat: int, agreed: dict[str, tuple[int, ...]]
) -> Absence:
    table = table_view.table
    agreeing = _valid_votes(table, agreed.get(f"stand-in.{seat}", ()))
    return Absence(
        seat=seat,
        name=table.seats[seat].name,
        agreed=len(agreeing),
        needed=sum(_may_vote(seat) for seat in table.seats) // 2 + 1,
        may_agree=_may_agree(table_view, agreeing),
    )


def _valid_votes(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with a valid vote: their players are present."""
    return tuple(seat for seat in seats if _may_vote(table.seats[seat]))


def _may_vote(seat: TableSeat) -> bool:
    return seat.is_here and not seat.bot


def _may_agree(table_view: TableView, agreeing: tuple[int, ...]) -> bool:
    if table_view.is_display:
        return False
    if table_view.viewer < 0:
        return table_view.is_host
    is_here = table_view.table.seats[table_view.viewer].is_here
    return is_here and (table_view.is_host or table_view.viewer not in agreeing)
