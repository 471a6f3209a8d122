"""What static files say of themselves, beside what every answer says."""

from collections.abc import MutableMapping


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Let a static file that is opened by itself run nothing, and be framed nowhere.

    It is answered before the middleware that says so of pages.
    """
    headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
