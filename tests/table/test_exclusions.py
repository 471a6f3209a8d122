"""Players kept out of all tables of a host, and the pages of a banned person."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games.errors import Refused
from games.models import Exclusion
from games.rules.editions import Investigator
from games.table.lobby.opening import open_table
from games.table.people.asking import ask_for_seat
from games.table.people.kept_out import show_out
from games.table.people.moderation import ban
from games.table.people.seats import take_seat
from tests.security.roles import give_account, signed_in
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, make_setup, newcomer, open_lobby
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("make", [open_lobby, begin_game])
def test_host_keeps_a_person_out_of_all_own_tables_until_let_in_again(make):
    game, (alice, bob, _carol) = make()
    browser = signed_in(give_account(alice, "alice"))
    sent = {"seat": 1, "out": "on", "always": "on"}
    assert browser.post(f"/t/{game.code}/seat/", sent).status_code == 302
    later = open_table(alice, make_setup())
    sit = {"name": "bob", "investigator": Investigator.LACES}
    with refuses(Refused.EXCLUDED):
        take_seat(later.code, bob, **sit)
    page = browser.get("/accounts/").text
    assert "Kept out of my tables" in page
    assert "bob" in browser.get("/accounts/export/").text
    browser.post("/accounts/", {"readmit": Exclusion.objects.get().pk})
    assert take_seat(later.code, bob, **sit).player == bob


def test_kept_out_person_cannot_ask_for_a_seat_and_sits_at_tables_of_others():
    game, (alice, bob, _carol) = begin_game()
    give_account(alice, "alice")
    eve = newcomer()
    Exclusion.objects.create(host=alice, player=eve)
    with refuses(Refused.EXCLUDED):
        ask_for_seat(game.code, eve)
    other = open_table(bob, make_setup())
    assert take_seat(other.code, eve, name="eve", investigator=Investigator.LACES)


def test_removal_alone_and_that_by_a_guest_make_no_list():
    game, (alice, _bob, _carol) = open_lobby()
    show_out(game.code, alice, 2, always=True)
    assert "from all my tables" not in open_browser(alice).get(f"/t/{game.code}/").text
    give_account(alice, "alice")
    show_out(game.code, alice, 1)
    assert not Exclusion.objects.exists()


def test_banned_person_is_offered_no_seat():
    game, _players = open_lobby()
    eve = newcomer()
    ban(eve, timezone.now() + timedelta(days=1))
    page = open_browser(eve).get(f"/t/{game.code}/").text
    assert "data-banned" in page
    assert ".." not in page.partition("play here again")[2].partition("</p>")[0]
    styles = (ROOT / "static/css/table/host-tools.css").read_text()
    assert "[data-banned] :is(.own-seat" in styles
