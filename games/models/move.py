"""The append-only moves. Set-up, chance and moves are the whole game.

Triggers refuse UPDATE and DELETE of moves and of the journal's entries, on SQLite and
PostgreSQL; they let the moves of a forgotten game go (games/migrations/_triggers.py).
"""

from typing import Any, Never

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


class ImmutableMove(Exception):
    """A stored move must not be changed or deleted."""


class MoveQuerySet(models.QuerySet["Move"]):
    """Moves, read and added only."""

    def _refuse(self, *_args: Any, **_options: Any) -> Never:
        raise ImmutableMove

    update = bulk_update = delete = _refuse

    def forget(self) -> None:
        """Delete the moves of forgotten games; the triggers refuse all others."""
        super().delete()


class Move(models.Model):
    """A move that the referee accepted; the numbers of a game run from 1.

    Holds secrets while the game runs: the chosen sides. Triggers in the database stop
    changes that bypass the ORM.
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

    objects = MoveQuerySet.as_manager()

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

    def save(self, *args: Any, **options: Any) -> None:
        """Insert the move.

        Raises:
            ImmutableMove: the move is already stored.
        """
        if not self._state.adding:
            raise ImmutableMove
        super().save(*args, **options | {"force_insert": True})

    def delete(self, *_args: Any, **_options: Any) -> Never:
        raise ImmutableMove
