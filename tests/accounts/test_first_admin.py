"""The first administrator, made by `migrate` from ADMIN_NAME and ADMIN_PASSWORD."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def named(settings):
    settings.ADMIN_NAME, settings.ADMIN_PASSWORD = "warden", PASSWORD


def migrate():
    call_command("migrate", verbosity=0)


def test_first_administrator_can_sign_in(named, laptop):
    migrate()
    assert laptop.sign_in("warden").status_code == 302
    assert laptop.get("/admin/").status_code == 200


def test_nothing_is_created_without_a_name():
    migrate()
    assert not User.objects.exists()


def test_later_start_changes_nothing(named, settings):
    migrate()
    settings.ADMIN_NAME, settings.ADMIN_PASSWORD = "another", "another-crossing"
    migrate()
    (admin,) = User.objects.all()
    assert admin.username == "warden"
    assert admin.check_password(PASSWORD)


def test_player_of_that_name_gets_no_rights(named, laptop):
    laptop.sign_up("Warden")
    with pytest.raises(CommandError, match="username"):
        migrate()
    assert not User.objects.filter(is_staff=True).exists()


@pytest.mark.parametrize("password", ["", "7hats", "12345678901", "qwerty123"])
def test_weak_password_is_refused_and_not_quoted(named, settings, password):
    settings.ADMIN_PASSWORD = password
    with pytest.raises(CommandError, match="This password") as refusal:
        migrate()
    assert not password or password not in str(refusal.value)
    assert not User.objects.exists()
