"""`make test` and `make test-all`: run the tests in parts, even after a failure.

    python -m tools.run_tests [--all | --part PART] [ARGUMENTS FOR PYTEST…]

The parts need nothing of each other, so that several machines can share them. Without
a part it is the first one. Installs missing programs if it can. Prints one loud line
about what could not be tested, which is an error if the variable CI is set.
"""

import argparse
import os
import subprocess
import sys

from tests.support.programs import FINDERS, get_missing, list_versions
from tests.support.servers import end_on_signals, run_with_servers

FAILED, NO_TESTS = 1, 5
# Not every system has a package of it.
OPTIONAL = {"Firefox", "Chromium 85"}
QUICK = "(not slow and not browser) or core"
# One by one and in order: browsers come last on each worker, and no worker is idle.
SPREAD = ["--dist", "load", "--maxschedchunk", "1"]
# A test may end its loop while a call to Redis is on its way. The collector closes that
# connection later, in another test. Without Redis an open connection is an error.
REDIS = ["-W", "ignore::ResourceWarning"]
DURATIONS = ["--durations=25"] if os.environ.get("CI") else []


# What each part runs. A test may wait for a browser, or for a database that is no file.
# What fails most often is last, where a reader of the output looks first.
PARTS = {
    "quick": f"({QUICK})",
    "slow": f"not ({QUICK}) and not browser",
    "storage": "storage and not long",
    "browser": f"not ({QUICK}) and browser",
}


def main() -> None:
    end_on_signals()
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    asked, further = read_arguments()
    parts = list(PARTS) if asked.all else [asked.part]
    missing = get_missing(["Chromium", "WebKit"] if parts == ["quick"] else FINDERS)
    print("Browsers:", ", ".join(filter(None, list_versions())), flush=True)
    # Only the caller's own arguments may select no test.
    good = {0, NO_TESTS} if further else {0}
    failed = [part for part in parts if run_part(part, missing, further) not in good]
    if missing:
        print(f"\n!!! NOT TESTED, because of missing {', '.join(missing)}.", flush=True)
    if failed:
        print(f"\nFailed: {' and '.join(failed)}.", flush=True)
    needed = set(missing) - OPTIONAL
    sys.exit(1 if failed or (needed and os.environ.get("CI")) else 0)


def read_arguments() -> tuple[argparse.Namespace, list[str]]:
    """Return the parts that are asked for, and the arguments for pytest."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.run_tests", allow_abbrev=False
    )
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--all", action="store_true")
    parts.add_argument("--part", choices=PARTS, default="quick")
    return parser.parse_known_args()


def run_part(part: str, missing: list[str], further: list[str]) -> int:
    """Run a part; return its exit code. Without its programs nothing of it runs.

    What fails beside other tests runs once more, one by one. Both results are printed:
    a test that passes only then is too slow or too hasty, and has to be mended.
    """
    able = " and not browser" if "Chromium" in missing else ""
    expression = f"{PARTS[part]}{able}"
    run = subprocess.call
    if part == "storage":
        if {"PostgreSQL", "Redis"} & set(missing):
            return 0
        run, further = run_with_servers, [*REDIS, *further]
    print(f"\nNow the part {part}:", flush=True)
    code = run(pytest(expression, ["-n", str(count_workers(part)), *SPREAD, *further]))
    if code != FAILED:
        return code
    print("\nWhat failed, once more and one by one:", flush=True)
    return run(pytest(expression, ["--last-failed", *further]))


def count_workers(part: str) -> int:
    """Return how many tests run at a time.

    Tests wait for servers and disks for nearly half of their time. Browsers need more
    of the processors, and a page that is slow for want of one tells of no fault.
    """
    processors = os.cpu_count() or 2
    return processors + 1 if part == "browser" else processors * 2


def pytest(expression: str, arguments: list[str]) -> list[str]:
    """Return the command that runs the tests that match an expression of marks."""
    command = [sys.executable, "-m", "pytest", *DURATIONS, "-m", expression]
    return [*command, *arguments]


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
