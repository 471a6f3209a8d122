"""Deletes closed games for good; their entries in the journal stay."""

from argparse import ArgumentParser
from datetime import UTC, datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_date

from games.archive.forgetting import forget_game
from games.models.game import Game


class Command(BaseCommand):
    help = "Delete games and their moves; audits and receipts hold (docs/fairness.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--before", required=True, metavar="DATE", help="the first day that stays"
        )
        parser.add_argument("--why", default="", help="a reason, for the journal")

    def handle(self, *args: Any, before: str, why: str, **options: Any) -> None:
        """Delete the tables that were closed before a day of UTC."""
        try:
            day = parse_date(before)
        except ValueError:
            day = None
        if day is None:
            raise CommandError(f"DATE is a day like 2026-01-31, not {before!r}.")
        old = Game.objects.filter(ended_at__lt=datetime.combine(day, time.min, UTC))
        codes = list(old.order_by("pk").values_list("code", flat=True))
        for code in codes:
            forget_game(code, why or f"closed before {day}")
        self.stdout.write(f"Games forgotten: {len(codes)}")
