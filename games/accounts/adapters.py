"""Adapts allauth to this site; the settings name these classes."""

from itertools import chain, count
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.spellings import compose_username, is_taken
from games.players.identity import find_own_player, keep_guest_key
from games.players.names import clean_name
from games.table.people.ownership import keep_out
from runtime.addresses import read_client_address

REAUTHENTICATION = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


def can_send_mail() -> bool:
    """Return whether this server sends mail, rather than discarding or printing it."""
    backend = str(settings.MAILERS["default"]["BACKEND"])
    return not backend.endswith(("console.EmailBackend", "dummy.EmailBackend"))


class AccountAdapter(DefaultAccountAdapter):
    """Accounts with a user name, and passkeys that replace the password."""

    def get_login_stages(self) -> list[str]:
        # allauth treats a passkey as a second factor: an account with a passkey could
        # no longer sign in by password alone, not even where passkeys cannot work
        # (plain http).
        stages = super().get_login_stages()
        return [stage for stage in stages if not stage.startswith("allauth.mfa.")]

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP)

    def clean_username(
        self, username: str, shallow: bool = False, of: User | None = None
    ) -> str:
        """Return a user name in its stored form; `of` is the account that gets it."""
        typed = clean_name(compose_username(username))
        cleaned: str = super().clean_username(typed, shallow=True)
        if not shallow and is_taken(cleaned, but=of):
            raise self.validation_error("username_taken")
        return cleaned

    def generate_unique_username(self, texts: Any, regex: str | None = None) -> str:
        # allauth compares the names in one spelling only.
        found: str = super().generate_unique_username(texts, regex)
        names = chain([found], (f"{found[:16]}{number}" for number in count(2)))
        return next(name for name in names if not is_taken(name))

    def save_user(
        self, request: HttpRequest, user: User, form: Any, commit: bool = True
    ) -> User:
        super().save_user(request, user, form, commit=False)
        if commit:
            # The account and the key of its name, or neither.
            with transaction.atomic():
                user.save()
        return user

    def get_reset_password_from_key_url(self, key: str) -> str:
        # A mail may be read on another device: it needs the site's own address.
        link: str = super().get_reset_password_from_key_url(key)
        if not settings.PUBLIC_URL:
            return link
        return f"{settings.PUBLIC_URL}{urlsplit(link).path}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts_overview")

    def get_reauthentication_methods(
        self, user: AbstractBaseUser | AnonymousUser
    ) -> list[dict[str, str]]:
        methods = super().get_reauthentication_methods(user)
        return [
            method | {"description": REAUTHENTICATION[method["id"]]}
            for method in methods
        ]

    def is_safe_url(self, url: str) -> bool:
        # allauth's method raises on addresses such as "http://[".
        host = context.request.get_host()
        return url_has_allowed_host_and_scheme(url, allowed_hosts={host})

    def get_client_ip(self, request: HttpRequest) -> str:
        return read_client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        # Failures count for a name at an address: another address locks no owner out.
        name = f"{credentials.get('username', '')} {self.get_client_ip(request)}"
        super().pre_authenticate(request, username=name)

    def logout(self, request: HttpRequest) -> None:
        player = find_own_player(request.user, request.session)
        # In this order: the guest key comes back first.
        with keep_out(request.session, player), keep_guest_key(request):
            super().logout(request)


class PasskeyAdapter(DefaultMFAAdapter):
    """Passkeys under the site's own name and the account's user name."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This passkey didn't work here. Try again."),
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": settings.SITE_NAME}

    def get_public_key_credential_user_entity(
        self, user: AbstractBaseUser
    ) -> dict[str, Any]:
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.get_username()}

    def generate_authenticator_name(self, user: AbstractBaseUser, *kinds: str) -> str:
        passkeys = Authenticator.objects.filter(user=user, type__in=kinds)
        number = passkeys.count() + 1
        return gettext("Passkey %(number)s") % {"number": number}


class OidcAdapter(DefaultSocialAccountAdapter):
    """Accounts of an OpenID Connect issuer, which keep its id and a user name alone."""

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: Any) -> Any:
        sociallogin.account.extra_data = {}
        names = [data.get("username"), data.get("name"), "player"]
        sociallogin.user.username = get_adapter().generate_unique_username(names)
        return sociallogin.user

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        # Never `?process=connect`: a link on another site could give an account away.
        sociallogin.state["process"] = "login"
