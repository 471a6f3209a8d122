"""`manage.py support`: the facts for a report of a fault, and no secret."""

import re

import pytest
from django.core.management import CommandError, call_command

from charlie_site import __version__
from tests.support.cast import begin_game
from tests.support.commands import run_site

SECRETS = {
    "SECRET_KEY": "topsecret-key-of-48-letters" * 2,
    "SECRET_KEY_FALLBACKS": "topsecret-of-before-" * 3,
    "METRICS_TOKEN": "topsecret",
    "REDIS_URL": "redis://:topsecret@topsecret.example:6379/0",
    "MAIL_URL": "smtp://me:topsecret@topsecret.example:25",
    "PUBLIC_URL": "https://topsecret.example",
    "GREETING": "topsecret",
    "ADMIN_NAME": "topsecret",
    "ADMIN_PASSWORD": "topsecret",
}


@pytest.mark.django_db
def test_counts_and_the_release_are_told_without_names(capsys, tmp_path):
    game, _players = begin_game()
    log = tmp_path / "log"
    log.write_text(f"{'old\n' * 300}GET /t/{game.code}/ 500\n")
    call_command("support", log=str(log))
    told = capsys.readouterr().out
    assert f"VERSION: {__version__}\n" in told
    assert "rows of Game: 1\n" in told
    assert "missing migrations: none\n" in told
    assert "GET /t/…/ 500\n" in told
    assert told.count("old\n") == 199
    assert game.code not in told
    assert not re.search("alice|bob|carol", told)


@pytest.mark.slow
@pytest.mark.parametrize("has_database", [True, False])
def test_no_setting_is_told_that_opens_something(tmp_path, has_database):
    if has_database:
        own = {"ADMIN_NAME": "topsecret", "ADMIN_PASSWORD": "topsecret-crossing"}
        done = run_site(tmp_path, "manage.py", "migrate", "--verbosity", "0", **own)
        assert done.returncode == 0, done.stderr
    done = run_site(tmp_path, "manage.py", "support", **SECRETS)
    assert done.returncode == 0, done.stderr
    assert "topsecret" not in done.stdout + done.stderr
    assert "REDIS_URL: set\n" in done.stdout
    assert "SENTRY_DSN: not set\n" in done.stdout
    assert ("database answers: OperationalError" in done.stdout) != has_database


@pytest.mark.django_db
def test_log_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match="Cannot read"):
        call_command("support", log=str(tmp_path / "nothing"))
