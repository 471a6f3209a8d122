"""The provider of sign-ins by OpenID Connect (charlie_site.extras names it)."""

from typing import Any

from allauth.socialaccount import app_settings
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import (
    OpenIDConnectProvider,
)


class IssuerProvider(OpenIDConnectProvider):
    """Fails the sign-in if the issuer's answer names no user."""

    def extract_uid(self, data: dict[str, Any]) -> str:
        """Return the user's `sub` at the issuer.

        Raises:
            OAuth2Error: it is no text, empty, or one that a row cannot hold.
        """
        user = data.get("userinfo") or data.get("id_token")
        sub = user.get("sub") if isinstance(user, dict) else None
        text = sub if isinstance(sub, str) and sub.isprintable() else ""
        if not 0 < len(text) <= app_settings.UID_MAX_LENGTH:
            raise OAuth2Error("The issuer's answer has no sub that can be stored.")
        return text
