"""`make faults`: runs every fault of docs/faults.md in full size, and reports it.

    python -m tests.faults

Runs on SQLite, then on throw-away PostgreSQL and Redis servers, then the rows that need
browsers. Writes the figures into var/faults.md, prints the duration, and fails if any
row failed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from bench.machine import describe
from tests.support.programs import get_missing
from tests.support.servers import end_on_signals, run_with_servers
from tests.support.site_server import ROOT

PAGE = ROOT / "var" / "faults.md"
# A full-size row may take longer than any other test.
LIMIT = ["-o", "faulthandler_timeout=900"]
PYTEST = [sys.executable, "-m", "pytest", "-q", "--full", "-m", "fault", *LIMIT]
# These faults do not involve the database: they run on SQLite only.
ONCE = [
    "tests/faults/test_abuse.py",
    "tests/faults/test_half_requests.py",
    "tests/faults/test_storage_races.py",
    "tests/faults/test_sockets.py::test_slow_page",
    "tests/faults/test_sockets.py::test_sockets_dropped",
    "tests/faults/test_sockets.py::test_stalled_page",
]
AGAIN = [f"--deselect={each}" for each in ONCE]


def main() -> None:
    end_on_signals()
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    if missing := get_missing():
        sys.exit(f"Faults need {', '.join(missing)}.")
    with tempfile.TemporaryDirectory(prefix="charlie-faults-") as folder:
        figures = Path(folder) / "figures.jsonl"
        os.environ["FAULTS_FIGURES"] = str(figures)
        is_good = run_all()
        lines = read(figures)
    write(lines)
    failed = [line["name"] for line in lines if line["outcome"] == "failed"]
    print(f"{len(lines)} rows, {len(failed)} failed. {' '.join(failed)}".strip())
    sys.exit(1 if failed or not is_good else 0)


def run_all() -> bool:
    """Run every row, print the duration, and return whether all passed."""
    start = time.monotonic()
    codes = [
        subprocess.call([*PYTEST, "tests/faults"]),
        run_with_servers([*PYTEST, *AGAIN, "tests/faults"]),
        subprocess.call([*PYTEST, "tests/browser"]),
    ]
    minutes, seconds = divmod(round(time.monotonic() - start), 60)
    print(f"All faults took {minutes} min {seconds} s.", flush=True)
    # A process killed by a signal has a negative code.
    return not any(codes)


def read(figures: Path) -> list[dict]:
    """Return the last result of each row."""
    lines = {}
    for text in figures.read_text().splitlines():
        line = json.loads(text)
        if line["outcome"] != "skipped":
            lines[line["name"], line["database"]] = line
    return sorted(lines.values(), key=lambda line: (line["fault"], line["database"]))


def write(lines: list[dict]) -> None:
    """Write the figures and the machine into the page."""
    machine = describe()
    told = ", ".join(
        [
            f"{machine['processors']} × {machine['processor']}",
            f"{memory_gb():.0f} GB",
            f"Python {machine['python']}",
            *(f"{name} {machine[name]}" for name in ("Django", "daphne")),
            f"commit {machine['commit']}",
        ]
    )
    table = ["| fault | has to hold | found |", "|---|---|---|"]
    table += [row_of(list(same)) for _, same in groupby(lines, itemgetter("fault"))]
    today = datetime.now(UTC).date().isoformat()
    content = "\n".join([f"{today}; {told}.", "", *table, ""])
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(content, encoding="utf-8")


def row_of(lines: list[dict]) -> str:
    """Return the row of a fault, with the figures on each database."""
    found = dict.fromkeys(map(told_of, lines))
    return f"| {lines[0]['fault']} | {lines[0]['pass']} | {' · '.join(found)} |"


def told_of(line: dict) -> str:
    database = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[line["database"]]
    figures = [f"{name}: {value}" for name, value in line["figures"]]
    if line["outcome"] != "passed":
        figures.insert(0, "**failed**")
    return f"{database}, {'; '.join(figures)}" if figures else database


def memory_gb() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


if __name__ == "__main__":
    main()
