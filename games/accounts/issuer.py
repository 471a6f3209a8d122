"""The provider of sign-ins by OpenID Connect (charlie_site.extras names it)."""

from typing import Any

from allauth.socialaccount import app_settings
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import (
    OpenIDConnectProvider,
)


class IssuerProvider(OpenIDConnectProvider):
    """Fails the sign-in if the issuer's answer names no user.

    An issuer may answer with any type. Of what it tells, an account keeps `sub` and a
    user name alone.
    """

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

    def extract_common_fields(self, data: dict[str, Any]) -> dict[str, str]:
        fields = super().extract_common_fields(data)
        names = {name: fields[name] for name in ("username", "name")}
        return {name: text for name, text in names.items() if isinstance(text, str)}

    def extract_email_addresses(self, _data: dict[str, Any]) -> list[Any]:
        return []
