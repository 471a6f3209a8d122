"""The wheel, installed where no checkout is, serves a game."""

import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from bootstrap import SERVER_LOCK, get_uv, python_in
from charlie_site import __version__
from tests.support.plain_browser import PlainBrowser
from tests.support.site_server import ROOT, SiteServer

ROUND_LIMIT = 30
# The moves of the test in the order in which it prefers them, each with its field.
MOVES = {"choose": "side", "draw": None, "done": None, "accuse": "suspect"}


class InstalledSite(SiteServer):
    """A server from the wheel, of a user without any settings."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.root = folder
        self.home = folder / "100% a+b #1"
        self.home.mkdir()
        self.environment = {
            "HOME": str(self.home),
            "HOST": self.environment["HOST"],
            "PATH": os.environ["PATH"],
            "PORT": self.environment["PORT"],
            # Bots soon move. At this speed a move that is a second late is planned
            # afresh, so each answer has to come sooner.
            "CLOCK_SPEED": "30",
            "RATE_LIMIT_FACTOR": "1000",
        }

    @property
    def command(self) -> list[str]:
        return [str(self.root / "venv/bin/checkpoint-charlie")]


def run(*command: object) -> str:
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


def install_wheel(folder: Path) -> None:
    """Build the wheel, and install it with the locked versions of its requirements."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    uv, venv = get_uv(), folder / "venv"
    run(uv, "venv", "--python", sys.executable, venv)
    sync = [uv, "pip", "sync", "--require-hashes", "--python", python_in(venv)]
    try:
        # The set-up has left all packages in the cache.
        run(*sync, "--offline", SERVER_LOCK)
    except subprocess.CalledProcessError:
        run(*sync, SERVER_LOCK)
    (wheel,) = folder.glob("*.whl")
    run(uv, "pip", "install", "--no-deps", "--python", python_in(venv), wheel)
    # The lock has all that the wheel requires.
    run(uv, "pip", "check", "--python", python_in(venv))


def offers(page: str, move: str) -> bool:
    return f'data-move="{move}"' in page


def first_value(page: str, move: str) -> dict[str, str]:
    """Return the move's field with the first of its values on the page."""
    field = rf'name="({MOVES[move]})"(?:[^>]*><option)?\s+value="(\w+)"'
    return dict(re.findall(field, page)[:1])


@pytest.fixture
def site(tmp_path):
    install_wheel(tmp_path)
    site = InstalledSite(tmp_path)
    site.start()
    yield site
    site.stop()


@pytest.mark.slow
def test_wheel_without_a_checkout_plays_a_round_against_bots(site):
    browser = PlainBrowser(site.url)
    assert "Zagraj z\xa0botami" in browser.read("/", "pl")
    home = browser.read("/")
    assert "{" in browser.read(re.search(r'"(/static/css/[^"]+)"', home)[1])

    table = browser.send(home, "/bots/")
    made, limit = [], time.monotonic() + ROUND_LIMIT
    while "done" not in made:
        page = browser.read(table)
        assert time.monotonic() < limit, (made, page)
        if move := next((move for move in MOVES if offers(page, move)), None):
            fields = {"key": uuid.uuid4(), "move": move, **first_value(page, move)}
            browser.send(page, f"{table}moves/", **fields)
            made.append(move)
    assert made[0] == "choose"
    assert "draw" in made

    assert "Checkpoint Charlie is open." in site.log.read_text()
    assert site.errors_since(0) == []
    assert len(list(site.home.rglob("charlie.sqlite3"))) == 1
    assert run(site.root / "venv/bin/charlie", "--version") == f"{__version__}\n"
