"""The operator's word on every page that the server restarts soon."""

import os

import pytest
from django.core.management import CommandError, call_command

from tests.support.browsers import open_browser
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_every_page_says_it_until_it_is_taken_back(client, time_machine):
    game, players = begin_game()
    table = open_browser(players[0])
    time_machine.move_to("2026-11-27T20:00Z", tick=False)
    call_command("restart_notice", minutes=5)
    pages = [(client, "/"), (client, "/nowhere/"), (table, f"/t/{game.code}/")]
    for browser, path in pages:
        assert "The server restarts in 5 minutes." in browser.get(path).text
    time_machine.move_to("2026-11-27T20:04:10Z", tick=False)
    assert "The server restarts in 1 minute." in client.get("/").text
    call_command("restart_notice", off=True)
    call_command("restart_notice", off=True)
    for browser, path in pages:
        assert "restarts" not in browser.get(path).text


def test_word_that_nobody_took_back_ends_by_itself(client, time_machine):
    time_machine.move_to("2026-11-27T20:00Z", tick=False)
    call_command("restart_notice", minutes=5)
    time_machine.move_to("2026-11-27T20:20:01Z", tick=False)
    assert "restarts" not in client.get("/").text


def test_process_that_began_after_the_word_has_restarted(client, settings):
    call_command("restart_notice", minutes=5)
    os.utime(settings.DATA_DIR / "restart", (0, 0))
    assert "restarts" not in client.get("/").text


@pytest.mark.parametrize("minutes", [0, -1, 121])
def test_odd_number_of_minutes_is_refused(client, minutes):
    with pytest.raises(CommandError, match="1 to 120"):
        call_command("restart_notice", minutes=minutes)
    assert "restarts" not in client.get("/").text
