"""The events of rounds as rows, for lists, statistics and audits; players' notes.

The events are double entry: the moves are authoritative, and an audit derives these
rows from them again and compares (games.archive.audit).
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from games.models.game import Game, Seat, list_choices
from games.models.player import Player
from games.rules.moves import Sorted
from games.rules.results import AwardReason
from games.rules.suspects import Side
from games.rules.tokens import Colour


class Round(models.Model):
    """One attempt at a round; its clues and chief are empty until the reveal."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    first_seat = models.PositiveSmallIntegerField()
    exposed = models.PositiveSmallIntegerField(null=True, blank=True)
    clues = models.JSONField(default=list, blank=True)
    chief = models.CharField(max_length=5, blank=True)
    chief_in_deck = models.BooleanField(null=True, blank=True)
    mistaken = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["game", "number", "attempt"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number", "attempt"], name="one_row_an_attempt"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}#{self.attempt}"


class Draw(models.Model):
    """A turned card: a suspect, or an unused investigator with a public clue."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="draws")
    index = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    suspect = models.CharField(max_length=5, blank=True)
    public_clue = models.CharField(max_length=12, blank=True)
    sorted_as = models.CharField(max_length=8, choices=list_choices(Sorted), blank=True)

    class Meta:
        ordering = ["round", "index"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "index"], name="one_draw_an_index"
            ),
            models.UniqueConstraint(
                fields=["round", "suspect"],
                condition=~Q(suspect=""),
                name="one_draw_a_suspect",
            ),
            models.CheckConstraint(
                condition=Q(suspect="", public_clue__gt="")
                | Q(suspect__gt="", public_clue=""),
                name="a_suspect_or_a_public_clue",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.index}"


class Accusation(models.Model):
    """An accusation of a suspect. The reveal fills in the number of matching clues."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="accusations")
    order = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    suspect = models.CharField(max_length=5)
    matches = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["round", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "seat"], name="one_accusation_a_seat"
            ),
            models.UniqueConstraint(
                fields=["round", "suspect"], name="one_accuser_a_suspect"
            ),
            models.UniqueConstraint(
                fields=["round", "order"], name="one_accusation_an_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.order}"


class EnteredAccusation(models.Model):
    """An accusation that waits in the race of a round, or has waited (games.play.race).

    It is binding, and a secret until it is played. Times are milliseconds.
    """

    # `outcome` while it waits, and after it was played.
    WAITING, PLAYED = "", "played"

    game = models.ForeignKey(Game, models.CASCADE, related_name="entered")
    round = models.ForeignKey(Round, models.CASCADE, related_name="entered")
    seat = models.PositiveSmallIntegerField()
    # The player who accused: the seat may change hands.
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    suspect = models.CharField(max_length=5)
    key = models.UUIDField()
    sent = models.BigIntegerField(help_text="since 1970")
    latency = models.PositiveSmallIntegerField()
    until = models.BigIntegerField(help_text="since 1970")
    lot = models.CharField(max_length=64)
    # Of one that came too late, the name of the referee's reason (games.rules.illegal).
    outcome = models.CharField(max_length=24, blank=True, default=WAITING)

    class Meta:
        ordering = ["game", "sent", "lot"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "key"], name="one_entered_accusation_a_key"
            ),
            models.UniqueConstraint(
                fields=["round", "seat"],
                condition=Q(outcome=""),
                name="one_waiting_accusation_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.seat}"


class Token(models.Model):
    """A token that a seat was due; without a face if its colour had run out."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tokens")
    order = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    due = models.CharField(max_length=16, choices=list_choices(AwardReason))
    colour = models.CharField(max_length=5, choices=list_choices(Colour))
    face = models.CharField(max_length=5, blank=True)
    name = models.CharField(max_length=8, blank=True)
    holder = models.PositiveSmallIntegerField(null=True, blank=True)
    face_up = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "order"]
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="one_token_a_seat"),
            models.UniqueConstraint(
                fields=["round", "order"], name="one_token_an_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.order}"


class Trade(models.Model):
    """A trade in the café: an Adler token given for another seat's token."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="trades")
    order = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    give = models.ForeignKey(Token, models.CASCADE, related_name="given_in")
    take = models.ForeignKey(Token, models.CASCADE, related_name="taken_in")

    class Meta:
        ordering = ["round", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "order"], name="one_trade_an_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.order}"


class Bet(models.Model):
    """A guess of the chief of one attempt at a round, by a player without a seat.

    Secret until the reveal, except from its player. It is not part of the game.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="bets")
    player = models.ForeignKey(Player, models.CASCADE, related_name="bets")
    suspect = models.CharField(max_length=5)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="one_bet_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.player_id}"


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
    side = models.CharField(max_length=12, choices=list_choices(Side))
    mark = models.CharField(max_length=3, choices=Mark.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "round", "about", "side"], name="one_mark_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}/{self.about}"
