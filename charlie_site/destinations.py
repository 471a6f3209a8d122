"""The thread that answers each address (runtime.threads).

A view of ours says its kind of thread by `runs_on`, for every method. Those of
libraries have theirs here. Of all other addresses a reader answers GET, HEAD and
OPTIONS, and the table's worker the rest.
"""

from django.urls import Resolver404, ResolverMatch, resolve

from games.codes import clean_code
from runtime.server.http import Destination
from runtime.threads import KIND, Kind

# The admin sites, whose lists read many games. Their acts audit and export many games,
# and hold up no search.
ADMIN = "admin"
# Forms of allauth with a password, which is hashed. Readers show the empty forms.
PASSWORDS = {
    "account_login",
    "account_signup",
    "account_reauthenticate",
    "account_change_password",
    "account_set_password",
    "account_reset_password_from_key",
}
# Pages of allauth that call a web service: the sign-in by OpenID Connect.
SERVICES = {"issuer", "openid_connect_callback"}


def find_destination(method: str, path: str) -> Destination:
    """Return where a request for this path is answered."""
    try:
        match = resolve(path)
    except Resolver404:
        return Destination("", Kind.READER)
    code = clean_code(str(match.kwargs.get("code", "")))
    return Destination(match.route, _find_kind(method, match), code, match.url_name)


def _find_kind(method: str, match: ResolverMatch) -> Kind | None:
    is_read = method in {"GET", "HEAD", "OPTIONS"}
    if hasattr(match.func, KIND):
        kind: Kind | None = getattr(match.func, KIND)
        return kind
    if match.app_name == ADMIN:
        return Kind.SEARCHES if is_read else Kind.EXPORTS
    if match.url_name in PASSWORDS and not is_read:
        return Kind.PASSWORDS
    if match.url_name in SERVICES:
        return Kind.SERVICES
    return Kind.READER if is_read else Kind.WORKER
