"""A reader calls a proof wrong: the content of the form, and its readers."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import WrongSentence
from games.table.lobby.ending import end_game
from tests.coach.test_moments import SENTENCES, search_through
from tests.support.browsers import open_browser
from tests.support.cast import newcomer

pytestmark = pytest.mark.django_db


def proof_on(page):
    found = re.search(r'name="proof" value="([^"]+)"', page)
    return found and found[1]


@pytest.fixture
def searched():
    return search_through()


def test_reader_calls_a_proof_wrong_and_staff_read_it_after_the_game(searched):
    game, players = searched
    browser = open_browser(players[0])
    page = browser.get(f"/t/{game.code}/why/").text
    sent = {"proof": proof_on(page)}
    for _tap in range(2):
        answer = browser.post(f"/t/{game.code}/wrong/", sent, follow=True)
        assert "will look" in answer.text
    noted = WrongSentence.objects.get()
    assert (noted.game, noted.reporter, noted.seat) == (game, players[0], 0)
    assert SENTENCES.findall(page)[0] in noted.sentence
    staff = Client()
    staff.force_login(User.objects.create_superuser("staff"))
    address = "/admin/games/wrongsentence/"
    assert noted.sentence not in staff.get(address).text
    end_game(game.code, players[0])
    assert "Why" in staff.get(address).text
    staff.post(address, {"action": "_done", "_selected_action": [noted.pk]})
    noted.refresh_from_db()
    assert noted.handled_at
    assert "sentences_called_wrong" in browser.get("/accounts/export/").text


def test_replay_has_the_button_too_for_players(searched):
    game, players = searched
    end_game(game.code, players[0])
    browser = open_browser(players[1])
    address = f"/t/{game.code}/replay/?at={game.move_count}&as=1"
    answer = browser.post(
        f"/t/{game.code}/wrong/", {"proof": proof_on(browser.get(address).text)}
    )
    noted = WrongSentence.objects.get()
    assert noted.seat == 1
    assert answer["Location"] == f"/t/{game.code}/replay/?at={noted.at}&as=1"


@pytest.mark.parametrize("forged", ["", "x", "a:b:c"])
def test_form_that_was_written_by_hand_is_refused(searched, forged):
    game, players = searched
    answer = open_browser(players[0]).post(f"/t/{game.code}/wrong/", {"proof": forged})
    assert answer.status_code == 404
    assert not WrongSentence.objects.exists()


def test_stranger_calls_nothing_wrong(searched):
    game, players = searched
    sent = {
        "proof": proof_on(open_browser(players[0]).get(f"/t/{game.code}/why/").text)
    }
    for browser in (open_browser(None), open_browser(newcomer())):
        answer = browser.post(f"/t/{game.code}/wrong/", sent)
        assert answer.status_code == 404
    assert not WrongSentence.objects.exists()
