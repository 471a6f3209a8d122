"""An account has one name in all its spellings: to sign up, to sign in, to be found."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from charlie_site.environment import read_account_limits
from games.accounts.adapters import AccountAdapter
from games.accounts.invitations import invite
from games.accounts.spellings import find_account
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_accounts_command import accounts
from tests.accounts.test_invitations import accept

pytestmark = pytest.mark.django_db
SPELLINGS = [
    ("Анна", ["анна", "АННА", " анна "]),
    ("Jürgen", ["jürgen", "JÜRGEN", "Ju\u0308rgen", "JU\u0308RGEN"]),
    ("straße", ["STRASSE", "strasse", "STRAẞE"]),
    ("fiona", ["ﬁona", "FIONA"]),
    ("anna", ["Ａｎｎａ", "ＡＮＮＡ"]),
    ("Ίρις", ["ΊΡΙΣ", "ίρισ", "Ι\u0301ρις"]),
    ("İnci", ["i̇nci", "inci", "INCI", "İNCİ", "ıncı"]),
    ("ışıl", ["IŞIL", "Işıl", "işil", "İŞİL"]),
    ("Jį\u0307", ["JĮ", "jį"]),
    ("می\u200cنا", ["مینا"]),
    ("क्षितिज", ["क्\u200dषितिज"]),
]
EACH_SPELLING = pytest.mark.parametrize(
    ("name", "other"), [(name, other) for name, all_ in SPELLINGS for other in all_]
)
EACH_OTHER_NAME = pytest.mark.parametrize(
    ("name", "other"), [("Zoë", "Zoe"), ("Ben", "Bén"), ("Anna", "Аnna")]
)


def names():
    return list(User.objects.order_by("username").values_list("username", flat=True))


@pytest.mark.long
@EACH_SPELLING
def test_account_signs_in_in_every_spelling(laptop, phone, name, other):
    laptop.sign_up(name)
    assert names() == [name]
    assert phone.sign_in(other).status_code == 302
    assert phone.get("/accounts/").status_code == 200


@pytest.mark.long
@EACH_SPELLING
def test_name_in_another_spelling_is_taken(laptop, phone, name, other):
    laptop.sign_up(name)
    assert "errorlist" in phone.sign_up(other).text
    with pytest.raises(CommandError):
        accounts("invite", other)
    phone.sign_up("bob")
    with pytest.raises(CommandError):
        accounts("rename", "bob", other)
    assert names() == sorted([name, "bob"])


@pytest.mark.long
@EACH_SPELLING
def test_invited_account_signs_in_and_is_found_in_every_spelling(
    laptop, phone, name, other
):
    accept(laptop, invite(name))
    assert phone.sign_in(other).status_code == 302
    assert accounts("reset", other).startswith("http")
    assert accounts("remove", other) == f"{other} is removed.\n"


@pytest.mark.long
@EACH_SPELLING
def test_account_may_get_its_own_name_in_another_spelling(laptop, phone, name, other):
    laptop.sign_up(name)
    new = find_account(name)
    accounts("rename", name, other)
    new.refresh_from_db()
    assert names() == [new.username]
    assert phone.sign_in(name).status_code == 302


@EACH_OTHER_NAME
def test_other_names_have_other_accounts(laptop, phone, name, other):
    laptop.sign_up(name)
    assert phone.sign_in(other).status_code == 200
    assert phone.sign_up(other).status_code == 302
    assert names() == sorted([name, other])


def test_renamed_account_frees_all_spellings_of_its_old_name(laptop, phone):
    laptop.sign_up("Анна")
    accounts("rename", "анна", "Ольга")
    assert phone.sign_in("АННА").status_code == 200
    assert phone.sign_in("ольга").status_code == 302
    phone.sign_out()
    assert phone.sign_up("анна").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_account_just_made_in_another_spelling_leaves_no_second_one(
    laptop, phone, monkeypatch
):
    # Two simultaneous requests pass both checks, and meet at the unique index.
    monkeypatch.setattr(
        AccountAdapter, "clean_username", lambda self, name, shallow=False: name
    )
    monkeypatch.setattr("games.accounts.signals.require_free_key", lambda user: None)
    laptop.sign_up("Анна")
    assert phone.sign_up("анна").status_code == 302
    assert phone.get("/accounts/").status_code == 200
    other = {"password1": "of-somebody-else", "password2": "of-somebody-else"}
    phone.sign_out()
    assert phone.sign_up("АННА", **other)["Location"] == "/accounts/signup/"
    assert names() == ["Анна"]


def test_command_of_django_makes_no_namesake(laptop):
    laptop.sign_up("Анна")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_superuser("анна", password=PASSWORD)
    assert names() == ["Анна"]


def test_sign_in_looks_the_name_up_by_index(laptop):
    laptop.sign_up("Анна")
    with CaptureQueriesContext(connection) as made:
        find_account("анна")
    assert len(made) == 1
    if connection.vendor != "sqlite":
        return
    for query in made:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = " ".join(row[-1] for row in cursor.fetchall())
        assert "SCAN" not in plan
        assert "INDEX" in plan


def test_guesses_at_one_account_are_limited_over_its_spellings(laptop, phone, settings):
    laptop.sign_up("Анна")
    settings.ACCOUNT_RATE_LIMITS = read_account_limits(1)
    for typed in ["Анна", "анна", "АННА", "аннА", "АнНа", "аНна"]:
        phone.sign_in(typed, "guess")
    assert phone.sign_in("АННа").status_code == 200
    assert phone.get("/accounts/").status_code == 302


def test_wrong_password_is_hashed_once(laptop, phone, monkeypatch):
    laptop.sign_up("alice")
    checked = []
    monkeypatch.setattr(User, "check_password", lambda *call: checked.append(call))
    phone.sign_in("alice", "wrong")
    assert len(checked) == 1


def test_inactive_account_is_told_so(account, phone):
    User.objects.update(is_active=False)
    assert phone.sign_in("ALICE")["Location"] == "/accounts/inactive/"
    assert phone.get("/accounts/").status_code == 302


def test_account_of_an_issuer_gets_a_name_that_is_free_in_every_spelling(laptop, db):
    laptop.sign_up("Straße")
    assert AccountAdapter().generate_unique_username(["strasse"]) == "strasse2"
    assert AccountAdapter().generate_unique_username(["anna"]) == "anna"
