"""`make release`: the files of a release in var/release, with their checksums.

The same sources give the same bytes, but for the image. Nothing is published.
"""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from bootstrap import ROOT, SERVER_LOCK
from charlie_site import __version__
from verifier.build import build

FOLDER = ROOT / "var" / "release"
LOCKS = (SERVER_LOCK, ROOT / "deploy" / "extras.txt")
PIN = re.compile(r"^([\w.-]+)(?:\[[\w,]+\])?==(\S+)([^\\\n]*)", re.MULTILINE)
IMAGE = f"charlie:{__version__}"
# How long a container may take until it is healthy, in seconds.
PATIENCE = 90


def main() -> None:
    catalogs = [sys.executable, "-m", "tools.catalogs", "--release"]
    subprocess.run(catalogs, check=True, cwd=ROOT)
    shutil.rmtree(FOLDER, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "-d", FOLDER]
    subprocess.run(command, check=True, cwd=ROOT)
    build(FOLDER / "verifier.pyz")
    pins = sorted({pin for lock in LOCKS for pin in PIN.findall(lock.read_text())})
    lines = [f"{name}=={version}{marker.rstrip()}\n" for name, version, marker in pins]
    (FOLDER / "constraints.txt").write_text("".join(lines))
    (FOLDER / "sbom.cdx.json").write_text(bill_of_materials(pins))
    (FOLDER / "NOTES.md").write_text(notes())
    if image := build_image():
        print(f"No image: {image}")
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(FOLDER.iterdir())
    ]
    (FOLDER / "SHA256SUMS").write_text("".join(sums))
    print(*sums, sep="", end="")


def bill_of_materials(pins: list[tuple[str, str, str]]) -> str:
    """Return the locked packages as a CycloneDX document."""
    components = [
        {"type": "library", "name": name, "version": version}
        | {"purl": f"pkg:pypi/{name}@{version}"}
        for name, version, _marker in pins
    ]
    own = {"type": "application", "name": "checkpoint-charlie", "version": __version__}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": own},
        "components": components,
    }
    return json.dumps(document, indent=1) + "\n"


def notes() -> str:
    """Return the part of CHANGELOG.md about this version."""
    text = (ROOT / "CHANGELOG.md").read_text()
    found = re.search(
        rf"^## {re.escape(__version__)}.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    if found is None:
        sys.exit(f"CHANGELOG.md has no heading for {__version__}.")
    return found[0]


def build_image() -> str:
    """Build the image, start it once, and save it; return why there is none."""
    engine = shutil.which("docker") or shutil.which("podman")
    if engine is None or subprocess.call([engine, "info"], **QUIET):
        return "no engine of containers runs here."
    options = ["--file", "deploy/Dockerfile", "--build-arg", f"VERSION={__version__}"]
    command = [engine, "build", *options, "--tag", IMAGE, "."]
    subprocess.run(command, check=True, cwd=ROOT)
    started = subprocess.check_output(
        [engine, "run", "--detach", "--rm", "--read-only", "--tmpfs", "/tmp", IMAGE],
        text=True,
    ).strip()
    try:
        probe = [engine, "exec", started, "python", "-m", "charlie_site.healthcheck"]
        limit = time.monotonic() + PATIENCE
        while subprocess.call(probe, **QUIET):
            if time.monotonic() > limit:
                sys.exit("The image does not serve.")
            time.sleep(1)
    finally:
        subprocess.call([engine, "stop", started], **QUIET)
    saved = subprocess.check_output([engine, "save", IMAGE])
    Path(FOLDER, f"charlie-{__version__}.tar.gz").write_bytes(gzip.compress(saved))
    return ""


QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

if __name__ == "__main__":
    main()
