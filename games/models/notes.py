"""Marks in the notebooks: private notes on the clues of other seats."""

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.game import Seat, values_of
from games.models.round import Round
from games.rules.suspects import Side


class Mark(models.TextChoices):
    """A player's opinion on a side of a clue."""

    NO = "no", pgettext_lazy("mark in the notebook", "ruled out")
    YES = "yes", pgettext_lazy("mark in the notebook", "likely")


class Note(models.Model):
    """A mark in the notebook of a seat, for one attempt at a round.

    Holds a secret: only its own seat sees it. It is not part of the game.
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
