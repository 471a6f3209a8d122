"""Copies the database of a running site into one file, a database of SQLite."""

import shutil
import sqlite3
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.utils import timezone

from charlie_site.transfer import (
    OTHER,
    copy_rows,
    migrate,
    opened,
    other_as_default,
    require_known_schema,
    require_present_schema,
)

# The beginning of the names of folders for drafts, which contain sessions and seeds.
DRAFT = "charlie-draft-"
# Of each so many days, and weeks, a folder keeps one copy.
_DAYS, _WEEKS = 7, 4
# Every version has these columns.
_CONTENTS = """
    SELECT count(*), coalesce(sum(move_count), 0), max(moved_at) FROM games_game
"""


class Command(BaseCommand):
    """`manage.py backup FILE`, for SQLite and PostgreSQL alike."""

    help = "Copy the database while the site is in play."
    # They open the database, and would end with a traceback if its disk is full.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file to write, which must not exist, or a folder."""
        parser.add_argument(
            "file",
            type=Path,
            help=f"a new file, or a folder for copies of {_DAYS} days and {_WEEKS}"
            " weeks, whose oldest ones are replaced",
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Copy into a new file, or into those of this day and week in a folder."""
        files = [file]
        if file.is_dir():
            # The first day of the calendar was a Monday.
            day = timezone.now().toordinal() - 1
            names = f"day-{day % _DAYS + 1}", f"week-{day // 7 % _WEEKS + 1}"
            files = [file / f"charlie-{name}.sqlite3" for name in names]
        elif file.exists():
            raise CommandError(f"{file} is there already.")
        forget_drafts(files[0].parent)
        try:
            with _source(files[0].parent) as source:
                for each in files:
                    said = copy_soundly(source, each)
                    size = f"{each.stat().st_size:,} bytes"
                    self.stdout.write(f"{each}: {size}, {said}")
        except (OSError, DatabaseError, sqlite3.Error) as error:
            raise CommandError(f"There is no backup {file}: {error}.") from error


@contextmanager
def _source(folder: Path) -> Iterator[sqlite3.Connection]:
    """Yield the database, or a copy of PostgreSQL's that lies in a folder until then.

    Raises:
        CommandError: it has the tables of another version.
    """
    if connection.vendor == "sqlite":
        require_known_schema()
        yield connection.connection
        return
    require_present_schema()
    with TemporaryDirectory(dir=folder, prefix=DRAFT) as draft:
        file = Path(draft, "copy.sqlite3").absolute()
        with opened(f"sqlite:///{quote(str(file))}"):
            with other_as_default():
                migrate()
            copy_rows(DEFAULT_DB_ALIAS, OTHER)
        with closing(sqlite3.connect(file)) as source:
            yield source


def forget_drafts(folder: Path) -> None:
    """Delete the drafts that a killed command left in a folder."""
    for draft in folder.glob(f"{DRAFT}*"):
        shutil.rmtree(draft, ignore_errors=True)


def copy_soundly(source: sqlite3.Connection, file: Path) -> str:
    """Copy a database into a draft, check both, and rename the draft to the file.

    Returns the contents in words.

    Raises:
        CommandError: the database or the copy is damaged.
        sqlite3.Error: it cannot be made, or it has no games.
    """
    with TemporaryDirectory(dir=file.parent, prefix=DRAFT) as folder:
        draft = Path(folder, "copy.sqlite3")
        # Only the owner may read it: it contains sessions and seeds.
        draft.touch(mode=0o600)
        with closing(sqlite3.connect(draft)) as copy:
            # In one step: between two, a move would make the copy begin again.
            source.backup(copy)
            # Like the source so far. Its damaged indices would be made anew below.
            _require_sound(copy, "database")
            # Pages of deleted games are left out.
            copy.execute("VACUUM")
            # Without a write-ahead log, one file is the whole database.
            copy.execute("PRAGMA journal_mode = DELETE")
            _require_sound(copy, "copy")
            games, moves, newest = copy.execute(_CONTENTS).fetchone()
        draft.replace(file)
    last = f", the last of {newest:.16} UTC" if newest else ""
    return f"sound: games: {games:,}, moves: {moves:,}{last}"


def _require_sound(copy: sqlite3.Connection, name: str) -> None:
    (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise CommandError(f"The {name} is not sound: {' '.join(found.split())}")
