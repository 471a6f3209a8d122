"""Presents the viewer's legal moves as forms. An illegal move has no form."""

from typing import NamedTuple

from games.labels import name_or_removed
from games.models.game import TablePhase
from games.play.selectors import TableView
from games.rules import moves as rules
from games.rules.observe import Observation
from games.rules.scoring import LAST_ROUND


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


class Moves(NamedTuple):
    """The viewer's legal moves."""

    code: str
    sides: tuple[str, ...] = ()
    trait: str = ""
    may_draw: bool = False
    may_place: bool = False
    placing: str = ""
    may_accuse: bool = False
    give: tuple[TokenChoice, ...] = ()
    take: tuple[TokenChoice, ...] = ()
    may_finish: bool = False
    may_announce: bool = False
    # The coach explains the round (games.archive). The café needs the room itself.
    may_ask_why: bool = False
    phase: str = ""
    # The fifth round, or one that leaves a colour of tokens empty, ends the game.
    is_last_round: bool = False


def moves_of(table_view: TableView, seen: Observation) -> Moves:
    """Return the forms of this viewer's moves."""
    table = table_view.table
    if table.phase == TablePhase.OVER:
        return Moves(table.code)
    kinds = {type(move) for move in seen.moves}
    trades = [move for move in seen.moves if isinstance(move, rules.Trade)]
    return Moves(
        code=table.code,
        sides=tuple(m.side for m in seen.moves if isinstance(m, rules.Choose)),
        trait=seen.my_trait or "",
        may_draw=rules.Draw in kinds,
        may_place=rules.Place in kinds,
        placing=(seen.drawn or "") if rules.Place in kinds else "",
        may_accuse=rules.Accuse in kinds,
        give=_choices(table_view, seen, {trade.give for trade in trades}),
        take=_without_sole_colour(
            _choices(table_view, seen, {trade.take for trade in trades})
        ),
        may_finish=rules.Done in kinds,
        may_announce=rules.Announce in kinds,
        may_ask_why=table.phase == TablePhase.REVIEW and seen.viewer >= 0,
        phase=table.phase,
        is_last_round=seen.number == LAST_ROUND or 0 in seen.pool,
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
