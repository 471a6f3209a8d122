"""Browsers that a player lets this site send notices to, by web push."""

from django.db import models
from django.utils import timezone

from games.models.player import Player


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
