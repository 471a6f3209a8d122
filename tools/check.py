"""`make check`: runs linters and other checks that need no test, two at a time.

Installs gettext if it can. Without it, texts that are new in the code are not checked.
"""

import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support.programs import get_missing

PYTHON = sys.executable
# The longest first.
TOOLS = {
    "words": [PYTHON, "-m", "tools.words", "--check"],
    "mypy": [PYTHON, "-m", "mypy"],
    "ruff": [PYTHON, "-m", "ruff", "check", "--quiet"],
    "ruff format": [PYTHON, "-m", "ruff", "format", "--quiet", "--check"],
    "import-linter": [Path(PYTHON).with_name("lint-imports")],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "translations": [PYTHON, "-m", "tools.catalogs", "--check"],
    "subjects": [PYTHON, "-m", "tools.subjects", "--check"],
    "wordings": [PYTHON, "-m", "tools.wording"],
    "documents": [PYTHON, "-m", "tools.documents"],
    "djlint": [PYTHON, "-m", "djlint", "--quiet", "--lint", "templates"],
    "djlint format": [PYTHON, "-m", "djlint", "--check", "templates"],
}
# What these print is shown although they are content.
WITH_NOTES = {"translations"}
if shutil.which("npm"):
    TOOLS["oldest browsers"] = ["sh", "tools/browsers/check.sh"]


def main() -> None:
    if "oldest browsers" not in TOOLS:
        print("!!! NOT CHECKED: what older browsers lack. Missing: npm.")
    if get_missing(["gettext"]):
        print("!!! NOT CHECKED: texts that are new in the code. Missing: gettext.")
    with ThreadPoolExecutor(2) as pool:
        names = pool.map(run, TOOLS, TOOLS.values())
    if failed := [name for name in names if name]:
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
        if name in WITH_NOTES:
            print(done.stdout, end="", flush=True)
        return ""
    print(f"\n{name}:\n{done.stdout.rstrip()}\n", flush=True)
    return name


if __name__ == "__main__":
    main()
