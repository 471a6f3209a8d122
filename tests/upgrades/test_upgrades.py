"""A site that the whole chain of migrations made, as a file: its games go on.

The file is of commit df4cedc3. It has two lobbies, games in five phases, one with an
accusation that waits, a tutorial and two closed games. There are votes for a pause, a
stand-in and a return on another phone, a promised seat, and players who are away, have
left, are banned or excluded.
"""

import lzma
from pathlib import Path

import pytest

from tests.support.commands import run_site

SITE = Path(__file__).with_name("site.sqlite3.xz")
FINISH = "from tests.upgrades.finish_games import finish; finish()"


@pytest.fixture
def site(tmp_path):
    """Return a function that runs manage.py on the site and returns its output."""
    (tmp_path / "charlie.sqlite3").write_bytes(lzma.decompress(SITE.read_bytes()))

    def run(*arguments):
        ended = run_site(tmp_path, "manage.py", *arguments)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    return run


@pytest.mark.slow
def test_games_of_the_chain_of_migrations_are_played_to_their_end(site):
    told = site("shell", "--verbosity", "0", "-c", FINISH)
    for left in ("accusations wait", "votes are open", "seats are promised"):
        assert f"0 {left}" in told
    assert "1 player is excluded" in told
    # The promised seat has its new player, and the banned one is known.
    assert "('dana', 1)" in told
    assert "('dave', 3)" in told
    assert told.count(" moves") == 9
    assert "No migrations to apply" in site("migrate")
    audited = site("audit", "--all")
    assert audited.count(", sound") == 9
    assert "faults" not in audited
