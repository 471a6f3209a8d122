"""Copies the database of a running site into one file."""

import re
import sqlite3
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from runtime.schema import find_gap

# Pages per step; the site can write between two steps.
_PAGES = 1000
_NAME = re.compile(r"charlie-(\d{4}-\d\d-\d\d)T\d{4}\.sqlite3")
# In a folder the newest copy is kept of each of so many days, and weeks.
_DAYS, _WEEKS = 7, 4
_CONTENTS = """
    SELECT (SELECT count(*) FROM games_game), count(*), max(made_at) FROM games_moverow
"""


class Command(BaseCommand):
    """`manage.py backup FILE`, for SQLite; docs/operations.md covers PostgreSQL."""

    help = "Copy the database while the site is in play (SQLite)."
    # They open the database, and would end with a traceback if its disk is full.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file to write, which must not exist, or a folder."""
        parser.add_argument(
            "file",
            type=Path,
            help=f"a new file, or a folder for copies of {_DAYS} days and {_WEEKS}"
            " weeks: older copies are deleted",
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Copy into a new file, and delete old copies if a folder was named."""
        if connection.vendor != "sqlite":
            raise CommandError(
                "This is for SQLite. Of PostgreSQL, pg_dump --format=custom makes one."
            )
        folder = file if file.is_dir() else None
        if folder:
            file = folder / f"charlie-{timezone.now():%Y-%m-%dT%H%M}.sqlite3"
        if file.exists():
            raise CommandError(f"{file} is there already.")
        try:
            connection.ensure_connection()
            contents = copy_soundly(connection.connection, file, may_be_newer=True)
        except (OSError, DatabaseError, sqlite3.Error) as error:
            raise CommandError(f"There is no backup {file}: {error}.") from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes, {contents}")
        if folder:
            _thin_out(folder)


def copy_soundly(
    source: sqlite3.Connection, file: Path, *, may_be_newer: bool = False
) -> str:
    """Copy a database into a draft, check it, and rename it to the file.

    Returns the contents in words.

    Raises:
        CommandError: the copy is damaged, or no whole database of this program.
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
        contents = _check_contents(draft, may_be_newer=may_be_newer)
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)
    return contents


def _check_contents(file: Path, *, may_be_newer: bool) -> str:
    """Return the contents of a copy in words.

    Raises:
        CommandError: it is no whole database of this program.
    """
    copy = connection.copy()
    # Without the options, which would begin a write-ahead log.
    copy.settings_dict |= {"NAME": str(file), "OPTIONS": {}}
    with closing(copy):
        if gap := find_gap(copy, may_be_newer=may_be_newer):
            raise CommandError(f"This database does not fit this version: {gap}.")
        with copy.cursor() as cursor:
            cursor.execute(_CONTENTS)
            games, moves, newest = cursor.fetchone()
    last = f", the last of {newest:.16} UTC" if newest else ""
    return f"sound: games: {games:,}, moves: {moves:,}{last}"


def _thin_out(folder: Path) -> None:
    """Delete all copies but the newest of each of the last days and weeks with one."""
    copies = [
        (date.fromisoformat(name[1]), file)
        for file in sorted(folder.iterdir(), reverse=True)
        if (name := _NAME.fullmatch(file.name))
    ]
    periods: dict[int, Callable[[date], Any]] = {
        _DAYS: date.toordinal,
        _WEEKS: lambda day: day.isocalendar()[:2],
    }
    kept = set()
    for count, period in periods.items():
        newest: dict[Any, Path] = {}
        for day, file in copies:
            newest.setdefault(period(day), file)
        kept |= set(list(newest.values())[:count])
    for _day, file in copies:
        if file not in kept:
            file.unlink()
