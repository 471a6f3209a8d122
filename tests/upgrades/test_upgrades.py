"""A site of an older release, as a file: it is migrated, and its games go on.

The file is from the release whose newest migration is 0010. It has two lobbies, games
in five phases, one with an accusation that waits, a tutorial and two closed games.
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
def test_games_of_an_older_release_are_played_to_their_end(site):
    assert "0011_model_names" in site("migrate")
    told = site("shell", "--verbosity", "0", "-c", FINISH)
    assert "0 accusations wait" in told
    assert told.count(" moves") == 9
    audited = site("audit", "--all")
    assert audited.count(", sound") == 9
    assert "faults" not in audited
