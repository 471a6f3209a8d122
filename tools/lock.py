"""`make lock`: chooses versions and writes them down with their hashes.

The locks name no package index, because each developer may use another one.
"""

import subprocess
import tempfile
from pathlib import Path

from bootstrap import ROOT, SERVER_LOCK, TESTS_LOCK, UV_LOCK, get_uv

COMPILE = ["pip", "compile", "--universal", "--generate-hashes", "--quiet"]
COMPILE += ["--no-emit-index-url", "--no-emit-find-links", "--upgrade"]
COMPILE += ["--custom-compile-command", "make lock"]


def main() -> None:
    compile_lock(SERVER_LOCK.with_suffix(".in"), SERVER_LOCK, oldest="3.12")
    extras = ROOT / "deploy" / "extras.in"
    compile_lock(extras, extras.with_suffix(".txt"), oldest="3.12")
    compile_lock(TESTS_LOCK.with_suffix(".in"), TESTS_LOCK, oldest="3.12")
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "uv.in"
        wanted.write_text("uv")
        compile_lock(wanted, UV_LOCK, "--no-annotate", oldest="3.9")


def compile_lock(source: Path, lock: Path, *options: str, oldest: str) -> None:
    command = [get_uv(), *COMPILE, "--python-version", oldest, *options]
    subprocess.run([*command, source, "-o", lock], check=True, cwd=ROOT)


if __name__ == "__main__":
    main()
