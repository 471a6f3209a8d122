"""Puts a backup in the place of the database of a stopped site, or only tries it."""

import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from charlie_site.management.commands.backup import copy_soundly
from charlie_site.schema import find_schema_obstacle, try_tables
from charlie_site.single_process import hold_lock
from games.archive.audit import audit_journal, audit_stored
from games.archive.records import get_finished_games
from games.proof.verify import filter_faults

# The number of games that a trial audits, chosen at random.
_AUDITED = 10


class Command(BaseCommand):
    """`manage.py restore FILE`, for SQLite; docs/operations.md covers PostgreSQL."""

    help = "Replace the database by a backup while no server runs (SQLite)."
    # They open the database, which may be damaged or missing.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file that `manage.py backup` wrote."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--check",
            action="store_true",
            help=f"change nothing: open a copy, migrate it, and audit {_AUDITED} games",
        )

    def handle(self, *args: Any, file: Path, check: bool, **options: Any) -> None:
        """Copy, check and migrate the backup before the database is touched."""
        if connection.vendor != "sqlite":
            raise CommandError("This is for SQLite. pg_restore restores PostgreSQL.")
        if not check:
            hold_lock(settings.DATA_DIR)
        database = Path(connection.settings_dict["NAME"])
        try:
            with TemporaryDirectory(dir=database.parent) as folder:
                copy = Path(folder, "copy.sqlite3")
                self.stdout.write(f"{file}: {_copy(file, copy)}.")
                with _connected_to(copy):
                    _migrate()
                    if check:
                        self._audit()
                        return
                if database.exists():
                    self.stdout.write(f"The old database is now {_keep(database)}.")
                copy.rename(database)
        except (OSError, DatabaseError, sqlite3.Error) as error:
            raise CommandError(f"{file} cannot be restored: {error}.") from error
        self.stdout.write("It is restored.")

    def _audit(self) -> None:
        """Audit games; exit with code 1 unless all are sound."""
        codes = get_finished_games().order_by("?").values_list("pk", "code")[:_AUDITED]
        faulty = [code for pk, code in codes if not audit_stored(pk).is_sound]
        faulty += ["the journal"] if filter_faults(audit_journal()) else []
        self.stdout.write(f"Games audited: {len(codes)}.")
        if faulty:
            sys.exit(f"Not sound: {', '.join(faulty)}")


def _copy(file: Path, target: Path) -> str:
    address = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as backup:
        return copy_soundly(backup, target)


def _migrate() -> None:
    """Bring the database of this version or an older one up to date.

    Raises:
        CommandError: another program or a newer version made it.
        DatabaseError: it is not whole.
    """
    if obstacle := find_schema_obstacle(connection, may_be_newer=False):
        raise CommandError(obstacle)
    call_command("migrate", interactive=False, verbosity=0)
    try_tables(connection)


@contextmanager
def _connected_to(file: Path) -> Iterator[None]:
    """Let Django use another database of SQLite."""
    database = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = database


def _keep(database: Path) -> Path:
    """Rename the database and its write-ahead log; it may be damaged."""
    saved_copy = Path(f"{database}.before-{timezone.now():%Y%m%dT%H%M%S}")
    for part in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{database}{part}").rename(f"{saved_copy}{part}")
    return saved_copy
