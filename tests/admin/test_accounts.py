"""The list of accounts, for staff: invitations and removal, but no password."""

import re
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.utils import timezone

from games.models import Player, Report

ACCOUNTS = "/admin/auth/user/"
REPORTS, ACTS = "/admin/games/report/", "/admin/admin/logentry/"


@pytest.fixture
def staff(cast):
    return cast.browsers["staff"]


def choose(names, **fields):
    chosen = User.objects.filter(username__in=names).values_list("pk", flat=True)
    return {"action": "remove", "_selected_action": list(chosen), **fields}


def test_staff_see_accounts_and_no_guests(cast, staff):
    Player.objects.create(name="a guest")
    page = staff.get(ACCOUNTS).text
    for user in User.objects.all():
        assert f">{user.username}<" in page
    assert "a guest" not in page


def test_staff_make_an_invitation(cast, staff, settings):
    settings.SIGN_UP = False
    assert staff.get(f"{ACCOUNTS}invite/").status_code == 405
    page = staff.post(f"{ACCOUNTS}invite/", {"username": "dora"}, follow=True).text
    path = re.search(r"http://testserver(/accounts/password/[^ <]+/)", page)[1]
    form = cast.browsers["nobody"].get(path, follow=True).text
    assert 'name="password1"' in form
    assert "<strong>dora</strong>" in form
    assert path not in staff.get(ACCOUNTS).text


@pytest.mark.parametrize("name", ["", "eve"])
def test_staff_see_why_a_name_makes_no_account(cast, staff, name):
    count = User.objects.count()
    page = staff.post(f"{ACCOUNTS}invite/", {"username": name}, follow=True).text
    assert 'class="error"' in page
    assert User.objects.count() == count


def test_staff_remove_an_account_after_a_confirmation(cast, staff):
    name = "runner"
    page = staff.post(ACCOUNTS, choose([name])).text
    assert name in page
    assert cast.running.code not in page
    assert User.objects.filter(username=name).exists()
    staff.post(ACCOUNTS, choose([name], sure="yes"))
    assert not User.objects.filter(username=name).exists()
    assert cast.running.seats.filter(name="").exists()


@pytest.mark.parametrize("fields", [{}, {"sure": "yes"}])
def test_staff_do_not_remove_staff(cast, staff, fields):
    name = User.objects.get(is_staff=True).username
    page = staff.post(ACCOUNTS, choose([name], **fields), follow=True).text
    assert "No account was removed." in page
    assert User.objects.filter(username=name).exists()


def test_acts_on_people_are_kept_without_the_names_of_accounts(cast, staff):
    player = Player.objects.create(name="Vulgarius")
    game = cast.closed
    report = Report.objects.create(
        game=game, reporter=game.host, reported=player, name=player.name, reason="name"
    )
    assert ">Reports (1)</a>" in staff.get("/admin/").text
    assert "Vulgarius" in staff.get(REPORTS, {"q": "vulga"}).text
    for act in ("_ban_for_a_month", "_lift_the_ban"):
        staff.post(REPORTS, {"action": act, "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert report.handled_at
    pk = User.objects.get(username="runner").pk
    staff.post(ACCOUNTS, choose(["runner"], sure="yes"))
    rows = re.findall(r"<tr>.*?</tr>", staff.get(ACTS).text, re.DOTALL)
    found = [
        re.findall(r'class="field-\w+[^"]*">(.*?)</t', row)[1:] for row in rows[1:]
    ]
    assert found == [
        ["staff", "Remove accounts", f"#{pk}"],
        ["staff", "Lift the ban", "Vulgarius"],
        ["staff", "Ban for 30 days", "Vulgarius"],
    ]
    stored = str(LogEntry.objects.values_list())
    assert "runner" not in stored
    assert "Vulgarius" not in stored
    Report.objects.update(name="", reported=None)
    assert "deleted player" in staff.get(ACTS).text
    # It goes with its game.
    gone = report.pk
    report.delete()
    assert f">#{gone}<" in staff.get(ACTS).text
    assert cast.browsers["host"].get(ACTS).status_code == 302


PLAYERS = "/admin/games/player/"


def test_staff_ban_and_free_a_guest_without_a_report(cast, staff):
    guest = cast.closed.seats.get(index=2).player
    assert guest.is_guest
    assert guest.name in staff.get(PLAYERS, {"q": guest.name[:3]}).text
    for act, is_banned in (("_ban_for_a_month", True), ("_lift_the_ban", False)):
        sent = {"action": act, "_selected_action": [guest.pk]}
        page = staff.post(PLAYERS, sent, follow=True).text
        said = (
            rf"Banned until .*: {guest.name}" if is_banned else f"lifted: {guest.name}"
        )
        assert re.search(said, page)
        guest.refresh_from_db()
        assert guest.is_banned is is_banned
    assert guest.name in staff.get(ACTS).text
    assert cast.browsers["host"].get(PLAYERS).status_code == 302


def test_list_of_players_leaves_out_guests_who_only_play_now(cast, staff):
    hidden = Player.objects.create(name="Sneaky", guest_key=uuid4())
    cast.running.seats.filter(index=0).update(player=hidden)
    assert "Sneaky" not in staff.get(PLAYERS).text
    hidden.banned_until = timezone.now()
    hidden.save()
    assert "Sneaky" in staff.get(PLAYERS).text


@pytest.mark.parametrize("asked", ["анна", "АННА", "Анна", "ННА"])
def test_search_finds_names_in_every_alphabet_and_spelling(cast, staff, asked):
    user = User.objects.create_user("Анна")
    player = Player.objects.create(name="Анна Мария", user=user)
    Report.objects.create(
        game=cast.running, reported=player, name=player.name, reason="name"
    )
    cast.closed.seats.filter(index=0).update(name="Анна")
    lists = [ACCOUNTS, "/admin/games/player/", REPORTS, "/admin/games/game/"]
    for address in lists:
        found = staff.get(address, {"q": asked}).context["cl"].result_list
        assert len(found) == 1, address
        assert len(staff.get(address, {"q": "Анны"}).context["cl"].result_list) == 0


def test_search_finds_games_by_their_codes_too(cast, staff):
    code = cast.closed.code
    for asked in (code, code.lower(), code[:3]):
        found = staff.get("/admin/games/game/", {"q": asked}).context["cl"].result_list
        assert cast.closed in found
