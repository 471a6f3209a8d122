"""Measures everything that docs/performance.md shows; needs an idle machine.

    python -m bench.all [--quick] [--archive] [NAME...]

Runs the other commands of this folder in turn. Each writes its results to
`bench/results`; a report of them follows. `--quick` only tries whether all of it runs
and leaves the results alone. It takes half an hour; `--archive` adds a quarter of an
hour and needs 5 GB of disk.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.machine import RESULTS
from bench.report import REPORT

# Each part, its duration in minutes, and its options for a quick try.
PARTS: dict[str, tuple[float, list[str]]] = {
    "rules": (0.2, []),
    "moves": (0.5, ["--moves=20", "--runs=1"]),
    "pages": (0.3, ["--times=10"]),
    "idle": (1.5, ["--sockets=20", "--seconds=2"]),
    "peers": (18, ["--quick"]),
    "crowd": (5, ["--tables=8", "--few=2", "--rounds=1", "--seconds=2", "--rate=20"]),
    "grown": (6, ["--tables=4", "--rounds=1", "--seconds=2"]),
    "archive": (15, ["--games=100", "--runs=1"]),
}


def main() -> None:
    options = read_arguments()
    names = options.names or [
        name for name in PARTS if name != "archive" or options.archive
    ]
    minutes = sum(PARTS[name][0] for name in names)
    print(f"{', '.join(names)}: about {minutes:.0f} minutes", flush=True)
    if options.quick:
        with tempfile.TemporaryDirectory(prefix="charlie-results-") as folder:
            run_all(names, Path(folder), is_quick=True)
    else:
        run_all(names, RESULTS, is_quick=False)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="only try all of it")
    parser.add_argument("--archive", action="store_true", help="100,000 games, too")
    parser.add_argument("names", nargs="*", help=f"only {', '.join(PARTS)}")
    return parser.parse_args()


def run_all(names: list[str], folder: Path, *, is_quick: bool) -> None:
    """Run the commands; a failure does not stop the others."""
    failed = []
    for name in names:
        began = time.perf_counter()
        command = [sys.executable, "-m", f"bench.{name}"]
        command += [f"--json={folder / name}.json", *(PARTS[name][1] * is_quick)]
        print(f"\n== {' '.join(command[1:])}", flush=True)
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
        print(f"== {(time.perf_counter() - began) / 60:.1f} minutes", flush=True)
    target = folder if is_quick else REPORT
    report = ["bench.report", f"--results={folder}", f"--target={target}"]
    subprocess.run([sys.executable, "-m", *report], check=True)
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
