"""What a command that deletes for good leaves on the disk."""

import pytest

from tests.support.commands import run_site


@pytest.mark.slow
def test_file_shrinks_when_games_are_forgotten(tmp_path):
    run_site(tmp_path, "manage.py", "migrate", "--verbosity", "0")
    run_site(tmp_path, "manage.py", "deal_games", "20")
    file = tmp_path / "charlie.sqlite3"
    before = file.stat().st_size
    age = (
        "from games.models import Game; Game.objects.update(ended_at='2026-01-01T00Z')"
    )
    run_site(tmp_path, "manage.py", "shell", "-c", age)
    done = run_site(tmp_path, "manage.py", "forget_games", "--before", "2026-02-01")
    assert "Games forgotten: 20" in done.stdout
    assert file.stat().st_size < before / 2
