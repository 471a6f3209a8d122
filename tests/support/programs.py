"""Finds and installs the programs that tests need beside Python."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
POSTGRES_FOLDERS = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin")
DEBIAN_PACKAGES = {
    # The fonts have the letters of all four languages.
    "Chromium": ("chromium", "fonts-dejavu-core"),
    "PostgreSQL": ("postgresql",),
    "Redis": ("redis-server",),
    "nginx": ("nginx",),
}


def find_chromium() -> str | None:
    """Return the path of a Chromium: the one named, the system's or Playwright's."""
    named = os.environ.get("CHROMIUM")
    found = filter(None, map(shutil.which, CHROMIUM_NAMES))
    return named or next(found, None) or find_playwright_chromium()


@cache
def find_playwright_chromium() -> str | None:
    # In a process of its own: Playwright leaves an event loop running.
    code = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as playwright: print(playwright.chromium.executable_path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    path = done.stdout.strip()
    return path if path and Path(path).exists() else None


def find_postgres() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest if there are several."""
    on_path = shutil.which("initdb")
    folders = [
        folder
        for pattern in POSTGRES_FOLDERS
        for folder in Path("/").glob(pattern.lstrip("/"))
        if (folder / "initdb").exists()
    ]
    newest = max(folders, key=lambda folder: (len(str(folder)), folder), default=None)
    return Path(on_path).resolve().parent if on_path else newest


def find_redis() -> str | None:
    return shutil.which("redis-server")


def find_nginx() -> str | None:
    # Debian installs it in a folder that only root's PATH contains.
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


FINDERS = {
    "Chromium": find_chromium,
    "PostgreSQL": find_postgres,
    "Redis": find_redis,
    "nginx": find_nginx,
}


def get_missing() -> list[str]:
    """Try to install missing programs; return those that are still missing."""
    if "Chromium" in missing():
        attempt([sys.executable, "-m", "playwright", "install", "chromium"])
        find_playwright_chromium.cache_clear()
    if missing() and shutil.which("apt-get") and os.geteuid() == 0:
        packages = [package for name in missing() for package in DEBIAN_PACKAGES[name]]
        print(f"Installing what the tests need: {', '.join(packages)}.", flush=True)
        attempt(["apt-get", "update"])
        attempt(["apt-get", "install", "-y", "--no-install-recommends", *packages])
    return missing()


def missing() -> list[str]:
    return [name for name, find in FINDERS.items() if not find()]


def attempt(command: list[str]) -> None:
    """Run an installer quietly; the caller checks whether it worked."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=False, env=environment, **quiet)
