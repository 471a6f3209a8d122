"""The kind of thread that answers each address (runtime.threads).

A reader answers GET, HEAD and OPTIONS of an address that is in no list; the table's
worker answers the rest.
"""

from django.urls import Resolver404, ResolverMatch, resolve

from games.codes import clean_code
from runtime.server.http import Destination
from runtime.threads import Kind

# Health checks: they answer while every thread is busy, and ask for connections of
# their own.
ALONE = {"healthz", "readyz"}
# Pages that may need more than 20 ms of processor time, by every method.
SEARCHES = {
    "case",
    "exercise",
    "lesson",
    "own-practice",
    "own-exercise",
    "why",
    "hint",
    "replay",
    "moment",
    "summary",
    "picture",
    "record",
    "evening",
    "club",
    "nights",
    "history",
    "accounts_export",
}
# The admin sites, whose lists read many games. Their acts audit and export many games,
# and hold up no search.
ADMIN = "admin"
# Forms with a password, which is hashed. Readers show the empty forms.
PASSWORDS = {
    "account_login",
    "account_signup",
    "account_reauthenticate",
    "account_change_password",
    "account_set_password",
    "account_reset_password_from_key",
    "accounts_delete",
}
# Pages that call a web service, by every method: the sign-in by OpenID Connect.
SERVICES = {"issuer", "openid_connect_callback"}


def find_place(method: str, path: str) -> Destination:
    """Return where a request for this path is answered."""
    try:
        match = resolve(path)
    except Resolver404:
        return Destination("", Kind.READER)
    code = clean_code(str(match.kwargs.get("code", "")))
    return Destination(match.route, _find_kind(method, match), code, match.url_name)


def _find_kind(method: str, match: ResolverMatch) -> Kind | None:
    name, is_read = match.url_name, method in {"GET", "HEAD", "OPTIONS"}
    if name in ALONE:
        return None
    if name in SEARCHES:
        return Kind.SEARCHES
    if match.app_name == ADMIN:
        return Kind.SEARCHES if is_read else Kind.EXPORTS
    if name in PASSWORDS and not is_read:
        return Kind.PASSWORDS
    if name in SERVICES:
        return Kind.SERVICES
    return Kind.READER if is_read else Kind.WORKER
