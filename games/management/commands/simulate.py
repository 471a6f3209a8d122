"""Runs tournaments between bots, without server and database (docs/bots.md)."""

import csv
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.tournament import Pairing, Played, Standing, find_character, standing_of
from games.rules.editions import OPTIONS, PRESETS, SEATS, Edition, Options

_CHUNK = 20
_BAR = 30
_DEFAULT_BOTS = [
    "bruno,pip",
    "roxy,bruno",
    "argus,roxy",
    "half,pip",
    "half,bruno",
    "half,roxy",
    "half,argus",
]
_COLUMNS = ("cast", "players", "games", "wins", "low", "high", "equal", "verdict")

type _Job = tuple[Pairing, str, range, Options]


class Command(BaseCommand):
    """`manage.py simulate --games 2000`: win rates of bots against other bots."""

    help = "Let bots play against each other; print win rates with 95 % intervals."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the number of games, the bots and the sizes of tables."""
        parser.add_argument("--games", type=_count, default=200, help="of each pairing")
        parser.add_argument("--players", type=int, nargs="+", default=[*SEATS])
        parser.add_argument(
            "--bots",
            nargs="+",
            default=_DEFAULT_BOTS,
            metavar="CAST",
            help="names with commas; the first is measured, the last fills the table",
        )
        parser.add_argument("--edition", type=Edition, default=Edition.DEVIR)
        for name, kind in OPTIONS.items():
            how = {"action": "store_true"} if kind is bool else {"type": kind}
            parser.add_argument("--" + name.replace("_", "-"), **how)
        parser.add_argument("--processes", type=_count, default=2)
        parser.add_argument("--seed", default="charlie")
        parser.add_argument("--csv", type=Path, help="write the table there too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play all games and print the standings."""
        pairings = _pairings(options["bots"], options["players"])
        start = time.monotonic()
        played = self._play(pairings, options)
        standings = [standing_of(pairing, played[pairing]) for pairing in pairings]
        for line in _table(standings):
            self.stdout.write(line)
        seconds = time.monotonic() - start
        count = sum(standing.games for standing in standings)
        self.stdout.write(f"{count} games in {seconds:.0f} s")
        if options["csv"]:
            _write_csv(options["csv"], standings)

    def _play(
        self, pairings: list[Pairing], options: dict[str, Any]
    ) -> dict[Pairing, list[Played]]:
        jobs = list(_jobs(pairings, options))
        played: dict[Pairing, list[Played]] = defaultdict(list)
        done, whole = 0, len(pairings) * options["games"]
        start = time.monotonic()
        # Forked processes inherit the loaded rules and tables of worlds.
        with get_context("fork").Pool(options["processes"]) as pool:
            for pairing, games in pool.imap_unordered(_work, jobs):
                played[pairing] += games
                done += len(games)
                self._show_progress(done, whole, time.monotonic() - start)
        self.stderr.write("")
        return played

    def _show_progress(self, done: int, whole: int, seconds: float) -> None:
        filled = _BAR * done // whole
        left = seconds / done * (whole - done)
        bar = "#" * filled + "." * (_BAR - filled)
        self.stderr.write(
            f"\r[{bar}] {done} of {whole} games, {left:.0f} s left  ", ending=""
        )
        self.stderr.flush()


def _count(text: str) -> int:
    """Return a positive number.

    Raises:
        ArgumentTypeError: the text is no positive number.
    """
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def _pairings(casts: list[str], sizes: list[int]) -> list[Pairing]:
    """Return the requested pairings without repetitions.

    Raises:
        CommandError: a bot does not exist, a cast does not fit its table, or the first
            bot has a second seat or no opponent.
    """
    pairings = []
    for cast, seats in product(dict.fromkeys(casts), dict.fromkeys(sizes)):
        names = tuple(cast.split(","))
        if seats not in SEATS or len(names) > seats:
            raise CommandError(f"{cast} do not fit a table of {seats}.")
        if len(names) < 2 or names[0] in names[1:]:
            raise CommandError(f"{cast}: the first takes one seat, others the rest.")
        _check_names(names)
        pairings.append(Pairing(names, seats))
    return pairings


def _check_names(names: tuple[str, ...]) -> None:
    for name in names:
        try:
            find_character(name)
        except KeyError:
            raise CommandError(f"Nobody is called {name}.") from None


def _jobs(pairings: list[Pairing], options: dict[str, Any]) -> Iterator[_Job]:
    asked = {name: options[name] for name in OPTIONS if options[name]}
    rules = replace(PRESETS[options["edition"]].options, **asked)
    games = options["games"]
    for pairing in pairings:
        for first in range(0, games, _CHUNK):
            numbers = range(first, min(first + _CHUNK, games))
            yield pairing, options["seed"], numbers, rules


def _work(job: _Job) -> tuple[Pairing, list[Played]]:
    pairing, seed, numbers, rules = job
    return pairing, [pairing.play(seed, number, rules) for number in numbers]


def _table(standings: list[Standing]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield "| the first against the rest | players | games | wins | 95 % | equal | |"
    yield "|---|---|---|---|---|---|---|"
    for standing in standings:
        pairing = standing.pairing
        yield (
            f"| {', '.join(pairing.names)} | {pairing.seats} | {standing.games} "
            f"| {standing.wins:.1%} | {standing.low:.1%} to {standing.high:.1%} "
            f"| {1 / pairing.seats:.1%} | {standing.verdict} |"
        )


def _write_csv(path: Path, standings: list[Standing]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*_COLUMNS, "points", "points of the others"])
        for standing in standings:
            pairing = standing.pairing
            figures = (standing.wins, standing.low, standing.high, 1 / pairing.seats)
            writer.writerow(
                [
                    " ".join(pairing.names),
                    pairing.seats,
                    standing.games,
                    *(f"{figure:.4f}" for figure in figures),
                    standing.verdict,
                    f"{standing.points:.3f}",
                    f"{standing.others:.3f}",
                ]
            )
