"""The command that forgets guests after a long absence."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Player
from tests.accounts.conftest import start_with
from tests.support.cast import make_players


def age(name, days):
    long_ago = timezone.now() - timedelta(days=days)
    Player.objects.filter(name=name).update(last_seen=long_ago)


def forget(days, **options):
    out = StringIO()
    call_command("forget_guests", days=days, stdout=out, **options)
    return out.getvalue()


def test_old_guest_loses_the_name_and_the_game_stays(phone, table):
    phone.join(table, "eve")
    start_with(table, *make_players(3)[1:])
    age("eve", 40)
    assert forget(30) == "Guests forgotten: 1\n"
    assert list(table.seats.values_list("name", flat=True)) == ["", "bob", "carol"]


def test_recent_guests_and_accounts_are_kept(account, phone, table):
    phone.join(table, "eve")
    age("eve", 20)
    age("alice", 400)
    Player.objects.filter(pk=table.host_id).update(last_seen=timezone.now())
    assert forget(30) == "Guests forgotten: 0\n"


@pytest.mark.parametrize("days", [0, -5])
def test_guests_of_today_are_never_forgotten(phone, table, days):
    phone.join(table, "eve")
    with pytest.raises(CommandError, match="at least 1"):
        forget(days)
    assert Player.objects.filter(name="eve").exists()


def test_trial_deletes_nobody(phone, table):
    phone.join(table, "eve")
    age("eve", 40)
    said = "Guests not seen for 30 days: 1. Nothing is deleted.\n"
    assert forget(30, dry_run=True) == said
    assert Player.objects.filter(name="eve").exists()


@pytest.mark.parametrize(
    ("answer", "asks", "goes"),
    [("yes", True, True), ("", True, False), ("y", True, False), ("no", False, True)],
)
def test_somebody_at_a_terminal_is_asked(phone, table, monkeypatch, answer, asks, goes):
    phone.join(table, "eve")
    age("eve", 40)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    if goes:
        assert forget(30, interactive=asks) == "Guests forgotten: 1\n"
    else:
        with pytest.raises(CommandError, match="Nothing is deleted"):
            forget(30, interactive=asks)
    assert Player.objects.filter(name="eve").exists() != goes
