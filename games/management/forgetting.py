"""What the commands share that delete for good: a trial, and a question before it."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class ForgettingCommand(BaseCommand):
    """Says what would go, and asks, unless no terminal could answer."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take `--dry-run`, and `--no-input` like Django's own commands."""
        parser.add_argument(
            "--dry-run", action="store_true", help="only say how much would go"
        )
        parser.add_argument(
            "--no-input",
            "--noinput",
            action="store_false",
            dest="interactive",
            help="do not ask",
        )

    def may_forget(self, what: str, options: dict[str, Any]) -> bool:
        """Return whether to go on with what a sentence describes.

        Raises:
            CommandError: the answer was another one than yes.
        """
        if options["dry_run"]:
            self.stdout.write(f"{what}. Nothing is deleted.")
            return False
        if options["interactive"] and sys.stdin.isatty():
            answer = input(f"{what}. Delete them for good? Type yes: ")
            if answer.strip().casefold() != "yes":
                raise CommandError("Nothing is deleted.")
        return True
