"""The language: the user's choice, with or without an account, else the browser's."""

import pytest

pytestmark = pytest.mark.django_db


def language_of(page):
    return page.content.decode().split('<html lang="')[1].split('"')[0]


def test_chosen_language_wins_and_stays(phone):
    chosen = phone.post("/i18n/setlang/", {"language": "pl", "next": "/privacy/"})
    assert chosen["Location"] == "/privacy/"
    assert phone.cookies["charlie_language"]["max-age"] > 300 * 24 * 60 * 60
    assert language_of(phone.get("/", headers={"Accept-Language": "ru"})) == "pl"


def test_chosen_language_survives_sign_up_and_sign_out(phone):
    phone.post("/i18n/setlang/", {"language": "ru"})
    phone.sign_up("alice")
    phone.sign_out()
    assert language_of(phone.get("/")) == "ru"
