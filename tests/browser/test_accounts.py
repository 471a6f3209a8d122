"""Accounts in a real Chromium, under the site's Content-Security-Policy."""

import pytest
from playwright.sync_api import expect

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


def sign_up(page, site=""):
    page.goto(f"{site}/accounts/signup/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password", exact=False).nth(0).fill(PASSWORD)
    page.get_by_label("Password", exact=False).nth(1).fill(PASSWORD)
    press(page, "Sign up")
    page.wait_for_url(lambda address: "signup" not in address)


def confirm(page):
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Continue")


def add_passkey(page, named):
    """Sign up with a passkey; return a function that sends the device commands."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"options": AUTHENTICATOR}
    device = devtools.send("WebAuthn.addVirtualAuthenticator", options)
    sign_up(page, named)
    page.goto(f"{named}/accounts/passkeys/add/")
    confirm(page)
    page.get_by_label("Name of this passkey").fill("My phone")
    press(page, "Add a passkey")
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_be_visible()
    return lambda command, **told: devtools.send(f"WebAuthn.{command}", device | told)


def sign_in_again(page, named):
    """Sign out, and in again with the passkey."""
    page.goto(f"{named}/accounts/logout/")
    press(page, "Sign out")
    page.goto(f"{named}/accounts/login/?next=/history/")
    press(page, "Sign in with a passkey")


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


def test_passkey_signs_in_and_confirms_a_sensitive_action(phone, named):
    add_passkey(phone, named)
    sign_in_again(phone, named)
    phone.wait_for_url(f"{named}/history/")
    phone.goto(f"{named}/accounts/")
    expect(phone.locator("main")).to_contain_text("alice")
    phone.goto(f"{named}/accounts/delete/")
    phone.get_by_role("link", name="Use a passkey").click()
    press(phone, "Use a passkey")
    expect(phone.get_by_label("Yes, delete")).to_be_visible()


def test_refusal_of_a_passkey_by_the_device_is_explained(phone, named):
    command = add_passkey(phone, named)
    command("setUserVerified", isUserVerified=False)
    sign_in_again(phone, named)
    expect(phone.get_by_role("alert")).to_contain_text("The passkey didn’t work")
    expect(phone.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()


def test_passkey_can_be_renamed_and_removed(phone, named):
    add_passkey(phone, named)
    phone.get_by_role("link", name="Rename").click()
    phone.get_by_label("Name of this passkey").fill("My old phone")
    press(phone, "Save")
    row = phone.get_by_role("listitem").filter(has_text="My old phone")
    row.get_by_role("link", name="Remove").click()
    press(phone, "Remove")
    expect(phone.get_by_text("have a passkey yet")).to_be_visible()
