"""Presents the viewer's legal moves as forms. An illegal move has no form."""

from collections.abc import Callable, Hashable
from typing import NamedTuple

from games.labels import name_or_removed
from games.models.game import TablePhase
from games.play.selectors import TableView
from games.rules import moves as rules
from games.rules.observe import Observation
from games.rules.scoring import LAST_ROUND
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
        return name_or_removed(self.holder)


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


def present_moves(table_view: TableView, seen: Observation) -> Node:
    """Return a form for each kind of the viewer's legal moves."""
    table, kinds = table_view.table, set(map(type, seen.moves))
    if table.phase == TablePhase.OVER:
        return shell("moves", ())
    forms = [
        leaf(f"move-{name}", facts_of(table_view, seen), f"_moves.html#{name}")
        for kind, name, facts_of in _FORMS
        if kind in kinds
    ]
    if table.phase == TablePhase.REVIEW and seen.viewer >= 0:
        # The coach explains the round (games.archive). The café needs the room itself.
        forms.append(leaf("move-why", table.code, "_moves.html#why"))
    return shell("moves", tuple(forms))


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
