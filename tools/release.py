"""`make release`: the files of a release in var/release, with their checksums.

The same sources give the same bytes.
"""

import hashlib
import shutil
import subprocess
import sys

from bootstrap import ROOT
from verifier.build import build

FOLDER = ROOT / "var" / "release"


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "-d", FOLDER]
    subprocess.run(command, check=True, cwd=ROOT)
    build(FOLDER / "verifier.pyz")
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(FOLDER.iterdir())
    ]
    (FOLDER / "SHA256SUMS").write_text("".join(lines))
    print(*lines, sep="", end="")


if __name__ == "__main__":
    main()
