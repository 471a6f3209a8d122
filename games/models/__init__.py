"""Database rows and their constraints, without rules of the game.

Start with game.py.
"""

from games.models.archive import (
    Audit,
    JournalEntry,
    ReplayLink,
    Report,
    ReportReason,
    StaffAct,
    StaffActKind,
)
from games.models.game import (
    NAMELESS,
    Bystander,
    FormerHolder,
    Game,
    GameSecrets,
    Presence,
    Reason,
    Seat,
    Standing,
    TablePhase,
    values_of,
)
from games.models.move import Move, MovedBy, MoveKept
from games.models.player import NAME_LENGTH, Player, PushSubscription
from games.models.round import (
    Accusation,
    Bet,
    Draw,
    EnteredAccusation,
    Mark,
    Note,
    Round,
    Token,
    Trade,
)

__all__ = [
    "NAMELESS",
    "NAME_LENGTH",
    "Accusation",
    "Audit",
    "Bet",
    "Bystander",
    "Draw",
    "EnteredAccusation",
    "FormerHolder",
    "Game",
    "GameSecrets",
    "JournalEntry",
    "Mark",
    "Move",
    "MoveKept",
    "MovedBy",
    "Note",
    "Player",
    "Presence",
    "PushSubscription",
    "Reason",
    "ReplayLink",
    "Report",
    "ReportReason",
    "Round",
    "Seat",
    "StaffAct",
    "StaffActKind",
    "Standing",
    "TablePhase",
    "Token",
    "Trade",
    "values_of",
]
