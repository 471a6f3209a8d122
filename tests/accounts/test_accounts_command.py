"""The command for the site's accounts."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.models import Player
from tests.accounts.conftest import start_with
from tests.support.cast import make_players

pytestmark = pytest.mark.django_db


def accounts(*args):
    out = StringIO()
    call_command("accounts", *args, stdout=out)
    return out.getvalue()


@pytest.fixture(autouse=True)
def named(settings):
    settings.PUBLIC_URL = "https://charlie.example.org"


def test_list_has_every_account_and_no_guest(account):
    Player.objects.create(name="eve")
    Player.objects.filter(pk=account.pk).update(name="Alice A.")
    User.objects.create_superuser("warden")
    today = f"{account.user.date_joined:%Y-%m-%d}"
    assert accounts("list").splitlines() == [
        f"alice\tAlice A.\t{today}\t{today}\t",
        f"warden\t\t{today}\tnever\tstaff",
    ]


def test_link_names_the_address_of_the_server_that_runs(settings, tmp_path):
    settings.PUBLIC_URL, settings.DATA_DIR = "", tmp_path
    assert accounts("invite", "anna").startswith("http://localhost:8000/accounts/")
    (tmp_path / "server.address").write_text("http://192.168.1.7:8765")
    assert accounts("reset", "anna").startswith("http://192.168.1.7:8765/accounts/")


@pytest.mark.long
@pytest.mark.parametrize("act", ["rename alice", "invite"])
@pytest.mark.parametrize("new", ["bob", "BOB", "", "x\u202ey", "x" * 21])
def test_account_gets_no_taken_or_unreadable_name(account, phone, act, new):
    phone.sign_up("bob")
    with pytest.raises(CommandError):
        accounts(*act.split(), new)
    assert {user.username for user in User.objects.all()} == {"alice", "bob"}


def test_removed_account_leaves_its_games_without_a_name(account, laptop, table):
    laptop.join(table, "")
    start_with(table, *make_players(3)[1:])
    assert accounts("remove", "alice") == "alice is removed.\n"
    assert not User.objects.exists()
    assert not Player.objects.filter(pk=account.pk).exists()
    assert list(table.seats.values_list("name", flat=True)) == ["", "bob", "carol"]
    assert laptop.get("/accounts/").status_code == 302


@pytest.mark.parametrize("act", ["rename eve e2", "reset eve", "remove eve"])
def test_unknown_name_is_said(account, act):
    with pytest.raises(CommandError, match=r"No account has the name eve\."):
        accounts(*act.split())
    assert User.objects.count() == 1
