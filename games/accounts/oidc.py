"""Adapts allauth's sign-in by OpenID Connect; charlie_site.extras configures it."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.contrib.auth.models import User
from django.http import HttpRequest


class OidcAdapter(DefaultSocialAccountAdapter):
    """Accounts with a user name of the issuer's choice and no other data of it."""

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        sociallogin.account.extra_data, sociallogin.email_addresses = {}, []
        names = [data.get("username"), data.get("name"), "player"]
        user: User = sociallogin.user
        user.username = get_adapter().generate_unique_username(names)
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        # The address takes `?process=connect`: a link on another site could connect an
        # account here with the identity of somebody else.
        sociallogin.state["process"] = AuthProcess.LOGIN
