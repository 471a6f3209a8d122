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
    WrongSentence,
)
from games.models.bystanders import Bystander, Standing, Vote, VoteKind
from games.models.game import (
    NAMELESS,
    FormerHolder,
    Game,
    GameQuerySet,
    GameSecrets,
    Idle,
    Presence,
    Reason,
    Seat,
    TablePhase,
    list_choices,
)
from games.models.move import Move, MovedBy
from games.models.player import (
    NAME_LENGTH,
    AccountName,
    Club,
    Exclusion,
    Player,
    PushSubscription,
)
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
    "AccountName",
    "Accusation",
    "Audit",
    "Bet",
    "Bystander",
    "Club",
    "Draw",
    "EnteredAccusation",
    "Exclusion",
    "FormerHolder",
    "Game",
    "GameQuerySet",
    "GameSecrets",
    "Idle",
    "JournalEntry",
    "Mark",
    "Move",
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
    "Vote",
    "VoteKind",
    "WrongSentence",
    "list_choices",
]
