"""Everything that is kept: players, tables, rounds, moves."""

from games.models.keeping import Audit, ReplayLink, StaffAct, StaffActKind
from games.models.moves import Move, MovedBy, MoveKept
from games.models.notes import Mark, Note
from games.models.players import Player
from games.models.rounds import Accusation, Draw, Round, Token, Trade
from games.models.tables import (
    Game,
    GameSecrets,
    Limits,
    Notebook,
    Presence,
    Reactions,
    Reason,
    Seat,
    TablePhase,
)

__all__ = [
    "Accusation",
    "Audit",
    "Draw",
    "Game",
    "GameSecrets",
    "Limits",
    "Mark",
    "Move",
    "MoveKept",
    "MovedBy",
    "Note",
    "Notebook",
    "Player",
    "Presence",
    "Reactions",
    "Reason",
    "ReplayLink",
    "Round",
    "Seat",
    "StaffAct",
    "StaffActKind",
    "TablePhase",
    "Token",
    "Trade",
]
