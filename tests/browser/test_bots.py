"""One person alone starts against two bots and plays a round."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.players import Phone, submit
from tests.browser.test_going_away import act
from tests.site_server import SiteServer

pytestmark = pytest.mark.long

# A bot thinks up to nine seconds.
SPEED = "20"
MOST_ACTS = 400


@pytest.fixture(scope="module")
def site_server(django_db_setup, tmp_path_factory):
    """Run a server whose clock runs fast."""
    folder = tmp_path_factory.mktemp("bots-site")
    site = SiteServer(folder, SECRET_KEY=settings.SECRET_KEY, CLOCK_SPEED=SPEED)
    site.start()
    yield site
    site.stop()


@pytest.mark.slow
def test_two_taps_from_the_first_page_lead_to_a_round_with_bots(new_phone):
    phone = Phone(new_phone(size=(360, 640)))
    phone.page.goto("/")
    submit(phone.form("bots"))
    expect(phone.page.locator("[data-seat][data-bot]")).to_have_count(2)
    start = phone.form("start").get_by_role("button")
    expect(start).to_be_in_viewport(ratio=1)
    submit(phone.form("start"))
    phone.expect_phase("sides")
    for _ in range(MOST_ACTS):
        act(phone)
        phone.page.wait_for_timeout(50)
        if phone.table.get_attribute("data-round") == "2":
            break
    expect(phone.table).to_have_attribute("data-round", "2")
    expect(phone.page.locator("[data-seat][data-bot]")).to_have_count(2)
    expect(phone.page.locator("[data-seat][data-away]")).to_have_count(0)
