"""Players: guests, identified by their session, and players with an account."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 20


class Player(models.Model):
    """A guest, or the one player of an account.

    Seats and tables refer to this row, never to the account, so a guest keeps the row
    after a sign-up.
    """

    # A deleted account deletes its player. Seats then have no player.
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="player",
        verbose_name=_("account"),
    )
    # A secret that identifies a guest's session; null for a player with an account.
    guest_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    # Empty for a guest with a table but without a seat.
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    # Written at most once a day (games.players.identity).
    last_seen = models.DateTimeField(
        _("last seen"), default=timezone.now, editable=False, db_index=True
    )
    # When a session last ended or may have ended: sockets then check their session.
    session_ended_at = models.DateTimeField(null=True, editable=False, db_index=True)
    # Until then no table lets the player in (games.table.people.kept_out).
    banned_until = models.DateTimeField(_("banned until"), null=True, editable=False)

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

    @property
    def is_banned(self) -> bool:
        return self.banned_until is not None and self.banned_until > timezone.now()


class AccountName(models.Model):
    """The key of an account's user name, by which every spelling finds the account."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="stored_name",
    )
    # Case folding makes at most three characters of one, and a user name has 150.
    key = models.CharField(max_length=500, unique=True)

    def __str__(self) -> str:
        return self.key


class PushSubscription(models.Model):
    """One browser of a player: an address at its push service, and its keys."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    # The browser's public key and secret, in base64url (RFC 8291).
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    language = models.CharField(max_length=10)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.language}"


class Club(models.Model):
    """The standing link of a host with an account (games.table.lobby.club)."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="club")
    code = models.CharField(max_length=22, unique=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"club of {self.player_id}"


class Exclusion(models.Model):
    """A player kept out of all tables of a host with an account."""

    host = models.ForeignKey(Player, models.CASCADE, related_name="exclusions")
    player = models.ForeignKey(Player, models.CASCADE, related_name="excluded_by")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["host", "player"], name="one_exclusion_a_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} by {self.host_id}"
