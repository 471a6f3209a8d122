"""Puts a backup in the place of the database of a stopped site."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from games.management.commands.backup import copy_soundly
from runtime.single_process import hold_lock


class Command(BaseCommand):
    """`manage.py restore FILE`, for SQLite; docs/operations.md covers PostgreSQL."""

    help = "Replace the database by a backup while no server runs (SQLite)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file that `manage.py backup` wrote."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Copy and check the backup before the database is touched."""
        if connection.vendor != "sqlite":
            raise CommandError("This is for SQLite. pg_restore restores PostgreSQL.")
        hold_lock(settings.DATA_DIR)
        database = Path(connection.settings_dict["NAME"])
        restored = database.with_name(f"{database.name}.restored")
        address = f"{file.absolute().as_uri()}?mode=ro"
        try:
            with closing(sqlite3.connect(address, uri=True)) as backup:
                _require_known(backup)
                copy_soundly(backup, restored)
        except sqlite3.Error as error:
            raise CommandError(f"{file} is no sound backup: {error}") from error
        if database.exists():
            self.stdout.write(f"The database of before is kept as {_keep(database)}.")
        restored.rename(database)
        self.stdout.write(f"{file} is restored. Now run manage.py migrate.")


def _require_known(backup: sqlite3.Connection) -> None:
    """Refuse the database of another program, or of a newer version of this one."""
    applied = "SELECT name FROM django_migrations WHERE app = 'games'"
    names = {name for (name,) in backup.execute(applied)}
    known = {name for app, name in MigrationLoader(None).graph.nodes if app == "games"}
    if not names:
        raise CommandError("This is no backup of Checkpoint Charlie.")
    if names - known:
        strange = ", ".join(sorted(names - known))
        raise CommandError(f"Another version made this backup: no migration {strange}.")


def _keep(database: Path) -> Path:
    """Rename the database and its write-ahead log; it may be damaged."""
    kept = Path(f"{database}.before-{timezone.now():%Y%m%dT%H%M%S}")
    for part in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{database}{part}").rename(f"{kept}{part}")
    return kept
