"""The tutorial, clicked through to its end."""

import re

import pytest
from playwright.sync_api import expect

from games.play.tutorial_script import STEPS
from games.rules.moves import Accuse, Choose
from tests.browser.players import Phone, submit
from tests.browser.rounds import accuse


@pytest.mark.parametrize("language", ["en", pytest.param("ru", marks=pytest.mark.full)])
def test_tutorial_is_played_to_its_end(new_phone, language):
    phone = Phone(new_phone(language=language))
    phone.page.goto("/tutorial/")
    phone.page.locator("main form button").tap()
    expect(phone.table).to_have_attribute("data-viewer", "0")
    made = 0
    for step in STEPS[:-1]:
        sentence = phone.page.locator(".tutorial-sentence")
        expect(sentence).to_be_in_viewport()
        make_step(phone, step)
        made += len(step.moves)
        phone.expect_moves(made)
    expect(phone.page.locator("#reveal")).to_be_visible()
    expect(phone.page.locator("#tutorial a[href='/t/new/']")).to_be_visible()
    # These came by a push, which holds no CSRF token.
    submit(phone.form("bots"))
    expect(phone.page.locator("[data-seat][data-bot]")).to_have_count(2)
    phone.expect_phase("sides")


def test_button_waits_for_its_answer_although_the_update_is_here(new_phone):
    phone = Phone(new_phone())
    phone.page.goto("/tutorial/")
    phone.page.locator("main form button").tap()
    expect(phone.table).to_have_attribute("data-viewer", "0")
    made = 0
    for step in STEPS[:3]:
        make_step(phone, step)
        made += len(step.moves)
        phone.expect_moves(made)
    held = []

    def hold(route):
        held.append(route)

    phone.page.route(re.compile("/tutorial/"), hold)
    make_step(phone, STEPS[3])
    form = phone.page.locator("#tutorial form")
    expect(form).to_have_class("htmx-request")
    [route] = held
    answer = route.fetch()
    phone.expect_moves(made + len(STEPS[3].moves))
    expect(form).to_have_class("htmx-request")
    route.fulfill(response=answer)
    expect(form).not_to_have_class("htmx-request")


def make_step(phone, step):
    if step.is_visitors:
        make(phone, step.moves[0])
    elif step.question:
        phone.page.locator(f"#tutorial [value={step.question.right}]").tap()
    else:
        phone.page.locator("#tutorial form button").tap()


def make(phone, move):
    if isinstance(move, Choose):
        phone.offers("choose").locator(f"[value={move.side}]").tap()
    elif isinstance(move, Accuse):
        accuse(phone, move.suspect)
    else:
        phone.offers("draw").get_by_role("button").tap()
