"""The home page in a real browser."""

from playwright.sync_api import expect


def test_home_page_is_in_the_language_of_the_browser(new_phone):
    page = new_phone(language="pl")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
