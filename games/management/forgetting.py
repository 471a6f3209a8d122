"""The common part of commands that delete for good: trial, question, smaller file."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection


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
        """Return whether to go on with the deletion that a sentence describes.

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

    def shrink_file(self) -> None:
        """Give the room of deleted rows back to the disk; PostgreSQL does so itself.

        SQLite writes its file anew. Meanwhile moves wait, and a locked file stays as
        it is.
        """
        if connection.vendor == "sqlite" and not connection.in_atomic_block:
            try:
                with connection.cursor() as cursor:
                    cursor.execute("VACUUM")
            except OperationalError as error:
                self.stderr.write(f"The file keeps its size: {error}.")
