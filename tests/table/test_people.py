"""The answers of pages about closed settings, bans, reports and latecomers."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games.models import Player, Report, Standing
from games.play.selectors import see
from games.rules.editions import Investigator
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.opening import open_table
from games.table.page.whole import show_page
from games.table.people.kept_out import show_out
from games.table.people.moderation import ban
from games.table.people.seats import leave_table
from tests.security.roles import give_account, signed_in
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import (
    begin_game,
    look_into,
    make_players,
    make_setup,
    open_lobby,
)
from tests.support.latecomers import agree_on

pytestmark = pytest.mark.django_db
CALL = "https://call.example/room?a=1&b=2"


def test_closed_sign_up_is_refused_and_not_offered(client, settings):
    settings.SIGN_UP = False
    for page in ("/", "/accounts/login/", "/history/"):
        assert "/accounts/signup/" not in client.get(page).text
    form = {"username": "eve", "password1": "paw-print-7!", "password2": "paw-print-7!"}
    answer = client.post("/accounts/signup/", form)
    assert "New accounts are closed" in answer.text
    assert not User.objects.exists()


@pytest.mark.parametrize("address", ["/t/new/", "/bots/"])
@pytest.mark.parametrize("openers", ["accounts", "staff", "mistyped"])
def test_table_is_opened_only_by_those_whom_the_settings_name(
    settings, address, openers
):
    settings.TABLE_OPENERS = openers
    players = make_players(2)
    account = signed_in(give_account(players[0], "alice"))
    staff = User.objects.create_superuser("staff")
    Player.objects.create(user=staff, name="staff")
    may = {open_browser(players[1]): False, account: openers == "accounts"}
    for browser, expected in (may | {signed_in(staff): True}).items():
        offered = f'action="{address}"' in browser.get("/").text
        answer = browser.post(address, make_setup())
        assert (offered, answer.status_code) == (expected, 302 if expected else 403)
    page = open_browser(None).get("/").text
    assert ("You need an account" in page) == (openers == "accounts")


def test_playing_again_needs_the_right_to_open_tables(settings):
    game, (alice, bob, _carol) = begin_game()
    end_game(game.code, alice)
    settings.TABLE_OPENERS = "accounts"
    assert (
        f"/t/{game.code}/again/" not in open_browser(bob).get(f"/t/{game.code}/").text
    )
    assert open_browser(bob).post(f"/t/{game.code}/again/").status_code == 403
    account = signed_in(give_account(alice, "alice"))
    assert account.post(f"/t/{game.code}/again/").status_code == 302
    # The table is open already.
    assert open_browser(bob).post(f"/t/{game.code}/again/").status_code == 302


@pytest.mark.parametrize(
    "link",
    [
        "http://call.example/",
        "javascript:alert(1)",
        "ftp://a.example",
        "https:",
        "https://call.example@a.example/",
        "https://a.example/\u202etxt",
    ],
)
def test_call_link_must_be_plain_https(client, link):
    wish = {"edition": "devir", "call_link": link}
    assert client.post("/t/new/", wish).status_code == 422


@pytest.mark.parametrize("begin", [open_lobby, begin_game])
def test_call_link_is_shown_to_seated_players_alone(begin):
    game, players = begin(call_link=CALL, listed=True)
    seen = open_browser(players[1]).get(f"/t/{game.code}/").text
    assert 'href="https://call.example/room?a=1&amp;b=2"' in seen
    assert 'rel="noopener noreferrer"' in seen
    stranger = open_browser(None)
    for page in ("", "display/", "update/?protocol=2", "people/"):
        assert "call.example" not in stranger.get(f"/t/{game.code}/{page}").text
    assert "call.example" not in stranger.get("/").text


def test_latecomer_asks_and_the_host_alone_sees_the_wish():
    game, (alice, bob, carol) = begin_game()
    dana = open_browser(None)
    assert f"/t/{game.code}/ask/" in dana.get(f"/t/{game.code}/").text
    assert dana.post(f"/t/{game.code}/ask/", {"name": "dana"}).status_code == 302
    assert "Asked!" in dana.get(f"/t/{game.code}/").text
    assert "dana would like to play" in open_browser(alice).get(f"/t/{game.code}/").text
    assert "dana" not in open_browser(bob).get(f"/t/{game.code}/").text
    leave_table(game.code, bob)
    key = game.bystanders.get().pk
    given = {"seat": "1", "asker": key}
    for player, sent in ((alice, given), (carol, given | {"now": "on"})):
        answer = open_browser(player).post(f"/t/{game.code}/seat/", sent)
        assert answer.status_code == 302
    assert 'data-viewer="1"' in dana.get(f"/t/{game.code}/").text


def test_host_declines_a_latecomer_for_this_game():
    game, (alice, bob, _carol) = begin_game()
    dana, ask = open_browser(None), f"/t/{game.code}/ask/"
    dana.post(ask, {"name": "dana"})
    sent = {"asker": game.bystanders.get().pk}
    assert open_browser(bob).post(f"/t/{game.code}/seat/", sent).status_code == 403
    assert open_browser(alice).post(f"/t/{game.code}/seat/", sent).status_code == 302
    page = open_browser(alice).get(f"/t/{game.code}/").text
    assert "dana would like to play" not in page
    assert dana.post(ask, {"name": "dana"}).status_code == 403
    end_game(game.code, alice)
    assert play_again(game.code, alice).seats.count() == 3


@pytest.mark.parametrize("name", ["", "alice", "x" * 21])
def test_latecomer_needs_a_name_of_their_own(name):
    game, _players = begin_game()
    answer = open_browser(None).post(f"/t/{game.code}/ask/", {"name": name})
    assert answer.status_code == 422
    assert not game.bystanders.exists()


def test_refusal_to_a_latecomer_renames_nobody():
    game, (_alice, _bob, carol) = begin_game()
    ask = f"/t/{game.code}/ask/"
    (dana,) = make_players(1)
    assert open_browser(carol).post(ask, {"name": "evil"}).status_code == 409
    assert open_browser(dana).post(ask, {"name": "bob"}).status_code == 422
    names = Player.objects.filter(pk__in=[carol.pk, dana.pk]).values_list("name")
    assert sorted(names) == [("alice",), ("carol",)]


def test_latecomer_with_an_account_has_its_name():
    game, _players = begin_game()
    (dana,) = make_players(1)
    dana.name = "dana"
    browser = signed_in(give_account(dana, "dana"))
    assert 'name="name"' not in browser.get(f"/t/{game.code}/").text
    assert browser.post(f"/t/{game.code}/ask/").status_code == 302
    assert game.bystanders.get().player == dana


def test_list_of_people_offers_each_viewer_what_they_may_do():
    game, (alice, bob, carol) = begin_game()
    address = f"/t/{game.code}/people/"
    host, player, eve = (
        open_browser(each).get(address).text for each in (alice, bob, None)
    )
    remove, complain = f"/t/{game.code}/seat/", f"/t/{game.code}/report/"
    assert (host.count(remove), host.count(complain)) == (2, 2)
    assert (player.count(remove), player.count(complain)) == (0, 2)
    assert (eve.count(remove), eve.count(complain)) == (0, 0)
    assert "<html" not in open_browser(carol).get(address, headers=HTMX).text


def test_word_about_a_report_passes_with_the_next_change_of_the_table():
    game, (_alice, bob, _carol) = begin_game()
    browser = open_browser(bob)
    browser.post(f"/t/{game.code}/report/", {"seat": "2", "reason": "name"})
    page = browser.get(f"/t/{game.code}/").text
    assert page.count("Reported to the people") == 1
    alerts = page.partition('id="alert"')[2].partition("</div>")[0]
    assert "data-passing>Reported to the people" in alerts


def test_stale_list_neither_removes_nor_reports_a_new_player():
    game, (alice, bob, _carol) = begin_game()
    host = open_browser(alice)
    page = host.get(f"/t/{game.code}/people/").text
    key = game.seats.get(index=1).pk
    assert page.count(f'name="expected" value="{key}"') == 2
    open_browser(None).post(f"/t/{game.code}/ask/", {"name": "dana"})
    leave_table(game.code, bob)
    agree_on(game, alice, game.bystanders.get().pk, 1)
    sent = {"seat": "1", "expected": key, "out": "on", "reason": "name"}
    for address in ("seat", "report"):
        assert host.post(f"/t/{game.code}/{address}/", sent).status_code == 409
    assert game.seats.get(index=1).name == "dana"
    assert not Report.objects.exists()


def test_removed_player_is_told_and_not_offered_a_seat():
    game, (alice, bob, _carol) = begin_game()
    show_out(game.code, alice, 1)
    page = open_browser(bob).get(f"/t/{game.code}/").text
    assert "The host removed you" in page
    assert f"/t/{game.code}/ask/" not in page
    # A browser that is kept out may have a guest without a name.
    nameless = see(look_into(game), None)._replace(standing=Standing.OUT)
    assert "The host removed you" in show_page(nameless).render()


def test_player_removed_in_the_lobby_stays_out_until_let_in_again():
    game, (alice, bob, carol) = open_lobby(listed=True)
    host, troll, eve = open_browser(alice), open_browser(bob), open_browser(None)
    place, seat = f"/t/{game.code}/", f"/t/{game.code}/seat/"
    host.post(seat, {"seat": "1", "out": "on"})
    wish = {"name": "bob", "investigator": list(Investigator)[4]}
    for _ in range(5):
        answer = troll.post(f"{place}join/", wish)
        assert (answer.status_code, game.seats.count()) == (403, 2)
    assert "take a seat here, but you can watch" in answer.text
    assert "The host removed you" in troll.get(place).text
    key = {"back": game.bystanders.get().pk}
    for other in (troll, eve, open_browser(carol)):
        assert "Let in again" not in other.get(place).text
        assert other.post(seat, key).status_code == 403
    assert f'name="back" value="{key["back"]}"' in host.get(place).text
    assert host.post(seat, key).status_code == 302
    assert "Let in again" not in host.get(place).text
    assert troll.post(f"{place}join/", wish).status_code == 302
    assert [each.name for each in game.seats.all()] == ["alice", "carol", "bob"]


def test_host_who_leaves_the_own_seat_in_the_lobby_may_come_back():
    game, (alice, *_others) = open_lobby()
    host = open_browser(alice)
    host.post(f"/t/{game.code}/seat/", {"seat": "0", "out": "on"})
    wish = {"name": "alice", "investigator": list(Investigator)[4]}
    assert host.post(f"/t/{game.code}/join/", wish).status_code == 302


def test_banned_player_is_told_until_when_at_every_door():
    game, (_alice, bob, _carol) = begin_game()
    lobby = open_table(*make_players(1), make_setup())
    ban(bob, timezone.now() + timedelta(days=1))
    browser, wish = open_browser(bob), {"name": "bob", "investigator": "laces"}
    for address in (
        "/t/new/",
        "/bots/",
        "/tutorial/",
        f"/t/{lobby.code}/join/",
        f"/t/{game.code}/ask/",
    ):
        answer = browser.post(address, wish)
        assert answer.status_code == 403, address
        assert "play here again" in answer.text, address
    page = browser.get(f"/t/{game.code}/").text
    assert "play here again" in page
    assert 'data-viewer="spectator"' in page
    assert browser.get("/accounts/export/").json()["player"]["banned_until"]
    assert not lobby.seats.exists()
    bob.banned_until = timezone.now() - timedelta(seconds=1)
    bob.save()
    assert 'data-viewer="1"' in browser.get(f"/t/{game.code}/").text


def test_export_holds_reports_without_their_authors():
    game, (alice, bob, _carol) = begin_game()
    sent = {"seat": "1", "reason": "behaviour"}
    open_browser(alice).post(f"/t/{game.code}/report/", sent)
    about = open_browser(bob).get("/accounts/export/").json()
    assert [row["reason"] for row in about["reports"]] == ["behaviour"]
    assert "alice" not in str(about)
    made = open_browser(alice).get("/accounts/export/").json()["reports_made"]
    assert made[0]["table"] == game.code
