"""Exports closed games: records as a zip file, results as CSV."""

import csv
import json
import re
import zipfile
from collections.abc import Iterable
from io import StringIO
from tempfile import SpooledTemporaryFile
from typing import Any

from django.contrib.admin import action
from django.db.models import QuerySet
from django.http import FileResponse, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.admin.texts import get_audit, get_seats, get_times, show_duration
from games.archive.records import call_unless_forgotten, read_record
from games.archive.story import list_moments
from games.models import Game
from games.rules.editions import OPTIONS

# Times are of UTC, in a form that spreadsheets read.
# Each audit or record replays a whole game; the management commands take any number.
MOST_AT_ONCE = 200
_IN_MEMORY = 4 * 1024 * 1024
# The start of a formula, at the beginning of a text or after a separator.
_FORMULA = re.compile(r"""(^|[;,|\t\r\n])(?=[\s"]*[=+\-@\t\r＝＋－＠])""")
_OF_SEAT = ("investigator", "name", "points", "golds", "winner")
_COLUMNS = (
    "code",
    "edition",
    *OPTIONS,
    "started_at",
    "ended_at",
    "duration",
    "reason",
    "rounds",
    "moves",
    "audit",
    "seat",
    *_OF_SEAT,
)


@action(description=_("Export records as a zip file"))
def export_records(
    _admin: Any, _request: HttpRequest, games: QuerySet[Game]
) -> FileResponse:
    """Return a zip file with one record for each closed game."""
    # The response closes this file.
    content = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in games[:MOST_AT_ONCE]:
            record = call_unless_forgotten(read_record, game)
            if record is not None:
                archive.writestr(f"{game.code}.json", json.dumps(record))
    content.seek(0)
    return FileResponse(
        content,
        as_attachment=True,
        filename="checkpoint-charlie-records.zip",
        content_type="application/zip",
    )


@action(description=_("Export results as CSV"))
def export_results(
    _admin: Any, _request: HttpRequest, games: QuerySet[Game]
) -> HttpResponse:
    """Return the results of closed games, one line for each seat."""
    found = games.iterator(chunk_size=500)
    return _build_file(
        "results", _COLUMNS, (each for game in found for each in _read_lines(game))
    )


@action(description=_("Export moments as CSV"))
def export_moments(
    _admin: Any, _request: HttpRequest, games: QuerySet[Game]
) -> HttpResponse:
    """Return the moments of closed games, one line for each."""
    found = [
        [game.code, each.round, each.move, each.kind, each.words]
        for game in games[:MOST_AT_ONCE]
        for each in call_unless_forgotten(list_moments, game) or ()
    ]
    return _build_file("moments", ("code", "round", "move", "kind", "words"), found)


def _build_file(
    name: str, columns: Iterable[str], found: Iterable[list[object]]
) -> HttpResponse:
    lines = StringIO()
    writer = csv.writer(lines, quoting=csv.QUOTE_ALL)
    writer.writerow(columns)
    writer.writerows(map(_guard_formulas, found))
    # Spreadsheets find the letters of all languages by the byte order mark.
    response = HttpResponse(
        lines.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8"
    )
    name = f"checkpoint-charlie-{name}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _read_lines(game: Game) -> list[list[object]]:
    of_game = [
        game.code,
        game.edition,
        *(getattr(game, name) for name in OPTIONS),
        *(f"{time:%Y-%m-%d %H:%M:%S}" for time in get_times(game)),
        show_duration(game),
        game.reason,
        game.round_number,
        game.move_count,
        _read_audit(game),
    ]
    return [
        [*of_game, seat.index, *(getattr(seat, name) for name in _OF_SEAT)]
        for seat in get_seats(game)
    ]


def _read_audit(game: Game) -> str:
    """Return the result of the last audit, in no language, like the other columns."""
    audit = get_audit(game)
    if audit is None:
        return "not audited"
    return "sound" if audit.is_sound else "faulty"


def _guard_formulas(line: list[object]) -> list[object]:
    """Return a line with an apostrophe before every formula in a text.

    A spreadsheet may separate cells at other characters than the comma, even in quotes.
    """
    return [
        _FORMULA.sub("\\1'", cell) if isinstance(cell, str) else cell for cell in line
    ]
