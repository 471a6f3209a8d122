"""Carries a stopped site to another database, from SQLite to PostgreSQL or back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError

from charlie_site.environment import DATABASE_SCHEMES
from charlie_site.transfer import (
    OTHER,
    copy_rows,
    migrate,
    opened,
    other_as_default,
    require_empty,
    require_no_server,
    require_present_schema,
)


class Command(BaseCommand):
    """`manage.py move_database URL`; the present database stays as it is."""

    help = "Copy all rows into an empty database, and audit all games there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address of the other database."""
        parser.add_argument("url", help="as for DATABASE_URL")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        """Copy, print the counts, and audit; exit with code 1 unless all is sound.

        The password in the address is never printed.
        """
        if url.partition("://")[0] not in DATABASE_SCHEMES:
            raise CommandError("The address begins with postgres:// or sqlite:///.")
        require_no_server()
        require_present_schema()
        try:
            with opened(url):
                self._fill()
        except (OSError, DatabaseError) as error:
            raise CommandError(f"Nothing was moved: {error}") from error

    def _fill(self) -> None:
        with other_as_default():
            migrate()
            require_empty()
        for label, count in copy_rows(DEFAULT_DB_ALIAS, OTHER):
            if count:
                self.stdout.write(f"{label}: {count:,}")
        with other_as_default():
            call_command("audit", all=True, stdout=self.stdout)
        self.stdout.write("All is there. Set DATABASE_URL to this address now.")
