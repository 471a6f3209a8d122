"""Reads the settings of the optional extras: sign-in by OpenID Connect, and Sentry."""

import logging
import sys
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from environ import Env

from charlie_site import __version__
from charlie_site.logging import redact, request_id

OIDC_APPS = ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
# An event keeps these: no request, no user, no arguments of the message.
_KEPT = {"event_id", "exception", "level", "logger", "platform", "release", "timestamp"}


def require_extra(extra: str, module: str, variable: str) -> None:
    """Exit with advice if a variable needs packages that are not installed."""
    if find_spec(module) is None:
        sys.exit(
            f"{variable} needs packages that are not installed. Install"
            f" checkpoint-charlie[{extra}], in a checkout deploy/extras.txt."
        )


def read_oidc(env: Env) -> tuple[str, dict[str, Any]]:
    """Return the issuer's name and SOCIALACCOUNT_PROVIDERS; both may be empty."""
    issuer = env("OIDC_ISSUER", default="").rstrip("/")
    if not issuer:
        return "", {}
    require_extra("oidc", "oauthlib", "OIDC_ISSUER")
    app = {
        "provider_id": "oidc",
        "name": env("OIDC_NAME", default="") or urlsplit(issuer).netloc,
        "client_id": env("OIDC_CLIENT_ID", default=""),
        "secret": env("OIDC_CLIENT_SECRET", default=""),
        "settings": {"server_url": issuer, "oauth_pkce_enabled": True},
    }
    # Not the mail address: the site needs a name alone.
    scope = ["openid", "profile"]
    return app["name"], {"openid_connect": {"APPS": [app], "SCOPE": scope}}


def report_errors(dsn: str) -> None:
    """Send each logged error to Sentry, without any value of the program."""
    require_extra("sentry", "sentry_sdk", "SENTRY_DSN")
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=dsn,
        release=__version__,
        # The other integrations read requests.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=strip_event,  # type: ignore[arg-type]
    )


def strip_event(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """Return the types of the errors, their lines of code, and the request's id.

    Texts of errors may quote a clue, a name or a table's address. The log has them,
    redacted, under the same id.
    """
    for error in event.get("exception", {}).get("values", []):
        error["value"] = ""
    template = str(event.get("logentry", {}).get("message", ""))
    kept = {name: value for name, value in event.items() if name in _KEPT}
    message = redact(template.partition("\n")[0])
    return {**kept, "message": message, "tags": {"request": request_id.get()}}
