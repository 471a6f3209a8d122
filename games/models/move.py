"""The append-only moves. Set-up, chance and moves are the whole game.

Triggers refuse UPDATE and DELETE of moves and of the journal's entries, on SQLite and
PostgreSQL; they let the moves of a forgotten game go (games/migrations/_triggers.py).
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class MovedBy(models.TextChoices):
    """The origin of a move."""

    PLAYER = "player", _("the player")
    CLOCK = "clock", _("the clock")
    SCRIPT = "script", _("the tutorial's script")
    BOT = "bot", _("a bot")


class Move(models.Model):
    """A move that the referee accepted; the numbers of a game run from 1.

    Holds secrets while the game runs: the chosen sides.
    """

    # The triggers would stop a cascade.
    game = models.ForeignKey(Game, models.PROTECT, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField(help_text=_("the move as in docs/record.md"))
    key = models.UUIDField(null=True, blank=True)
    by = models.CharField(max_length=8, choices=MovedBy.choices, default=MovedBy.PLAYER)
    made_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64, blank=True, editable=False)
    hash = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text=_("of this move and of all before it (docs/fairness.md)"),
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"], name="one_move_a_number"
            ),
            models.UniqueConstraint(
                fields=["game", "key"],
                condition=Q(key__isnull=False),
                name="one_move_a_key",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"
