"""The command that forgets guests after a long absence."""

from datetime import timedelta
from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from games.models import Player
from tests.accounts.conftest import start_with
from tests.support.cast import make_players


def age(name, days):
    long_ago = timezone.now() - timedelta(days=days)
    Player.objects.filter(name=name).update(last_seen=long_ago)


def forget(days):
    out = StringIO()
    call_command("forget_guests", days=days, stdout=out)
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
