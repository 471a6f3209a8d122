"""Changing a password, and resetting a forgotten one."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts import forms
from runtime.threads import run_later
from tests.accounts.conftest import PASSWORD

NEW = "another-quiet-crossing"
ODD = ["\x00", "", "short"]


def change(browser, old, new):
    sent = {"oldpassword": old, "password1": new, "password2": new}
    return browser.post("/accounts/password/change/", sent)


def test_password_can_be_changed_and_the_browser_stays_signed_in(
    account, laptop, phone
):
    assert change(laptop, PASSWORD, NEW)["Location"] == "/accounts/"
    assert laptop.get("/accounts/").status_code == 200
    assert phone.sign_in("alice", PASSWORD).status_code == 200
    assert phone.sign_in("alice", NEW).status_code == 302


@pytest.mark.parametrize("odd", ODD)
def test_invalid_password_is_refused_with_a_message(account, laptop, odd):
    for answer in (change(laptop, PASSWORD, odd), change(laptop, odd, NEW)):
        assert answer.status_code == 200
        assert "errorlist" in answer.content.decode()


@pytest.mark.parametrize("kind", ["console", "dummy"])
def test_server_without_mail_offers_no_reset(phone, settings, kind):
    backend = f"django.core.mail.backends.{kind}.EmailBackend"
    settings.MAILERS = {"default": {"BACKEND": backend}}
    page = phone.get("/accounts/password/reset/").content.decode()
    assert "can’t send email" in page
    assert 'name="email"' not in page


def test_forgotten_password_is_replaced_by_mail(laptop, phone, mailoutbox):
    laptop.sign_up("alice", email="alice@example.org")
    phone.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = re.search(r"http://testserver(\S+)", mailoutbox[0].body)[1]
    form = phone.get(link)["Location"]
    assert phone.get(form).status_code == 200
    phone.post(form, {"password1": NEW, "password2": NEW})
    assert phone.sign_in("alice", NEW).status_code == 302


def test_unknown_address_gets_no_mail_and_the_same_answer(laptop, phone, mailoutbox):
    laptop.sign_up("alice", email="alice@example.org")
    answers = [
        phone.post("/accounts/password/reset/", {"email": address})
        for address in ("eve@example.org", "alice@example.org")
    ]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert len(mailoutbox) == 1


def test_answer_does_the_same_work_for_every_address(
    laptop, phone, mailoutbox, monkeypatch
):
    laptop.sign_up("alice", email="alice@example.org")
    phone.get("/accounts/password/reset/")
    queries = []
    monkeypatch.setattr(forms, "run_later", lambda call: None)
    for address in ("eve@example.org", "alice@example.org"):
        with CaptureQueriesContext(connection) as captured:
            phone.post("/accounts/password/reset/", {"email": address})
        queries.append([query["sql"] for query in captured])
    assert queries[0] == queries[1]
    assert mailoutbox == []


@pytest.mark.django_db(transaction=True)
def test_mail_is_sent_on_another_thread(laptop, phone, mailoutbox, monkeypatch):
    laptop.sign_up("alice", email="alice@example.org")
    later = []
    monkeypatch.setattr(forms, "run_later", lambda call: later.append(run_later(call)))
    for address in ("eve@example.org", "alice@example.org"):
        phone.post("/accounts/password/reset/", {"email": address})
    for sending in later:
        sending.result()
    assert [mail.to for mail in mailoutbox] == [["alice@example.org"]]


@pytest.mark.parametrize(
    ("language", "subject", "opening"),
    [
        ("en", "New password for The Red Door", "A new password for alice"),
        ("de", "Neues Passwort: The Red Door", "Ein neues Passwort für alice"),
    ],
)
def test_mail_has_the_words_and_the_address_of_the_site(
    laptop, phone, mailoutbox, settings, language, subject, opening
):
    settings.SITE_NAME = "The Red\nDoor"
    settings.PUBLIC_URL = "https://charlie.example.org"
    laptop.sign_up("alice", email="alice@example.org")
    sent = {"email": "alice@example.org"}
    phone.post("/accounts/password/reset/", sent, headers={"Accept-Language": language})
    [mail] = mailoutbox
    assert mail.subject == subject
    assert mail.body.startswith(opening)
    link = re.search(r"https?:\S+", mail.body)[0]
    assert link.startswith("https://charlie.example.org/accounts/password/reset/key/")
    assert phone.get(link.removeprefix(settings.PUBLIC_URL)).status_code == 302


def test_mail_shows_the_site_name_as_it_is(laptop, phone, mailoutbox, settings):
    settings.SITE_NAME = "Anna & Ben's"
    laptop.sign_up("alice", email="alice@example.org")
    phone.post("/accounts/password/reset/", {"email": "alice@example.org"})
    assert "Anna & Ben's" in mailoutbox[0].subject
    assert "Anna & Ben's" in mailoutbox[0].body


@pytest.mark.parametrize(
    "key", ["1-x", "zzzz-x", "1-" + "x" * 2000, "0-%00", "1-%F0%9F%90%88"]
)
def test_invalid_reset_link_is_refused_with_a_message(phone, key):
    page = phone.get(f"/accounts/password/reset/key/{key}/")
    assert page.status_code == 200
    assert "too old" in page.content.decode()
