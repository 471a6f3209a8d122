"""`make check`: runs all tools and quick tests in under a minute, two at a time.

The tests run on one processor while the tools run on the other.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PYTHON = sys.executable
MANAGE = [PYTHON, "manage.py"]
TESTS = [PYTHON, "-m", "pytest", "-q", "-n", "2", "-m", "not browser and not slow"]
TOOLS = {
    "ruff": [PYTHON, "-m", "ruff", "check", "--quiet"],
    "ruff format": [PYTHON, "-m", "ruff", "format", "--quiet", "--check"],
    "import-linter": [Path(PYTHON).with_name("lint-imports")],
    "migrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    "translations": [*MANAGE, "check_catalogs"],
    "djlint": [PYTHON, "-m", "djlint", "--quiet", "--lint", "templates"],
    "djlint format": [PYTHON, "-m", "djlint", "--check", "templates"],
    "mypy": [PYTHON, "-m", "mypy"],
}


def main() -> None:
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(run, "tests", TESTS)]
        jobs += [pool.submit(run, name, TOOLS[name]) for name in TOOLS]
    failed = [job.result() for job in jobs if job.result()]
    if failed:
        sys.exit(f"\nFailed: {', '.join(failed)}")


def run(name: str, command: list[str]) -> str:
    """Run a tool; if it fails, print its output and return its name."""
    start = time.monotonic()
    done = subprocess.run(
        command,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    seconds = time.monotonic() - start
    if done.returncode == 0:
        print(f"{name}: good ({seconds:.1f} s)", flush=True)
        return ""
    print(f"\n{name}:\n{done.stdout.rstrip()}\n", flush=True)
    return name


if __name__ == "__main__":
    main()
