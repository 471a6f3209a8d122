"""A player's notebook: private marks beside what the others' clues may be."""

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.game import Seat, values_of
from games.models.round import Round
from games.rules.suspects import Side


class Mark(models.TextChoices):
    """What a player has noted about a side of somebody's clue."""

    NO = "no", pgettext_lazy("mark in the notebook", "ruled out")
    YES = "yes", pgettext_lazy("mark in the notebook", "likely")


class Note(models.Model):
    """A mark in the notebook of a seat, for one attempt at a round.

    Nobody but its writer sees it; it is no part of the game.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="notes")
    round = models.ForeignKey(Round, models.CASCADE, related_name="+")
    about = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=12, choices=values_of(Side))
    mark = models.CharField(max_length=3, choices=Mark.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "round", "about", "side"], name="one_mark_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}/{self.about}"
