"""Rows about closed games, and for staff: replay links, audits, acts and reports."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import NAME_LENGTH, Player


class ReplayLink(models.Model):
    """A link that opens the replay of a closed game as one viewer, without signing in.

    The token is the sharing player's secret. Deleting the row withdraws the link.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="replay_links")
    player = models.ForeignKey(Player, models.CASCADE, related_name="replay_links")
    viewer = models.SmallIntegerField(
        help_text=_("a seat, -1 for everybody, -2 for the referee")
    )
    token = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "player", "viewer"], name="one_link_a_viewer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.viewer}"


class Audit(models.Model):
    """The last audit of a game: its time, its user and the result of each check."""

    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="audit"
    )
    made_at = models.DateTimeField(default=timezone.now)
    # Null after the account was deleted.
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    is_sound = models.BooleanField()
    checks = models.JSONField()

    def __str__(self) -> str:
        return f"{self.game_id}: {'sound' if self.is_sound else 'faulty'}"


class StaffActKind(models.TextChoices):
    """The acts of staff."""

    ENDED = "ended", _("ended the game")
    NAME_REMOVED = "name-removed", _("removed a player's name")
    FORGOTTEN = "forgotten", _("deleted the game")


class StaffAct(models.Model):
    """An act of staff, kept with its game, and after the game was forgotten."""

    # The key of a forgotten game stays; no other game gets it.
    game = models.ForeignKey(
        Game, models.DO_NOTHING, related_name="staff_acts", db_constraint=False
    )
    kind = models.CharField(max_length=12, choices=StaffActKind.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    # Empty for a command.
    staff_name = models.CharField(max_length=150)
    # The values kept of a forgotten game (games.archive.records).
    left = models.JSONField(null=True, editable=False)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["game", "made_at"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"


class JournalEntry(models.Model):
    """A closed game or an act of staff in the site's journal, one hash chain for all.

    Entries are numbered from 1 on and never changed or deleted (games.models.move),
    so that a game that disappears or is opened again leaves a trace. The entry of a
    forgotten game keeps its key.
    """

    number = models.PositiveIntegerField(primary_key=True)
    code = models.CharField(max_length=6, db_index=True)
    game = models.OneToOneField(
        Game,
        models.DO_NOTHING,
        null=True,
        related_name="closing",
        editable=False,
        db_constraint=False,
    )
    act = models.OneToOneField(
        StaffAct, models.PROTECT, null=True, related_name="entry", editable=False
    )
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(game=None, act__isnull=False)
                | Q(game__isnull=False, act=None),
                name="a_game_or_an_act",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.code}"


class ReportReason(models.TextChoices):
    """Why a player is reported."""

    NAME = "name", _("offensive name")
    BEHAVIOUR = "behaviour", _("rude or hurtful behaviour")
    SPOILING = "spoiling", _("cheats or spoils the game")


class Report(models.Model):
    """A player's report about another one at a table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="reports")
    # Null after the reporter was deleted.
    reporter = models.ForeignKey(
        Player,
        models.SET_NULL,
        null=True,
        related_name="reports_made",
        verbose_name=_("reported by"),
    )
    # Null, and the name empty, after the player was deleted.
    reported = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="reports"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    reason = models.CharField(_("reason"), max_length=9, choices=ReportReason.choices)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    handled_at = models.DateTimeField(_("done"), null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "reporter", "reported"], name="one_report_a_player"
            ),
            models.CheckConstraint(
                condition=~Q(reporter=F("reported")), name="reports_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


class WrongSentence(models.Model):
    """A proof of the coach that a player calls wrong, with its position."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="wrong_sentences")
    # Null after the reporter was deleted.
    reporter = models.ForeignKey(
        Player,
        models.SET_NULL,
        null=True,
        related_name="wrong_sentences",
        verbose_name=_("reported by"),
    )
    # The position: the knowledge of this seat after so many moves.
    at = models.PositiveIntegerField(_("move"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    sentence = models.TextField(_("sentence"))
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    handled_at = models.DateTimeField(_("done"), null=True)

    class Meta:
        verbose_name = _("sentence called wrong")
        verbose_name_plural = _("sentences called wrong")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.at}"
