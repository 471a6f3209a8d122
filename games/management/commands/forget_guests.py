"""Deletes guests after a long absence, as if they had deleted themselves."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from games.management.forgetting import ForgettingCommand
from games.models import Player
from games.table.people.ownership import forget_player


class Command(ForgettingCommand):
    help = "Forget guests not seen for DAYS: their games stay, without their name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--days", type=int, default=365, help="at least 1")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        if days < 1:
            raise CommandError(f"DAYS is at least 1, not {days}.")
        long_ago = timezone.now() - timedelta(days=days)
        guests = list(Player.objects.filter(user=None, last_seen__lt=long_ago))
        if self.may_forget(f"Guests not seen for {days} days: {len(guests)}", options):
            for guest in guests:
                forget_player(guest)
            self.stdout.write(f"Guests forgotten: {len(guests)}")
            self.shrink_file()
