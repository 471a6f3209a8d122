"""Describes the machine and the versions behind a figure."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("Django", "channels", "daphne", "redis", "psycopg")


def describe() -> dict[str, str]:
    """Return the machine, the versions, the commit and the time."""
    command = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False)
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


def print_machine() -> None:
    """Print the machine, so that a copied figure names it."""
    print(", ".join(f"{name} {value}" for name, value in describe().items()))
