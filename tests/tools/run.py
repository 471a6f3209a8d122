"""`make test`: runs all tests on SQLite, then those of storage on PostgreSQL and Redis.

Installs missing programs if it can. Prints one loud line about parts that could not be
tested, which is an error if the variable CI is set.
"""

import os
import subprocess
import sys

from tests.support.programs import get_missing
from tests.support.servers import end_on_signals, run_with_servers

NO_TESTS = 5
# The tests that run a second time (tests/conftest.py).
AGAIN = "storage and not long"
# One by one, in order: browsers come last on each worker, and no worker is idle.
SPREAD = ["-n", "auto", "--dist", "load", "--maxschedchunk", "1"]


def main() -> None:
    end_on_signals()
    for variable in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(variable, None)
    missing = get_missing()
    without = "not browser" if "Chromium" in missing else ""
    no_servers = {"PostgreSQL", "Redis"} & set(missing)

    print("\nOn SQLite, with the layer in memory:", flush=True)
    code = ended(subprocess.call(pytest(without)))
    if not (code or no_servers):
        print("\nOn PostgreSQL and Redis:", flush=True)
        command = pytest(" and ".join(filter(None, [AGAIN, without])))
        code = ended(run_with_servers(command))
    if missing:
        parts = ["the browsers"] * bool(without)
        parts += ["PostgreSQL and Redis"] * bool(no_servers)
        parts += ["two servers behind a proxy"]
        print(
            f"\n!!! NOT TESTED: {' and '.join(parts)}. Missing: {', '.join(missing)}.",
            flush=True,
        )
        code = code or (1 if os.environ.get("CI") else 0)
    sys.exit(code)


def pytest(expression: str) -> list[str]:
    # Further arguments go to pytest: python -m tests.tools.run -k accuse
    return [sys.executable, "-m", "pytest", *SPREAD, "-m", expression, *sys.argv[1:]]


def ended(code: int) -> int:
    return 0 if code == NO_TESTS else code


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
