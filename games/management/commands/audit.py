"""Audits closed games: compares their rows with a replay of their moves."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q, QuerySet

from games.archive.audit import audit_journal, audit_references, audit_stored
from games.archive.records import (
    compare_receipt,
    get_finished_games,
    get_forgetting_acts,
)
from games.codes import clean_code
from games.models import Game, StaffAct
from games.play.rows import format_time
from games.proof.chain import Receipt, read_receipts
from games.proof.verify import Check, filter_faults


class Command(BaseCommand):
    """`manage.py audit CODE…`, `audit --all`, and `--receipts FILE` with either."""

    help = "Replay closed games and compare; exit code 1 unless all of them are sound."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the codes of tables or --all, and a file with receipts of players."""
        parser.add_argument("codes", nargs="*", metavar="CODE")
        parser.add_argument(
            "--all",
            action="store_true",
            help="every closed game, the journal, references",
        )
        parser.add_argument(
            "--receipts", metavar="FILE", help="a text with receipts; -: standard input"
        )

    def handle(
        self, *args: Any, codes: list[str], receipts: str | None, **options: Any
    ) -> None:
        """Print a line for each game, followed by its faults and the acts of staff."""
        if bool(codes) == options["all"] and (codes or not receipts):
            raise CommandError("Name the codes of tables, or say --all.")
        receipts_read = _read(receipts) if receipts else []
        games, forgotten = _all_games(), get_forgetting_acts()
        if not options["all"]:
            games, forgotten = _find([clean_code(code) for code in codes])
        rows = games.order_by("pk").values_list("pk", "code", "move_count")
        verdicts = [self._report(*row) for row in rows.iterator()]
        for act in forgotten:
            self.stdout.write(f"{act.entry.code}: {_in_words(act)}")
        if options["all"]:
            verdicts.append(self._tell("journal:", filter_faults(audit_journal())))
            lost = filter_faults(audit_references())
            verdicts.append(self._tell("references:", lost))
        for receipt in receipts_read:
            check = compare_receipt(receipt)
            verdicts.append(self._tell(f"{check.name}:", filter_faults([check])))
        if not all(verdicts):
            sys.exit(1)

    def _report(self, pk: int, code: str, moves: int) -> bool:
        report = audit_stored(pk)
        verdict = "unproven" if report.is_unproven else ""
        self._tell(f"{code}: {moves} moves,", report.faults, verdict)
        for act in _acts_in_words(pk):
            self.stdout.write(f"    staff: {act}")
        return report.is_sound

    def _tell(self, subject: str, faults: Sequence[Check], verdict: str = "") -> bool:
        """Print the result of an audit; return whether it has no faults."""
        count = f"faults: {len(faults)}" if faults else "sound"
        self.stdout.write(f"{subject} {verdict or count}")
        for fault in faults:
            self.stdout.write(
                f"    {fault.name}: expected {fault.expected}, found {fault.found}"
            )
        return not faults


def _find(codes: list[str]) -> tuple[QuerySet[Game], QuerySet[StaffAct]]:
    games = get_finished_games().filter(code__in=codes)
    forgotten = get_forgetting_acts().filter(entry__code__in=codes)
    found = {*games.values_list("code", flat=True)}
    found |= {*forgotten.values_list("entry__code", flat=True)}
    if missing := sorted({*codes} - found):
        raise CommandError(f"No closed games: {', '.join(missing)}")
    return games, forgotten


def _all_games() -> QuerySet[Game]:
    """Return the closed games, and those that were closed and are open again."""
    closed = Q(started_at__isnull=False, ended_at__isnull=False)
    return Game.objects.filter(closed | Q(closing__isnull=False))


def _read(name: str) -> list[Receipt]:
    """Return the receipts in a file.

    Raises:
        CommandError: the file cannot be read, or holds none.
    """
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise CommandError(f"Cannot read {name}: {error}") from error
    if receipts := read_receipts(text):
        return receipts
    raise CommandError(f"No receipts in {name}.")


def _acts_in_words(pk: int) -> list[str]:
    try:
        return [_in_words(act) for act in StaffAct.objects.filter(game=pk)]
    except (TypeError, ValueError):
        # The audit has named this fault.
        return ["acts that cannot be read"]


def _in_words(act: StaffAct) -> str:
    seat = "" if act.seat is None else f" of seat {act.seat}"
    why = f": {act.left['why']}" if act.left else ""
    name = act.staff_name or "by command"
    return f"{act.kind}{seat}, {name}, {format_time(act.made_at)}{why}"
