"""Presents the viewer's legal moves as forms.

An illegal move has no form.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

from games.labels import name_of_seat
from games.models import TablePhase
from games.play.log import EntryKind
from games.play.selectors import TableView
from games.rules import moves as rules
from games.rules.observe import Observation
from games.rules.scoring import LAST_ROUND
from games.rules.suspects import Suspect
from games.table.page.log_lines import find_former
from games.table.page.regions import Region, build_region
from games.table.subject import OwnPlace, list_questions, show_own


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


class Moves(NamedTuple):
    """The questions to the viewer, a form for each kind of move, offers of subjects."""

    questions: Region
    forms: tuple[Region, ...]
    offers: tuple[Region, ...]


def show_moves(table_view: TableView, observation: Observation) -> Region:
    """Return a form for each kind of the viewer's legal moves, and for each vote."""
    table, kinds = table_view.table, set(map(type, observation.moves))
    if table.phase == TablePhase.OVER:
        return build_region("moves", "_moves.html", moves=None)
    forms: list[tuple[str, Hashable]] = [
        (name, build(table_view, observation))
        for kind, name, build in _FORMS
        if kind in kinds
    ]
    if _goes_on_after_accusing(table_view, observation):
        forms.append(("accused", table.code))
    if table.phase == TablePhase.REVIEW and _has_played_round(table_view):
        # The coach explains the round (games.coach). The café needs the room itself.
        forms.append(("why", table.code))
    offers = show_own(OwnPlace.MOVES, table_view)
    return _show_all(list_questions(table_view), tuple(forms), offers)


# A move changes the forms of two seats of five.
@lru_cache(maxsize=1024)
def _show_all(
    questions: tuple[Region, ...],
    forms: tuple[tuple[str, Hashable], ...],
    offers: tuple[Region, ...],
) -> Region:
    asked = build_region("questions", "_questions.html", questions=questions)
    shown = [
        build_region(f"move-{name}", f"_moves.html#{name}", form=form)
        for name, form in forms
    ]
    moves = Moves(asked, tuple(shown), offers)
    return build_region("moves", "_moves.html", moves=moves)


def show_accuse(table_view: TableView, observation: Observation) -> Region:
    """Return the button of the suspects' sheet that accuses, if the seat may accuse."""
    suspects = list_accusable(observation)
    # The tutorial has one suspect to accuse.
    only = suspects[0] if suspects and table_view.table.script else ""
    return build_region("accuse", "_accuse.html", may_accuse=bool(suspects), only=only)


def list_accusable(observation: Observation) -> tuple[Suspect, ...]:
    """Return the suspects that the viewer may accuse."""
    accusations = (move for move in observation.moves if isinstance(move, rules.Accuse))
    return tuple(move.suspect for move in accusations)


def _goes_on_after_accusing(table_view: TableView, observation: Observation) -> bool:
    """Return whether the viewer has accused in a round whose cards are still drawn.

    An accusation of the seat's former player was not theirs.
    """
    log = table_view.table.log
    accusers = [
        made.seat
        for made in observation.accusations
        if find_former(log, made.seat, EntryKind.ACCUSED) is None
    ]
    is_drawing = table_view.table.phase == TablePhase.SUSPECTS
    return is_drawing and not table_view.is_replay and table_view.viewer in accusers


def _has_played_round(table_view: TableView) -> bool:
    """Return whether the viewer had a seat at the last reveal."""
    log, seat = table_view.table.log, table_view.viewer
    return seat >= 0 and find_former(log, seat, EntryKind.REVEALED) is None


def _get_code(table_view: TableView, _observation: Observation) -> str:
    return table_view.table.code


def _list_sides(table_view: TableView, observation: Observation) -> Sides:
    sides = [move.side for move in observation.moves if isinstance(move, rules.Choose)]
    return Sides(table_view.table.code, tuple(sides))


def _build_placing(table_view: TableView, observation: Observation) -> Placing:
    return Placing(table_view.table.code, observation.drawn or "")


def _build_trading(table_view: TableView, observation: Observation) -> Trading:
    trades = [move for move in observation.moves if isinstance(move, rules.Trade)]
    give = _list_choices(table_view, observation, {trade.give for trade in trades})
    take = _list_choices(table_view, observation, {trade.take for trade in trades})
    return Trading(table_view.table.code, give, _hide_sole_colour(take))


def _build_finish(table_view: TableView, observation: Observation) -> Finish:
    return Finish(
        code=table_view.table.code,
        phase=table_view.table.phase,
        is_last_round=observation.number == LAST_ROUND or 0 in observation.pool,
        is_main=rules.Announce not in map(type, observation.moves),
    )


def _list_choices(
    table_view: TableView, observation: Observation, ids: set[str]
) -> tuple[TokenChoice, ...]:
    return tuple(
        TokenChoice(
            id=token.id,
            colour=token.colour,
            round=int(token.id.partition(".")[0]),
            holder=table_view.table.seats[view.seat].name,
        )
        for view in observation.seats
        for token in view.tokens
        if token.id in ids
    )


def _hide_sole_colour(tokens: tuple[TokenChoice, ...]) -> tuple[TokenChoice, ...]:
    if len({token.colour for token in tokens}) > 1:
        return tokens
    return tuple(token._replace(colour="") for token in tokens)


# A kind of move, its name, and the facts of its form. The hint to accuse comes first,
# because the forms beside it come and go.
_FORMS: tuple[tuple[type, str, Callable[[TableView, Observation], Hashable]], ...] = (
    (rules.Accuse, "accuse", _get_code),
    (rules.Choose, "choose", _list_sides),
    (rules.Draw, "draw", _get_code),
    (rules.Place, "place", _build_placing),
    (rules.Trade, "trade", _build_trading),
    (rules.Announce, "announce", _get_code),
    (rules.Done, "done", _build_finish),
)
