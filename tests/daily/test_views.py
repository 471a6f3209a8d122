"""The case of the day: open to every visitor, stored in the address alone."""

import html
import re
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.conf import settings
from django.test import Client

from games.daily import views
from games.deduction.puzzles import find_daily_case
from games.models import Player

pytestmark = pytest.mark.django_db

# A Sunday: fiendish.
DAY = date(2026, 11, 22)


@pytest.fixture(scope="module")
def case():
    return find_daily_case(DAY)


@pytest.fixture(scope="module")
def in_lines(case):
    return [card for cards in case.puzzle.cards for card in cards.line]


@pytest.fixture(scope="module")
def wrong(case, in_lines):
    return [card for card in in_lines if card != case.chief]


@pytest.fixture(autouse=True)
def _on_that_day(time_machine):
    time_machine.move_to(f"{DAY}T09:00Z", tick=False)


def look(query: str = "", day: str = DAY.isoformat(), **headers: str):
    return Client().get(f"/case/{day}/{query}", headers=headers)


def test_home_page_leads_to_todays_case():
    assert "/case/" in Client().get("/").text


@pytest.mark.parametrize(
    "day",
    ["2026-11-23", "2025-12-31", "20261122", "2026-W47-7", "today", "2026-11-31"],
)
def test_future_or_invalid_day_is_not_found(day):
    assert look(day=day).status_code == 404


@pytest.mark.parametrize("zone", [None, "America/Sao_Paulo", "Pacific/Kiritimati"])
def test_link_of_a_friend_opens_once_the_day_has_begun_on_earth(time_machine, zone):
    time_machine.move_to(f"{DAY}T10:01Z", tick=False)
    visitor, later = Client(), DAY + timedelta(1)
    visitor.cookies["charlie_zone"] = zone or ""
    page = visitor.get(f"/case/{later}/")
    assert page.status_code == 200
    assert f'<a href="/case/{later}/" aria-current="page">' in page.text
    assert visitor.get(f"/case/{later + timedelta(1)}/").status_code == 404


def test_case_is_open_to_visitors_and_hides_the_answer(case, in_lines):
    page = look().text
    assert page.count("data-accuse=") == len(in_lines)
    assert f'data-my-clue="{case.puzzle.my_clue}"' in page
    assert "data-chief" not in page
    assert 'class="proof"' not in page
    assert not Player.objects.exists()


def test_unsolved_page_does_not_depend_on_the_chief(case, wrong, monkeypatch):
    """Not even the order of its elements reveals the answer."""
    plain = without_token(look().text)
    another = replace(case, chief=wrong[0])
    monkeypatch.setattr(views, "_make_case", lambda _request, day: another)
    assert without_token(look().text) == plain


def without_token(page: str) -> str:
    """Return a page without its CSRF tokens, which differ by request."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return re.sub(r"X-CSRFToken&quot;: &quot;\w+|X-CSRFToken\": \"\w+", "", page)


def test_wrong_accusation_shows_its_colour_and_allows_another(in_lines, wrong):
    page = look(f"?accuse={wrong[0]}").text
    assert 'id="verdict"' in page
    assert "data-chief" not in page
    assert page.count("data-accuse=") == len(in_lines) - 1
    assert f'<input type="hidden" name="accuse" value="{wrong[0]}">' in page


def test_right_accusation_shows_the_solution_and_a_result_without_names(case, wrong):
    query = f"?accuse={wrong[0]}&accuse={case.chief}&accuse={wrong[1]}"
    page = look(query).text
    assert f'data-chief="{case.chief}"' in page
    assert "data-accuse=" not in page
    result = re.search(r'data-text="([^"]*)"', page)[1]
    title, signs, address = result.split("\n")
    assert len(signs) == 2
    assert signs.endswith("🟡")
    assert address == "http://testserver/case/2026-11-22/"
    assert "fiendish" in title


def test_third_wrong_accusation_closes_the_case_without_a_result(case, wrong):
    query = "&".join(f"accuse={each}" for each in (*wrong[:3], case.chief))
    page = look(f"?{query}").text
    assert f'data-chief="{case.chief}"' in page
    assert "That was your last accusation." in page
    assert "data-accuse=" not in page
    assert "data-share" not in page


def test_giving_up_shows_the_solution_without_a_result(case):
    page = look("?solve=on").text
    assert f'data-chief="{case.chief}"' in page
    assert "That’s the chief!" in html.unescape(page)
    assert "data-share" not in page


def test_notebook_keeps_ticked_boxes():
    page = look("?out=1.hat&out=2.no-newspaper&out=9.hat&out=1.nose&out=x").text
    ticked = set(re.findall(r'value="([^"]*)"\s+checked', page))
    offered = set(re.findall(r'name="out"\s+value="([^"]*)"', page))
    assert ticked == {"1.hat", "2.no-newspaper"} & offered != set()


@pytest.mark.parametrize(
    "query", ["?accuse=2", "?accuse=&out=&solve", "?accuse=11111111&out=1.", "?%00"]
)
def test_invalid_query_is_ignored(query):
    assert look(query).status_code == 200


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_solutions_of_a_week_are_translated(language):
    for back in range(7):
        day = (DAY - timedelta(back)).isoformat()
        page = look("?solve=on", day, accept_language=language)
        assert page.status_code == 200
        assert page["Content-Language"] == language
        assert "%(" not in page.text


def test_page_links_to_a_week_of_days_up_to_today():
    page = look(day="2026-11-20").text
    days = re.findall(r'<a href="/case/([\d-]+)/"', page)
    assert days == [f"2026-11-{day}" for day in range(16, 23)]
