"""Runs the whole clean-up at once; servers run it bit by bit anyway."""

from typing import Any

from django.core.management.base import BaseCommand

from games.table.cleanup import tidy


class Command(BaseCommand):
    help = (
        "Close tables that nobody has opened for 24 hours (waiting ones: 2), and "
        "forget guests without games who have not come for 30 days, and delete "
        "expired sessions."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        tables, guests, sessions = tidy()
        self.stdout.write(
            f"Tables closed: {tables}. Guests forgotten: {guests}. "
            f"Sessions deleted: {sessions}."
        )
