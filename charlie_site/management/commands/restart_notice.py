"""Tells every page that the server restarts soon, or takes it back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from runtime.restart import announce_restart, withdraw_restart


class Command(BaseCommand):
    """`manage.py restart_notice --minutes 5`, and `restart_notice --off`."""

    help = "Say on every page that the server restarts soon; --off takes it back."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--minutes", type=int, default=5, help="1 to 120")
        parser.add_argument("--off", action="store_true", help="take it back")

    def handle(self, *args: Any, minutes: int, off: bool, **options: Any) -> None:
        if off:
            withdraw_restart()
            self.stdout.write("No page says it any more.")
            return
        if not 1 <= minutes <= 120:
            raise CommandError(f"MINUTES are 1 to 120, not {minutes}.")
        announce_restart(minutes)
        self.stdout.write(f"Every page says within ten seconds: in {minutes} minutes.")
