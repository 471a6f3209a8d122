"""Copies the database of a running site into one file."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

# Pages per step; the site can write between two steps.
_PAGES = 1000


class Command(BaseCommand):
    """`manage.py backup FILE`, for SQLite; docs/operations.md covers PostgreSQL."""

    help = "Copy the database while the site is in play (SQLite)."
    # They open the database, and would end with a traceback if its disk is full.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file to write, which must not exist."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Copy into a new file."""
        if connection.vendor != "sqlite":
            raise CommandError(
                "This is for SQLite. Of PostgreSQL, pg_dump --format=custom makes one."
            )
        if file.exists():
            raise CommandError(f"{file} is there already.")
        try:
            connection.ensure_connection()
            copy_soundly(connection.connection, file)
        except (OSError, DatabaseError, sqlite3.Error) as error:
            raise CommandError(f"There is no backup {file}: {error}.") from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes, sound")


def copy_soundly(source: sqlite3.Connection, file: Path) -> None:
    """Copy a database into a draft, check it, and rename it to the file.

    Raises:
        CommandError: the copy is damaged.
    """
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)
    # Only the owner may read it: it contains sessions and seeds.
    draft.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(draft)) as copy:
            source.backup(copy, pages=_PAGES, sleep=0.01)
            # Without a write-ahead log, one file is the whole database.
            copy.execute("PRAGMA journal_mode = DELETE")
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise CommandError(f"The copy is not sound: {found}")
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)
