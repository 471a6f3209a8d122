"""Audits closed games: compares their rows with a replay of their moves."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from games.archive.audit import audit_game, closed_games
from games.models.archive import StaffAct
from games.models.codes import clean_code
from games.models.game import Game
from games.play.chaining import time_text

# The number of games in memory at a time.
_CHUNK = 100


class Command(BaseCommand):
    """`manage.py audit CODE…` or `manage.py audit --all`."""

    help = "Replay closed games and compare; exit code 1 if anything differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the codes of tables, or --all."""
        parser.add_argument("codes", nargs="*", metavar="CODE")
        parser.add_argument("--all", action="store_true", help="every closed game")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        """Print a line for each game, followed by its faults and the acts of staff."""
        if bool(codes) == options["all"]:
            raise CommandError("Name the codes of tables, or say --all.")
        games = self._find(codes) if codes else closed_games()
        faulty = sum(not self._report(game) for game in games.iterator(_CHUNK))
        if faulty:
            sys.exit(1)

    def _find(self, codes: list[str]) -> QuerySet[Game]:
        wanted = [clean_code(code) for code in codes]
        games = closed_games().filter(code__in=wanted)
        missing = set(wanted) - set(games.values_list("code", flat=True))
        if missing:
            names = ", ".join(sorted(missing))
            raise CommandError(f"No closed games: {names}")
        return games

    def _report(self, game: Game) -> bool:
        report = audit_game(game)
        verdict = "sound" if report.is_sound else f"faults: {len(report.faults)}"
        self.stdout.write(f"{game.code}: {game.move_count} moves, {verdict}")
        for fault in report.faults:
            self.stdout.write(
                f"    {fault.name}: expected {fault.expected}, found {fault.found}"
            )
        for act in game.staff_acts.all():
            self.stdout.write(f"    staff: {_in_words(act)}")
        return report.is_sound


def _in_words(act: StaffAct) -> str:
    seat = "" if act.seat is None else f" of seat {act.seat}"
    return f"{act.kind}{seat}, {act.staff_name}, {time_text(act.made_at)}"
