"""Accounts in a real Chromium, under the site's Content-Security-Policy."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.players import Phone

PASSWORD = "a-quiet-crossing"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
PAGES = [
    "/history/",
    "/privacy/",
    "/accounts/",
    "/accounts/passkeys/",
    "/accounts/passkeys/add/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/delete/",
    "/accounts/logout/",
]


@pytest.fixture
def phone(new_phone):
    return new_phone()


@pytest.fixture
def named(server):
    """Return the server's address with a host name: passkeys cannot belong to an IP."""
    return server.replace("127.0.0.1", "localhost")


def press(page, name):
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def sign_up(page, username="alice"):
    page.goto("/accounts/signup/")
    fill_in(page, username)


def fill_in(page, username):
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password", exact=False).nth(0).fill(PASSWORD)
    page.get_by_label("Password", exact=False).nth(1).fill(PASSWORD)
    press(page, "Sign up")
    page.wait_for_url(lambda address: "signup" not in address)


def confirm(page):
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Continue")


def plug_in_authenticator(page):
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"options": AUTHENTICATOR}
    return devtools, devtools.send("WebAuthn.addVirtualAuthenticator", options)


def add_passkey(page, named):
    page.goto(f"{named}/accounts/signup/")
    fill_in(page, "alice")
    page.goto(f"{named}/accounts/passkeys/add/")
    confirm(page)
    page.get_by_label("Name of this passkey").fill("My phone")
    press(page, "Add a passkey")
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_be_visible()


@pytest.mark.core
def test_every_page_obeys_the_policy(phone):
    sign_up(phone)
    phone.goto("/accounts/email/")
    confirm(phone)
    for address in PAGES:
        assert phone.goto(address).status == 200
        expect(phone.locator("h1")).to_be_visible()
    press(phone, "Sign out")
    for address in ("/accounts/login/", "/accounts/password/reset/", "/no/such/page/"):
        phone.goto(address)
        expect(phone.locator("h1")).to_be_visible()


def test_no_page_is_wider_than_a_small_phone(new_phone):
    phone = new_phone(language="ru", size=(320, 568))
    phone.goto("/accounts/signup/")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    phone.goto("/privacy/")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


def test_plain_page_says_why_there_are_no_passkeys(phone):
    phone.goto("/accounts/login/")
    expect(phone.get_by_text("plain http")).to_be_visible()


def test_passkey_signs_in_without_a_password(phone, named):
    plug_in_authenticator(phone)
    add_passkey(phone, named)
    phone.goto(f"{named}/accounts/logout/")
    press(phone, "Sign out")
    phone.goto(f"{named}/accounts/login/?next=/history/")
    press(phone, "Sign in with a passkey")
    phone.wait_for_url(f"{named}/history/")
    phone.goto(f"{named}/accounts/")
    expect(phone.locator("main")).to_contain_text("alice")


def test_passkey_confirms_a_sensitive_action(phone, named):
    plug_in_authenticator(phone)
    add_passkey(phone, named)
    phone.goto(f"{named}/accounts/logout/")
    press(phone, "Sign out")
    phone.goto(f"{named}/accounts/login/")
    press(phone, "Sign in with a passkey")
    phone.wait_for_url(f"{named}/")
    phone.goto(f"{named}/accounts/delete/")
    phone.get_by_role("link", name="Use a passkey").click()
    press(phone, "Use a passkey")
    expect(phone.get_by_label("Yes, delete")).to_be_visible()


def test_refusal_of_a_passkey_by_the_device_is_explained(phone, named):
    devtools, authenticator = plug_in_authenticator(phone)
    add_passkey(phone, named)
    phone.goto(f"{named}/accounts/logout/")
    press(phone, "Sign out")
    devtools.send(
        "WebAuthn.setUserVerified",
        {"authenticatorId": authenticator["authenticatorId"], "isUserVerified": False},
    )
    phone.goto(f"{named}/accounts/login/")
    press(phone, "Sign in with a passkey")
    expect(phone.get_by_role("alert")).to_contain_text("The passkey didn't work")
    expect(phone.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()


def test_passkey_can_be_renamed_and_removed(phone, named):
    plug_in_authenticator(phone)
    add_passkey(phone, named)
    phone.get_by_role("link", name="Rename").click()
    phone.get_by_label("Name of this passkey").fill("My old phone")
    press(phone, "Save")
    row = phone.get_by_role("listitem").filter(has_text="My old phone")
    row.get_by_role("link", name="Remove").click()
    press(phone, "Remove")
    expect(phone.get_by_text("have a passkey yet")).to_be_visible()


def test_data_can_be_exported(phone):
    sign_up(phone)
    phone.goto("/accounts/")
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download my data").click()
    taken = json.loads(download.value.path().read_text())
    assert taken["account"]["username"] == "alice"


def test_guest_signs_up_at_a_table_and_keeps_the_seat(new_phone):
    phone, other = new_phone(), new_phone()
    phone.goto("/t/new/")
    phone.locator('main form[action$="/new/"] button:not([name])').last.click()
    phone.wait_for_url("**/t/*/")
    table = phone.url
    join(phone, "Alice")
    expect(phone.locator("#table")).to_have_attribute("data-viewer", "0")
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("link", name="Sign up").click()
    fill_in(phone, "alice")
    phone.wait_for_url(table)
    expect(phone.locator("#table")).to_have_attribute("data-viewer", "0")
    # The same person on another device.
    other.goto(f"/accounts/login/?next={table}")
    other.get_by_label("Username").fill("alice")
    other.get_by_label("Password").fill(PASSWORD)
    press(other, "Sign in")
    expect(other.locator("#table")).to_have_attribute("data-viewer", "0")


def join(page, name):
    form = page.locator('form[action$="/join/"]')
    form.locator('[name="name"]').fill(name)
    form.locator("button").last.click()


def test_signing_out_on_another_page_removes_the_seat_from_an_open_page(phone):
    sign_up(phone)
    player = Phone(phone, "alice")
    player.open_table()
    player.sit_down("laces")
    # Sitting down has reloaded the page. It waits before it does so again.
    player.expect_live()
    other = phone.context.new_page()
    other.goto("/accounts/logout/")
    press(other, "Sign out")
    expect(phone.locator("#table")).to_have_attribute("data-viewer", "spectator")
    player.expect_alert("You no longer have a seat at this table.")
    player.expect_live()
