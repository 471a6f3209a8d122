"""The case of the day: for whoever comes by, kept in the address alone."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.test import Client

from games.bots.puzzles import case_of
from games.daily import views
from games.models.player import Player

pytestmark = pytest.mark.django_db

# A Sunday: fiendish.
DAY = date(2026, 11, 22)
CASE = case_of(DAY)
LYING = [card for cards in CASE.cards for card in cards.line]
WRONG = [card for card in LYING if card != CASE.chief]


@pytest.fixture(autouse=True)
def _on_that_day(monkeypatch):
    monkeypatch.setattr(views.timezone, "localdate", lambda: DAY)


def look(query: str = "", day: str = DAY.isoformat(), **headers: str):
    return Client().get(f"/case/{day}/{query}", headers=headers)


def test_first_page_leads_to_the_case_of_this_day():
    assert "/case/" in Client().get("/").text
    answer = Client().get("/case/")
    assert answer.status_code == 302
    assert answer["Location"] == "/case/2026-11-22/"


@pytest.mark.parametrize(
    "day",
    ["2026-11-23", "2025-12-31", "20261122", "2026-W47-7", "today", "2026-11-31"],
)
def test_day_that_has_not_come_or_is_none_is_not_found(day):
    assert look(day=day).status_code == 404


def test_case_is_shown_to_whoever_comes_and_tells_no_answer():
    page = look().text
    assert page.count("data-accuse=") == len(LYING)
    assert f'data-my-clue="{CASE.my_clue}"' in page
    assert "data-chief" not in page
    assert "case-steps" not in page
    assert not Player.objects.exists()


def test_page_before_the_answer_is_the_same_whoever_the_chief_is(monkeypatch):
    """The answer is given nowhere: not in words, not in the order of anything."""
    plain = without_token(look().text)
    another = replace(CASE, chief=WRONG[0], steps=CASE.steps[:1])
    monkeypatch.setattr(views, "_case_of", lambda day: another)
    assert without_token(look().text) == plain


def without_token(page: str) -> str:
    """Return a page without what is another one with each request."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return re.sub(r"X-CSRFToken&quot;: &quot;\w+|X-CSRFToken\": \"\w+", "", page)


def test_wrong_accusation_tells_the_colour_and_can_be_followed_by_another():
    page = look(f"?accuse={WRONG[0]}").text
    assert 'id="verdict"' in page
    assert "data-chief" not in page
    assert page.count("data-accuse=") == len(LYING) - 1
    assert f'<input type="hidden" name="accuse" value="{WRONG[0]}">' in page


def test_right_accusation_shows_the_way_and_a_result_without_names():
    query = f"?accuse={WRONG[0]}&accuse={CASE.chief}&accuse={WRONG[1]}"
    page = look(query).text
    assert f'data-chief="{CASE.chief}"' in page
    assert "data-accuse=" not in page
    result = re.search(r'data-text="([^"]*)"', page)[1]
    title, signs, address = result.split("\n")
    assert len(signs) == 2
    assert signs.endswith("🟡")
    assert address == "http://testserver/case/2026-11-22/"
    assert "fiendish" in title


def test_giving_up_shows_the_way_and_no_result():
    page = look("?solve=on").text
    assert f'data-chief="{CASE.chief}"' in page
    assert page.count("<li", page.index('class="case-steps"')) > len(CASE.steps)
    assert "data-share" not in page


def test_notebook_keeps_what_was_ticked():
    page = look("?out=1.hat&out=2.no-newspaper&out=9.hat&out=1.nose&out=x").text
    ticked = set(re.findall(r'value="([^"]*)" checked', page))
    offered = set(re.findall(r'name="out" value="([^"]*)"', page))
    assert ticked == {"1.hat", "2.no-newspaper"} & offered != set()


@pytest.mark.parametrize(
    "query", ["?accuse=2", "?accuse=&out=&solve", "?accuse=11111111&out=1.", "?%00"]
)
def test_address_that_says_nothing_is_the_case_as_it_is(query):
    assert look(query).status_code == 200


@pytest.mark.parametrize("language", ["en", "ru", "pl", "pt-br"])
def test_every_case_of_a_week_has_its_words_in_every_language(language):
    for back in range(7):
        day = (DAY - timedelta(back)).isoformat()
        page = look("?solve=on", day, accept_language=language)
        assert page.status_code == 200
        assert page["Content-Language"] == language
        assert "%(" not in page.text


def test_days_lead_to_the_week_around_and_not_to_tomorrow():
    page = look(day="2026-11-20").text
    days = re.findall(r'<a href="/case/([\d-]+)/"', page)
    assert days == [f"2026-11-{day}" for day in range(16, 23)]
