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
    CODE_ALPHABET,
    CODE_LENGTH,
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
    clean_code,
    new_code,
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
    "CODE_ALPHABET",
    "CODE_LENGTH",
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
    "clean_code",
    "new_code",
    "values_of",
]
