"""Rows of players without a seat at a table, and of open votes."""

from django.db import models

from games.models.game import Game, Seat
from games.models.player import Player


class Standing(models.IntegerChoices):
    """The standing of a player without a seat at a table; it only rises."""

    ASKS = 0
    # A former player knows a clue, and gets no second seat in this game; nor does a
    # player declined by the host.
    PLAYED = 1
    # The host keeps the player out of this table and those that follow it.
    OUT = 2


class Bystander(models.Model):
    """A player without a seat at a table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="bystanders")
    player = models.ForeignKey(Player, models.CASCADE, related_name="bystanders")
    standing = models.PositiveSmallIntegerField(choices=Standing.choices)
    # The seat that an asking player gets when the next round begins. Until then the
    # player only watches, so no secret of this round can reach them.
    promised_seat = models.PositiveSmallIntegerField(null=True, editable=False)
    # The seat of an absent player that an asking player calls their own.
    claimed_seat = models.ForeignKey(
        Seat, models.SET_NULL, null=True, editable=False, related_name="claims"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "promised_seat"], name="one_promise_a_seat"
            ),
            models.UniqueConstraint(
                fields=["game", "player"], name="one_standing_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.standing}"


class VoteKind(models.TextChoices):
    """What the players of a table decide together."""

    # To pause, or to end a pause.
    PAUSE = "pause"
    STAND_IN = "stand-in"
    # An asking player gets a seat at once, with the present clue.
    TAKE_OVER = "take-over"


class Vote(models.Model):
    """The vote of a seat on a proposal that has not passed yet."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=9, choices=VoteKind.choices)
    # A stand-in's seat, or the key of a bystander who asks for a seat; 0 for a pause.
    about = models.PositiveBigIntegerField()
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["game", "kind", "about", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind", "about", "seat"], name="one_vote_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind} {self.about} by {self.seat}"
