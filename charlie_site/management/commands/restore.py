"""Puts a backup in the place of the database of a stopped site, or only tries it.

The replaced database is kept: that of SQLite as a file, that of PostgreSQL as a schema.
"""

import sqlite3
import sys
from argparse import ArgumentParser
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, transaction
from django.utils import timezone

from charlie_site.management.commands.backup import (
    DRAFT,
    copy_soundly,
    forget_drafts,
)
from charlie_site.transfer import (
    OTHER,
    copy_rows,
    migrate,
    opened,
    other_as_default,
    require_no_server,
)
from games.archive.audit import audit_journal, audit_stored
from games.archive.records import get_finished_games
from games.proof.verify import filter_faults

# The number of games that a trial audits, chosen at random.
_AUDITED = 10


class Command(BaseCommand):
    """`manage.py restore FILE`, for SQLite and PostgreSQL alike."""

    help = "Replace the database by a backup while no server runs."
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
        if file.is_dir():
            raise CommandError(f"{file} is a folder: name one of its files.")
        try:
            if not check:
                require_no_server()
            place = _find_place(file)
            forget_drafts(place)
            with TemporaryDirectory(dir=place, prefix=DRAFT) as folder:
                copy = Path(folder, "copy.sqlite3").absolute()
                self.stdout.write(f"{file}: {_copy(file, copy)}.")
                with opened(f"sqlite:///{quote(str(copy))}"):
                    with other_as_default():
                        migrate()
                        if check:
                            self._audit()
                            return
                    if connection.vendor == "postgresql":
                        self._replace_schema()
                if connection.vendor == "sqlite":
                    self._replace_file(copy)
        except (OSError, DatabaseError, sqlite3.Error) as error:
            raise CommandError(f"{file} cannot be restored: {error}.") from error
        self.stdout.write("It is restored.")

    def _replace_schema(self) -> None:
        """Make new tables beside those of PostgreSQL, in one transaction."""
        with transaction.atomic():
            with connection.cursor() as cursor:
                if connection.introspection.table_names(cursor):
                    kept = f"before_{timezone.now():%Y%m%dt%H%M%S}"
                    cursor.execute(f"ALTER SCHEMA public RENAME TO {kept}")
                    cursor.execute("CREATE SCHEMA public")
                    self.stdout.write(f"The old tables are now in the schema {kept}.")
            migrate()
            copy_rows(OTHER, DEFAULT_DB_ALIAS)

    def _replace_file(self, copy: Path) -> None:
        connection.close()
        database = Path(connection.settings_dict["NAME"])
        if database.exists():
            self.stdout.write(f"The old database is now {_keep(database)}.")
        copy.rename(database)

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


def _find_place(file: Path) -> Path:
    """Return a folder for a copy: that of SQLite's database, or of the backup."""
    is_file = connection.vendor == "sqlite"
    return Path(connection.settings_dict["NAME"] if is_file else file).parent


def _keep(database: Path) -> Path:
    """Rename the database and its write-ahead log; it may be damaged."""
    saved_copy = Path(f"{database}.before-{timezone.now():%Y%m%dT%H%M%S}")
    for part in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{database}{part}").rename(f"{saved_copy}{part}")
    return saved_copy
