"""Deletes guests after a long absence, as if they had deleted themselves."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.models import Player
from games.table.ownership import forget_player


class Command(BaseCommand):
    help = "Forget guests not seen for DAYS: their games stay, without their name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=365)

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        long_ago = timezone.now() - timedelta(days=days)
        guests = list(Player.objects.filter(user=None, last_seen__lt=long_ago))
        for guest in guests:
            forget_player(guest)
        self.stdout.write(f"Guests forgotten: {len(guests)}")
