"""The traces on the disk after a command that deletes for good."""

import pytest

from tests.support.commands import run_site

AGE_GAMES = (
    "from games.models import Game; day = '2026-01-01T00Z'; "
    "Game.objects.update(opened_at=day, ended_at=day)"
)


@pytest.mark.slow
def test_file_shrinks_when_games_are_forgotten(tmp_path):
    run_site(tmp_path, "manage.py", "migrate", "--verbosity", "0")
    run_site(tmp_path, "manage.py", "deal_games", "6")
    file = tmp_path / "charlie.sqlite3"
    before = file.stat().st_size
    run_site(tmp_path, "manage.py", "shell", "-c", AGE_GAMES)
    done = run_site(tmp_path, "manage.py", "forget_games", "--before", "2026-02-01")
    assert done.stdout == "Games forgotten: 6\n"
    assert file.stat().st_size < before
