"""Compares a move in a database of 100,000 finished games with one in a small database.

    python -m bench.archive [--games 100000] [--runs 5] [--json FILE]

`manage.py deal_games` plays ten random games. Their rows are copied, with new codes,
until the database has all games: 43 kB of disk for each. Then `bench.moves` runs on
both databases in turn. SQLite only.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import django

from bench.machine import RESULTS, keep

DEALT = 10
MOVES = 300
# Coprime to the number of possible codes, so that no two numbers share one.
SCATTER = 123_456_787
# In the order of insertion, with the columns that refer to each table.
TABLES: dict[str, Mapping[str, str]] = {
    "game": {"id": "game"},
    "gamesecrets": {"game_id": "game"},
    "seat": {"id": "seat", "game_id": "game"},
    "round": {"id": "round", "game_id": "game"},
    "drawrow": {"id": "drawrow", "round_id": "round"},
    "accusationrow": {"id": "accusationrow", "round_id": "round"},
    "tokenrow": {"id": "tokenrow", "round_id": "round"},
    "traderow": {
        "id": "traderow",
        "round_id": "round",
        "give_id": "tokenrow",
        "take_id": "tokenrow",
    },
    "moverow": {"id": "moverow", "game_id": "game"},
}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    options = read_arguments()
    with tempfile.TemporaryDirectory(prefix="charlie-archive-") as folder:
        few, many = Path(folder, "few.sqlite3"), Path(folder, "many.sqlite3")
        deal(few)
        shutil.copy(few, many)
        began = time.perf_counter()
        multiply(many, options.games // DEALT)
        size = many.stat().st_size / 1e9
        took = time.perf_counter() - began
        print(f"{options.games} games, {size:.2f} GB, in {took:.0f} s", flush=True)
        rounds = [measure_both(few, many) for _ in range(options.runs)]
    keep(options.json, {"games": [DEALT, options.games], "rounds": rounds})
    for place, games in enumerate((DEALT, options.games)):
        cpu = median(found[place]["median ms a move"] for found in rounds)
        statements = [found[place]["statements of a request"] for found in rounds]
        assert all(each == statements[0] for each in statements), statements
        print(f"{games} games: {cpu:.2f} ms a move; statements: {statements[0]}")
    print(f"ratio, median of pairs: {ratio(rounds):.3f}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path, default=RESULTS / "archive.json")
    return parser.parse_args()


def deal(database: Path) -> None:
    """Make a database with a few finished games."""
    run(database, "manage.py", "migrate", "--verbosity", "0")
    run(database, "manage.py", "deal_games", str(DEALT), "--seed", "1")


def measure_both(few: Path, many: Path) -> list[dict[str, Any]]:
    return [measure(few), measure(many)]


def measure(database: Path) -> dict[str, Any]:
    """Return the figures of `bench.moves` on a database; it adds a few games there."""
    target = database.with_suffix(".json")
    run(database, "-m", "bench.moves", f"--moves={MOVES}", "--runs=1", "--json", target)
    return json.loads(target.read_text())


def run(database: Path, *command: str | Path) -> None:
    environment = {
        "DATABASE_URL": f"sqlite:///{database}",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    subprocess.run(
        [sys.executable, *command],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def ratio(rounds: list[list[dict[str, Any]]]) -> float:
    """Return the cost of a move with many games, relative to one with few."""
    return median(
        many["median ms a move"] / few["median ms a move"] for few, many in rounds
    )


def multiply(database: Path, times: int) -> None:
    """Copy all games of a database until there are this many times as many."""
    numbers = count(1)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.create_function("new_code", 0, lambda: code_of(next(numbers)))
    # The database is temporary, so it need not survive a power cut.
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-200000"):
        connection.execute(f"PRAGMA {pragma}")
    steps = {
        name: step_of(connection, name) for name in TABLES if name != "gamesecrets"
    }
    connection.execute("CREATE TEMP TABLE copies (copy INTEGER PRIMARY KEY)")
    copies = ((number,) for number in range(1, times))
    connection.executemany("INSERT INTO copies VALUES (?)", copies)
    connection.execute("BEGIN")
    for name, moving in TABLES.items():
        copy_rows(connection, name, {c: steps[table] for c, table in moving.items()})
    connection.execute("COMMIT")
    connection.execute("ANALYZE")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


def code_of(number: int) -> str:
    """Return a unique code for a number; like real codes, they are not in order."""
    from games.models.codes import ALPHABET, LENGTH

    rest = number * SCATTER % len(ALPHABET) ** LENGTH
    letters = []
    for _ in range(LENGTH):
        rest, letter = divmod(rest, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def step_of(connection: sqlite3.Connection, name: str) -> int:
    [(highest,)] = connection.execute(f"SELECT max(id) FROM games_{name}")
    return highest or 1


def copy_rows(
    connection: sqlite3.Connection, name: str, steps: Mapping[str, int]
) -> None:
    """Copy the rows of a table; each copy adds the steps to the columns with keys."""
    table = f"games_{name}"
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    values = [
        f'"{column}" + copy * {steps[column]}'
        if column in steps
        else "new_code()"
        if column == "code"
        else f'"{column}"'
        for column in columns
    ]
    names = ", ".join(f'"{column}"' for column in columns)
    connection.execute(f"CREATE TEMP TABLE first_{name} AS SELECT * FROM {table}")
    # One copy after the other, so that most index keys arrive in order.
    connection.execute(
        f"INSERT INTO {table} ({names}) SELECT {', '.join(values)} "
        f"FROM copies CROSS JOIN first_{name}"
    )


if __name__ == "__main__":
    main()
