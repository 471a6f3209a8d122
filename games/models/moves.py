"""The append-only moves: with set-up and chance they are the game."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game


class MovedBy(models.TextChoices):
    """Who made a move."""

    PLAYER = "player", _("the player")
    CLOCK = "clock", _("the clock")
    SCRIPT = "script", _("the tutorial's script")


class Move(models.Model):
    """A move as the referee took it; numbers run from 1 in a game.

    While a game runs its moves hold secrets (the sides that were chosen).
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField(help_text=_("the move as in docs/record.md"))
    key = models.UUIDField(null=True, blank=True)
    by = models.CharField(max_length=8, choices=MovedBy.choices, default=MovedBy.PLAYER)
    made_at = models.DateTimeField()

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
