"""Players without a seat at a table: latecomers, former players, removed ones."""

from django.db import models

from games.models.game import Game
from games.models.player import Player


class Standing(models.IntegerChoices):
    """What a player without a seat is to a table; it only rises."""

    ASKS = 0
    # A former player knows a clue, and gets no second seat in this game; nor does a
    # player whom the host declined.
    PLAYED = 1
    # The host keeps the player out of this table and those that follow it.
    OUT = 2


class Bystander(models.Model):
    """A player without a seat at a table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="bystanders")
    player = models.ForeignKey(Player, models.CASCADE, related_name="bystanders")
    standing = models.PositiveSmallIntegerField(choices=Standing.choices)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player"], name="one_standing_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.standing}"
