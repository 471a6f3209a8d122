"""Builds the verifier: rules, proofs and a small main program in one file.

The same sources give the same bytes, so that two builds can be compared.
"""

import hashlib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "var" / "verifier.pyz"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def build(target: Path = TARGET) -> str:
    """Write the verifier to a file and return its SHA-256."""
    target.parent.mkdir(parents=True, exist_ok=True)
    games = ROOT / "games"
    packages = [games / "rules", games / "proof"]
    sources = [path for each in packages for path in each.glob("*.py")]
    sources += [games / "__init__.py", games / "proof" / "grammar.json"]
    files = {path.relative_to(ROOT).as_posix(): path for path in sorted(sources)}
    files["__main__.py"] = ROOT / "verifier" / "__main__.py"
    with target.open("wb") as raw:
        raw.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(raw, "w") as archive:
            for name, path in files.items():
                entry = zipfile.ZipInfo(name, _LONG_AGO)
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    target.chmod(0o755)
    return hashlib.sha256(target.read_bytes()).hexdigest()


if __name__ == "__main__":
    print(f"{TARGET.relative_to(ROOT)}, SHA-256 {build()}")
