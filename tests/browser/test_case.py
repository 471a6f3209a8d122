"""The case of the day by keyboard alone, from the home page to the result."""

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from games.deduction.puzzles import find_daily_case
from games.labels import investigator_name, suspect_label, suspect_name
from tests.browser.keyboard import press_to

CASE_DAY = date(2026, 11, 20)


def accuse(page, suspect: str) -> None:
    press_to(page, f'button[data-suspect="{suspect}"]')
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    press_to(page, f'[data-accuse="{suspect}"]')
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/*accuse={suspect}*")
    expect(page.locator("#verdict h2")).to_be_focused()


@pytest.mark.core
def test_case_is_solved_and_shared_by_keyboard_alone(new_phone):
    page = new_phone(language="pl")
    page.goto("/")
    press_to(page, "a[href='/case/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/case/20*/")
    day = datetime.fromisoformat(page.url.rstrip("/").rpartition("/")[2])
    case = find_daily_case(day.replace(tzinfo=UTC).date())
    wrong = next(
        c for cards in case.puzzle.cards for c in cards.line if c != case.chief
    )

    press_to(page, ".case-notebook summary")
    page.keyboard.press("Enter")
    press_to(page, ".case-notebook input")
    page.keyboard.press("Space")
    # Enter activates the form's first button, which must not accuse here.
    page.keyboard.press("Enter")
    page.wait_for_url("**/*out=*")
    expect(page.locator("#verdict")).to_have_count(0)
    accuse(page, wrong)
    expect(page.locator(".case-notebook input:checked")).to_have_count(1)
    expect(page.locator("#answer")).to_have_count(0)

    accuse(page, case.chief)
    expect(page.locator("#answer li.proof-found")).to_be_visible()
    page.evaluate("delete Navigator.prototype.share")
    press_to(page, "[data-share]")
    page.keyboard.press("Enter")
    expect(page.locator("#case-said")).not_to_be_empty()
    expect(page.locator("#case-result")).to_contain_text("🟡")


def test_case_is_accessible_to_a_screen_reader(new_phone):
    case = find_daily_case(CASE_DAY)
    suspect = case.puzzle.cards[0].line[0]
    page = new_phone()
    page.goto(f"/case/{CASE_DAY}/")
    page.get_by_role("button", name=suspect_label(suspect), exact=True).press("Enter")
    name = suspect_name(suspect)
    sheet = page.get_by_role("dialog", name=name)
    expect(sheet).to_be_focused()
    expect(sheet.get_by_role("listitem")).to_have_count(5)
    sheet.get_by_role("button", name=f"Accuse {name}").press("Enter")
    verdict = page.get_by_role("heading", name=f"{name}: ")
    expect(verdict).to_be_focused()
    expect(page).to_have_title(re.compile(f"^{name}: "))
    page.locator(".case-notebook summary").press("Enter")
    seat = investigator_name(case.puzzle.seats[1])
    first = page.get_by_role("table").get_by_role("row").nth(1)
    side = first.get_by_role("rowheader").inner_text().strip()
    box = first.get_by_role("checkbox", name=f"{seat}, {side}", exact=True)
    expect(box).not_to_be_checked()


def solve(page, day: date) -> None:
    chief = find_daily_case(day).chief
    page.goto(f"/case/{day}/?accuse={chief}")
    expect(page.locator("#verdict")).to_be_visible()


def test_cases_solved_day_by_day_are_counted_on_this_device(new_phone):
    page = new_phone()
    streak = page.locator("#case-streak")
    solve(page, date(2026, 1, 5))
    expect(streak).to_be_hidden()
    for day, days in ((6, 2), (7, 3), (7, 3)):
        solve(page, date(2026, 1, day))
        expect(streak).to_have_text(f"Days in a row: {days}")
    # An earlier case changes nothing, a gap begins anew.
    for day in (2, 9):
        solve(page, date(2026, 1, day))
        expect(streak).to_be_hidden()
    page.get_by_role("link", name="Play another case").click()
    page.wait_for_url("**/case/2026-01-08/")
    expect(page.locator("#verdict")).to_have_count(0)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_day_of_the_case_is_that_of_the_browsers_zone(new_phone, zone):
    page = new_phone(timezone_id=zone)
    page.goto("/")
    page.locator("a[href='/case/']").click()
    # The zones are 25 hours apart.
    here = datetime.now(ZoneInfo(zone)).date()
    expect(page).to_have_url(re.compile(f"/case/{here}/"))
