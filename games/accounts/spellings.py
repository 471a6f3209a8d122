"""Finds accounts by every spelling of their names, and stores the keys of the names."""

import unicodedata

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest

from games.models import AccountName
from games.players.names import build_name_key


class _UsernameValidator(UnicodeUsernameValidator):
    """Accepts the marks and joiners of scripts that need them, unlike Django."""

    def __call__(self, value: str) -> None:
        kinds = ((each, unicodedata.category(each)) for each in value)
        letters = [each for each, kind in kinds if kind[0] != "M" and kind != "Cf"]
        super().__call__("".join(letters))


# allauth reads the list (ACCOUNT_USERNAME_VALIDATORS); clean_name refuses much more.
USERNAME_VALIDATORS = [_UsernameValidator()]


class AccountBackend(AuthenticationBackend):
    """Signs in by password, and by the user name in any spelling.

    It looks a name up by index. allauth's own query reads every account, and SQLite
    ignores the case of ASCII letters alone.
    """

    def authenticate(self, request: HttpRequest | None, **sent: str) -> User | None:
        """Return the account of this name and password; None without both.

        An inactive account is returned too: allauth has a page for it.

        Raises:
            PermissionDenied: no such account, or the password is wrong. Django then
                asks no other backend.
        """
        name, password = sent.get("username"), sent.get("password")
        if not (name and password):
            return None
        account = find_account(name)
        if account is None:
            # Takes as long as a wrong password.
            User().set_password(password)
        elif account.check_password(password):
            return account
        raise PermissionDenied


def compose_username(typed: str) -> str:
    """Return a user name in the form that is stored."""
    return unicodedata.normalize("NFKC", typed).strip()


def find_account(name: str) -> User | None:
    """Return the account of a user name, in any spelling."""
    return User.objects.filter(stored_name__key=build_name_key(name)).first()


def is_taken(name: str, but: User | None = None) -> bool:
    """Return whether an account has this user name, in any spelling; `but` may."""
    found = AccountName.objects.filter(key=build_name_key(name))
    return found.exclude(pk=but and but.pk).exists()


def require_free_key(user: User) -> None:
    """Refuse to save an account with the name of another one, in any spelling.

    Raises:
        IntegrityError: another account has the name.
    """
    if is_taken(user.username, but=user):
        raise IntegrityError("Another account has this name in another spelling.")


def store_key(user: User) -> None:
    """Store the key of an account's name."""
    key = build_name_key(user.username)
    AccountName.objects.update_or_create(user=user, defaults={"key": key})
