"""Who plays: a guest known by the session, or somebody with an account."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 20


class Player(models.Model):
    """Somebody at the tables: a guest, or the one player of an account.

    Seats and tables point here, never to the account: a guest who signs up keeps
    this row.
    """

    # An account takes its player along. The seats stay, without a player.
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="player",
        verbose_name=_("account"),
    )
    # What a guest's session knows them by: a secret, and none once there is an
    # account.
    guest_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    # Empty for a guest who has opened a table and sits at none.
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    # Coarse: written at most once a day, see games.players.identity.
    last_seen = models.DateTimeField(
        _("last seen"), default=timezone.now, editable=False, db_index=True
    )
    # When a session of theirs last ended, or may have: their sockets look again.
    session_ended_at = models.DateTimeField(null=True, editable=False, db_index=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user=None) | models.Q(guest_key=None),
                name="guest_or_account",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        return self.user_id is None
