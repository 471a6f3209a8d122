"""Describes the machine and the versions behind a figure."""

import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

# Raw results, one file for each command.
RESULTS = Path(__file__).parent / "results"
PACKAGES = ("Django", "channels", "daphne", "channels-redis", "psycopg")


def describe() -> dict[str, str]:
    """Return the machine, the versions, the commit and the time."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        capture_output=True,
        text=True,
        check=False,
    )
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        "load": f"{os.getloadavg()[0]:.1f}",
        "processor": _processor(),
        "processors": str(os.cpu_count()),
        "system": platform.platform(),
        "python": platform.python_version(),
        "commit": commit.stdout.strip(),
        **{package: version(package) for package in PACKAGES},
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(": ")[2]
    return platform.processor()


def keep(target: Path, found: dict[str, Any]) -> None:
    """Write results to a file, with a description of the machine."""
    target.parent.mkdir(parents=True, exist_ok=True)
    whole = {"machine": describe(), **found}
    target.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
