"""Forms that make a table, tapped twice, after Back and after a reload."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game, Player
from tests.browser.visits import beside

AT_TABLE = re.compile(r"/t/[2-9A-Z]{6}/$")
FORMS = ["/t/new/", "/bots/", "/tutorial/"]


def send(page, action: str, *, taps: int = 1) -> None:
    page.locator(f"form[action='{action}'] button").first.click(click_count=taps)
    expect(page).to_have_url(AT_TABLE)


def count_rows() -> tuple[int, int]:
    return beside(Game.objects.count), beside(Player.objects.count)


@pytest.mark.parametrize("action", FORMS)
def test_double_tap_sends_a_form_once(new_phone, action):
    page, sent = new_phone(), []
    page.goto("/")
    page.on("request", lambda each: sent.append(each.method))
    games, players = count_rows()
    send(page, action, taps=3)
    assert sent.count("POST") == 1
    assert count_rows() == (games + 1, players + 1)


@pytest.mark.parametrize("action", FORMS)
def test_form_sent_once_more_after_back_and_a_reload_leads_to_its_table(
    new_phone, action
):
    page = new_phone()
    page.goto("/")
    games, _players = count_rows()
    send(page, action)
    for act in (page.go_back, page.reload):
        if act == page.reload:
            page.go_back()
        act()
        send(page, action)
    assert count_rows()[0] == games + 1


def test_form_after_back_shows_what_it_sends(new_phone):
    page = new_phone()
    page.goto("/t/new/")
    page.locator("[name=style][value=family]").check()
    page.locator("details summary").first.click()
    page.locator("[name=edition]").select_option("gaga")
    limits = page.locator("[name=limits] option[value='']")
    expect(limits).to_contain_text("Family")
    page.locator("form[action='/t/new/'] .button-main").click()
    expect(page).to_have_url(AT_TABLE)
    page.go_back()
    expect(page.locator("[name=style][value=family]")).to_be_checked()
    expect(page.locator("[name=edition]")).to_have_value("gaga")
    expect(limits).to_contain_text("Family")


def test_form_from_its_own_page_after_back_leads_to_its_table(new_phone):
    page = new_phone()
    page.goto("/t/new/")
    games, _players = count_rows()
    page.locator("[name=style][value=family]").check()
    expect(page.locator("[name=limits] option[value='']")).to_contain_text("Family")
    send(page, "/t/new/")
    page.go_back()
    expect(page.locator("[name=style][value=family]")).to_be_checked()
    expect(page.locator("[name=limits] option[value='']")).to_contain_text("Family")
    send(page, "/t/new/")
    assert count_rows()[0] == games + 1
    page.go_back()
    page.locator("[name=style][value=expert]").check()
    send(page, "/t/new/")
    assert count_rows()[0] == games + 2
