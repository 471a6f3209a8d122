"""`make test`: everything on SQLite, then what it can on PostgreSQL and Redis.

Gets what is missing where it can. What could not be tested is said in one loud line,
and is an error where the variable CI is set.
"""

import os
import subprocess
import sys

from tests.programs import get_missing
from tests.servers import end_on_signals, run_with_servers

NO_TESTS = 5
# In order, one by one: the browsers come last on each worker, and none waits idle.
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
        of_browsers = "not browser" if without else "not long"
        command = pytest(f"(database or layer) and {of_browsers}")
        code = ended(run_with_servers(command))
    if missing:
        what = ["the browsers"] * bool(without)
        what += ["PostgreSQL and Redis"] * bool(no_servers)
        what += ["two servers behind a proxy"]
        print(
            f"\n!!! NOT TESTED: {' and '.join(what)}. Missing: {', '.join(missing)}.",
            flush=True,
        )
        code = code or (1 if os.environ.get("CI") else 0)
    sys.exit(code)


def pytest(expression: str) -> list[str]:
    # Further arguments are for a closer look: python -m tests.run -k accuse
    return [sys.executable, "-m", "pytest", *SPREAD, "-m", expression, *sys.argv[1:]]


def ended(code: int) -> int:
    return 0 if code == NO_TESTS else code


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
