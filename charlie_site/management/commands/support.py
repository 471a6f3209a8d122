"""Describes this site for a report of a fault, without secrets, names and codes."""

import platform
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from shutil import disk_usage
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.models import QuerySet

from charlie_site.logging import redact
from charlie_site.schema import find_missing_migrations, find_schema_obstacle

_LINES = 200
# These name no person, and open no door.
_SHOWN = (
    *("VERSION", "DEBUG", "PROCESSES", "WORKERS", "READERS", "IS_SECURE", "SIGN_UP"),
    *("TABLE_OPENERS", "PUBLIC_TABLES", "RATE_LIMIT_FACTOR", "CLOCK_SPEED"),
    *("CLIENT_ADDRESS_HEADER", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS"),
    *("TIME_ZONE", "LANGUAGE_CODE"),
)
# Of these, only whether they are set.
_HIDDEN = (
    *("PUBLIC_URL", "REDIS_URL", "MAIL_URL", "OIDC_NAME", "SENTRY_DSN", "GREETING"),
    *("METRICS_TOKEN", "SECRET_KEY_FALLBACKS", "ADMIN_NAME", "IMPRINT_URL"),
)


class Command(BaseCommand):
    """`manage.py support`, which prints to be read before it is sent."""

    help = "Describe this site for a report of a fault: no secrets, names or codes."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file with the log."""
        parser.add_argument(
            "--log", metavar="FILE", help=f"add its last {_LINES} lines; -: from a pipe"
        )

    def handle(self, *args: Any, log: str | None, **options: Any) -> None:
        """Print a line for each fact, and the end of the log with secrets removed."""
        for name, value in _describe():
            self.stdout.write(f"{name}: {value}")
        if log:
            self.stdout.write("\nThe end of the log:")
            for line in _read(log).splitlines()[-_LINES:]:
                self.stdout.write(redact(line))


def _describe() -> Iterator[tuple[str, object]]:
    yield "Python", sys.version.split()[0]
    yield "Django", django.__version__
    yield "system", f"{platform.system()} {platform.release()} {platform.machine()}"
    for name in _SHOWN:
        yield name, getattr(settings, name)
    for name in _HIDDEN:
        yield name, "set" if getattr(settings, name) else "not set"
    free = disk_usage(settings.DATA_DIR).free
    yield "free in DATA_DIR", f"{free / 1e9:.1f} GB"
    yield "database", connection.vendor
    try:
        yield from _describe_database()
    except DatabaseError as error:
        # Its text may name a host or quote a row.
        yield "database answers", type(error).__name__


def _describe_database() -> Iterator[tuple[str, object]]:
    with connection.cursor() as cursor:
        versions = {"sqlite": "SELECT sqlite_version()"}
        cursor.execute(versions.get(connection.vendor, "SHOW server_version"))
        yield "its version", cursor.fetchone()[0]
    yield "schema", find_schema_obstacle(connection) or "fits"
    missing = sorted(".".join(name) for name in find_missing_migrations(connection))
    yield "missing migrations", ", ".join(missing) or "none"
    for model in apps.get_models(include_auto_created=True):
        yield f"rows of {model.__name__}", QuerySet(model).count()


def _read(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_text("utf-8", errors="replace")
    except OSError as error:
        raise CommandError(f"Cannot read {name}: {error}") from error
