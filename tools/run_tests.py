"""`make test` and `make test-all`: run the tests in parts, even after a failure.

    python -m tools.run_tests [--all] [ARGUMENTS FOR PYTEST…]

Installs missing programs if it can. Prints one loud line about parts that could not be
tested, which is an error if the variable CI is set.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

from tests.support.programs import FINDERS, get_missing, list_versions
from tests.support.servers import end_on_signals, run_with_servers

NO_TESTS = 5
# Not every system has a package of it.
OPTIONAL = {"Firefox", "Chromium 85"}
QUICK = "(not slow and not browser) or core"
# Tests wait for servers and browsers, so that one more runs than there are processors.
# One by one and in order: browsers come last on each worker, and no worker is idle.
WORKERS = str((os.cpu_count() or 2) + 1)
SPREAD = ["-n", WORKERS, "--dist", "load", "--maxschedchunk", "1"]
# A test may end its loop while a call to Redis is on its way. The collector closes that
# connection later, in another test. Without Redis an open connection is an error.
REDIS = ["-W", "ignore::ResourceWarning"]
DURATIONS = ["--durations=25"] if os.environ.get("CI") else []


def main() -> None:
    end_on_signals()
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    is_all = sys.argv[1:2] == ["--all"]
    missing = get_missing(FINDERS if is_all else ["Chromium", "WebKit"])
    print("Browsers:", ", ".join(filter(None, list_versions())), flush=True)
    further = sys.argv[2:] if is_all else sys.argv[1:]
    # Only the caller's own arguments may select no test.
    good = {0, NO_TESTS} if further else {0}
    parts = run_parts(is_all, missing, further)
    failed = [part for part, code in parts if code not in good]
    if missing:
        print(f"\n!!! NOT TESTED, because of missing {', '.join(missing)}.", flush=True)
    if failed:
        print(f"\nFailed: {' and '.join(failed)}.", flush=True)
    needed = set(missing) - OPTIONAL
    sys.exit(1 if failed or (needed and os.environ.get("CI")) else 0)


def run_parts(
    is_all: bool, missing: list[str], further: list[str]
) -> Iterator[tuple[str, int]]:
    """Run each part; yield its name and its exit code."""
    able = " and not browser" if "Chromium" in missing else ""
    yield run("the quick tests on SQLite", pytest(f"({QUICK}){able}", further))
    if not is_all:
        return
    yield run("the other tests on SQLite", pytest(f"not ({QUICK}){able}", further))
    if not {"PostgreSQL", "Redis"} & set(missing):
        again = pytest(f"storage and not long{able}", [*REDIS, *further])
        yield run("those of storage on PostgreSQL and Redis", again, run_with_servers)


def run(part, command, call=subprocess.call) -> tuple[str, int]:
    print(f"\nNow {part}:", flush=True)
    return part, call(command)


def pytest(expression: str, further: list[str]) -> list[str]:
    command = [sys.executable, "-m", "pytest", *SPREAD, *DURATIONS]
    return [*command, "-m", expression, *further]


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
