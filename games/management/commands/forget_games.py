"""Deletes closed games for good; their entries in the journal stay.

The games of an evening that goes on stay, too.
"""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from games.archive.records import forget_game
from games.management.forgetting import ForgettingCommand
from games.models import Game
from games.table.lobby.evening import is_evening_on


class Command(ForgettingCommand):
    help = "Delete games and their moves; audits and receipts hold (docs/fairness.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--before", required=True, metavar="DATE", help="the first day that stays"
        )
        parser.add_argument("--why", default="", help="a reason, for the journal")

    def handle(self, *args: Any, before: str, why: str, **options: Any) -> None:
        """Delete the tables that were closed before a day of UTC."""
        try:
            day = datetime.fromisoformat(f"{before}T00:00+00:00")
        except ValueError:
            said = f"DATE is a day like 2026-01-31, not {before!r}."
            raise CommandError(said) from None
        if day > timezone.now():
            raise CommandError(f"{before} is to come: all closed games would go.")
        old = Game.objects.filter(ended_at__lt=day)
        kept = [game for game in old.order_by("pk") if is_evening_on(game)]
        codes = [game.code for game in old.order_by("pk") if game not in kept]
        if self.may_forget(f"Games closed before {before}: {len(codes)}", options):
            for code in codes:
                forget_game(code, why or f"closed before {before}")
            self.stdout.write(f"Games forgotten: {len(codes)}")
            self.shrink_file()
        if kept:
            self.stdout.write(f"Games of evenings that go on: {len(kept)}")
