"""Runs this version and fixed earlier ones in turn: small steps add up in sight.

    python -m bench.versions [--rounds 3] [--bases 8a0829de,4e99963] [--postgres]

Each version has an environment of its own and plays by its own `bench.load`, by socket
and by POST: 80 moves a second, then as many as go. A quick version comes to the ends of
games earlier, and they cost much. So the same number of moves is compared, in which
each table begins, ends and begins again. `--postgres` starts a PostgreSQL and a Redis
for each. Takes a minute for each round, version and door.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.machine import print_machine
from tests.support.servers import end_on_signals, postgres_server, redis_server

ROOT = Path(__file__).parents[1]
# The version before this round and the one before it, which took half as much.
BASES = "8a0829de,4e99963"
DOORS = ("socket", "post")
# Moves a second, then as many as go.
RATES = "80,0,0,0,0,0,0,0,0"
# About as many moves as a game of five players has.
GAME = 130
# A row of `bench.load`: each cell has eight characters, and a blank before the next.
CELL = re.compile(r"(.{8})(?: |$)")


class Run(NamedTuple):
    """A run of one version: milliseconds of its waits at 80 moves a second.

    `steps` are those with as many moves as go: the number of moves, and milliseconds of
    the processor for each.
    """

    p50: float
    p95: float
    steps: tuple[tuple[float, float], ...]

    @property
    def moves(self) -> float:
        return sum(moves for moves, _cpu in self.steps)

    def measure(self, count: float) -> float:
        """Return the milliseconds of the processor a move, for the first moves."""
        left, spent = count, 0.0
        for moves, cpu in self.steps:
            spent += min(left, moves) * cpu
            left -= min(left, moves)
        return spent / count


def main() -> None:
    end_on_signals()
    options = read_arguments()
    runs = defaultdict[tuple[str, str], list[Run]](list)
    with checked_out(options.bases.split(",")) as folders:
        versions = list(folders)
        for number in range(options.rounds):
            first = number % len(versions)
            for version in [*versions[first:], *versions[:first]]:
                for door in DOORS:
                    run = play(folders[version], door, options)
                    print(version, door, *run, flush=True)
                    runs[version, door].append(run)
    print_table(versions, runs, options.tables * GAME)
    print_machine()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bases", default=BASES, help="commits, by commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=5, help="of a step")
    parser.add_argument("--postgres", action="store_true")
    return parser.parse_args()


@contextmanager
def checked_out(commits: list[str]) -> Iterator[dict[str, Path]]:
    """Yield the folder of each version: this one, and those of the commits."""
    with tempfile.TemporaryDirectory(prefix="charlie-versions-") as folder:
        folders = {commit: Path(folder, commit) for commit in commits}
        try:
            for commit, path in folders.items():
                git("worktree", "add", "--detach", str(path), commit)
                set_up(path)
            yield {"now": ROOT, **folders}
        finally:
            for path in folders.values():
                git("worktree", "remove", "--force", str(path))


def git(*arguments: str) -> None:
    subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True)


def set_up(folder: Path) -> None:
    command = [sys.executable, folder / "bootstrap.py", "--tests"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{folder.name} could not be set up:\n{done.stdout}{done.stderr}")


def play(folder: Path, door: str, options: argparse.Namespace) -> Run:
    """Return the figures of a version, by its own load test in a process of its own."""
    python = sys.executable if folder == ROOT else folder / ".venv/bin/python"
    command = [python, "-m", "bench.load", "--door", door, "--rates", RATES]
    sizes = ["--tables", str(options.tables), "--seconds", str(options.seconds)]
    with own_servers(wanted=options.postgres) as urls:
        done = subprocess.run(
            [*command, *sizes],
            cwd=folder,
            env=os.environ | urls,
            capture_output=True,
            text=True,
            check=False,
        )
    lines = done.stdout.splitlines()
    heads = [place for place, line in enumerate(lines) if "CPU ms" in line]
    if done.returncode or not heads:
        sys.exit(f"{folder.name} could not be measured:\n{done.stdout}{done.stderr}")
    titles = split(lines[heads[0]])
    steps = [
        dict(zip(titles, split(line), strict=True))
        for line in lines[heads[0] + 1 :][: len(RATES.split(","))]
    ]
    made = [float(step["made/s"]) * options.seconds for step in steps[1:]]
    cpu = [float(step["CPU ms"]) for step in steps[1:]]
    waits = float(steps[0]["p50 ms"]), float(steps[0]["p95 ms"])
    return Run(*waits, tuple(zip(made, cpu, strict=True)))


@contextmanager
def own_servers(*, wanted: bool) -> Iterator[dict[str, str]]:
    """Yield the variables with an empty PostgreSQL, which loses nothing, and a Redis.

    None if they are not wanted.
    """
    if not wanted:
        yield {}
        return
    durable = postgres_server(fsync="on", full_page_writes="on")
    with durable as database, redis_server() as redis:
        yield {"DATABASE_URL": database.url, "REDIS_URL": redis.url}


def split(line: str) -> list[str]:
    return [cell.strip() for cell in CELL.findall(line)]


def print_table(
    versions: list[str], runs: dict[tuple[str, str], list[Run]], most: float
) -> None:
    """Print the medians over the rounds, and each version's share of the first base.

    They are those of the first `most` moves, fewer if a version has made fewer.
    """
    base = versions[1]
    count = min([most, *(run.moves for each in runs.values() for run in each)])
    print(
        f"\n| version | door | CPU ms a move, of {count:.0f} | "
        f"of {base}, median of rounds | p50 / p95 ms at 80 moves/s |"
    )
    print(f"|{'---|' * 5}")
    for version in versions:
        for door in DOORS:
            here, there = runs[version, door], runs[base, door]
            costs = [run.measure(count) for run in here]
            shares = [
                cost / run.measure(count)
                for cost, run in zip(costs, there, strict=True)
            ]
            waits = [
                median(getattr(run, name) for run in here) for name in ("p50", "p95")
            ]
            print(
                f"| {version} | {door} | {median(costs):.2f} | {median(shares):.2f}"
                f" ({min(shares):.2f} to {max(shares):.2f}) |"
                f" {waits[0]:.0f} / {waits[1]:.0f} |"
            )


if __name__ == "__main__":
    main()
