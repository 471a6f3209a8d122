"""Puts a backup in the place of the database of a stopped site."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.management.commands.backup import copy_soundly
from games.ops.single_process import hold_lock


class Command(BaseCommand):
    """`manage.py restore FILE`, for SQLite; docs/operations.md covers PostgreSQL."""

    help = "Replace the database by a backup while no server runs (SQLite)."
    # A damaged database would fail them.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file that `manage.py backup` wrote."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Check the copy, and then exchange the files."""
        if connection.vendor != "sqlite":
            raise CommandError("This is for SQLite. pg_restore restores PostgreSQL.")
        hold_lock(settings.DATA_DIR)
        database = Path(connection.settings_dict["NAME"])
        draft = database.with_name(f"{database.name}.draft")
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        try:
            _copy(file, draft)
            if database.exists():
                kept = f"{database.name}.before-{timezone.now():%Y%m%dT%H%M%S}"
                _close_journal(database)
                database.with_name(kept).hardlink_to(database)
                self.stdout.write(f"The database of before is kept as {kept}.")
            draft.replace(database)
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(f"{file} is restored. Now run manage.py migrate.")


def _copy(file: Path, draft: Path) -> None:
    try:
        with closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        ) as source:
            # Refuses another program's database.
            source.execute("SELECT 1 FROM games_game").fetchone()
            copy_soundly(source, draft)
    except sqlite3.Error as error:
        raise CommandError(f"{file} is no sound backup: {error}") from error


def _close_journal(database: Path) -> None:
    """Write the log of the last commits into the file, which is moved alone."""
    with closing(sqlite3.connect(database, timeout=0)) as old:
        try:
            old.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            raise CommandError(f"{database} is in use: {error}") from error
