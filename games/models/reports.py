"""Reports of players about each other, a queue for staff."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import NAME_LENGTH, Player


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
    reported = models.ForeignKey(Player, models.CASCADE, related_name="reports")
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
