"""Checks settings for unsafe combinations; a server does not start on errors.

SECURITY.md has a line for each id.
"""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, register

from runtime.addresses import is_public_host

TAG = "charlie"
SHORTEST_KEY = 40
FEWEST_CHARACTERS = 10


@register(TAG)
def check_processes(**_kwargs: Any) -> Iterator[CheckMessage]:
    """Check that several processes share a channel layer and a database."""
    if settings.PROCESSES > 1 and not settings.REDIS_URL:
        yield Error(
            "Several processes cannot share the layer in memory: set REDIS_URL.",
            id="charlie.E001",
        )
    if settings.PROCESSES > 1 and settings.IS_SQLITE:
        yield Error(
            "Several processes cannot share SQLite: set DATABASE_URL.",
            id="charlie.E002",
        )
    if not (settings.IS_SQLITE or settings.REDIS_URL):
        yield checks.Warning(
            "A second process on this database would hear nothing of the first.",
            hint="Set REDIS_URL before you start one.",
            id="charlie.W001",
        )


@register(TAG)
def check_secrets(**_kwargs: Any) -> Iterator[CheckMessage]:
    """Check that secret keys are strong and that error pages are not public."""
    if any(map(_is_weak, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])):
        yield Error(
            "SECRET_KEY, or one of SECRET_KEY_FALLBACKS, is one that can be guessed.",
            hint="Leave it out: a good one is made and kept.",
            id="charlie.E005",
        )
    if settings.DEBUG and any(map(is_public_host, settings.ALLOWED_HOSTS)):
        yield Error(
            "DEBUG shows secrets to everybody who can reach this server.",
            hint="Leave DEBUG out, or take public names out of ALLOWED_HOSTS.",
            id="charlie.E006",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield Error(
            "With * in ALLOWED_HOSTS, pages of every site could open sockets here.",
            id="charlie.E007",
        )


def _is_weak(key: str) -> bool:
    is_short = len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_CHARACTERS
    return is_short or key.startswith("django-insecure-")
