"""Reads the settings of the optional extras: sign-in by OpenID Connect, and Sentry."""

import sys
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from charlie_site.logging import redact, request_id
from charlie_site.variables import Variables

OIDC_APPS = ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
# The part of an event for Sentry: no request, no user, no arguments of the message.
_SENT_FIELDS = {"event_id", "exception", "level", "logger", "platform", "timestamp"}


def read_oidc(env: Variables) -> tuple[str, dict[str, Any]]:
    """Return the issuer's name and SOCIALACCOUNT_PROVIDERS; both may be empty."""
    issuer = env.url("OIDC_ISSUER")
    if not issuer:
        return "", {}
    _require("oauthlib", "OIDC_ISSUER", "oidc")
    scope = ["openid", "profile"]
    app: dict[str, Any] = {
        "provider_id": "site",
        "name": env("OIDC_NAME") or urlsplit(issuer).netloc,
        "client_id": env("OIDC_CLIENT_ID"),
        "secret": env("OIDC_CLIENT_SECRET"),
        "settings": {"server_url": issuer, "oauth_pkce_enabled": True},
    }
    provider = {"provider_class": "games.accounts.issuer.IssuerProvider"}
    return app["name"], {"openid_connect": provider | {"APPS": [app], "SCOPE": scope}}


def report_errors(dsn: str) -> None:
    """Send each logged error to Sentry, without any value of the program."""
    _require("sentry_sdk", "SENTRY_DSN", "sentry")
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=dsn,
        # The other integrations read requests.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None)],
        include_local_variables=False,
        before_send=_strip,  # type: ignore[arg-type]
    )


def _strip(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """Return the types of the errors, their lines of code, and the request's id.

    Texts of errors may quote a clue. The log has them, redacted, under the same id.
    """
    for error in event.get("exception", {}).get("values", []):
        error["value"] = ""
    template = str(event.get("logentry", {}).get("message", ""))
    sent = {name: value for name, value in event.items() if name in _SENT_FIELDS}
    tags = {"request": request_id.get()}
    return {**sent, "message": redact(template.partition("\n")[0]), "tags": tags}


def _require(module: str, variable: str, extra: str) -> None:
    if find_spec(module) is None:
        sys.exit(
            f"{variable} needs packages that are not installed. Install"
            f" checkpoint-charlie[{extra}], in a checkout deploy/extras.txt."
        )
