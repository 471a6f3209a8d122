"""Configures the Django application."""

import sys
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games"
    verbose_name = _("Checkpoint Charlie")

    def ready(self) -> None:
        # Registers the system checks and connects the signals, which need the models.
        import runtime.checks  # noqa: F401
        from games.accounts import signals

        pre_migrate.connect(_refuse_old_tables, sender=self)
        post_migrate.connect(signals.create_first_admin, sender=self)


def _refuse_old_tables(using: str, **_options: Any) -> None:
    """Exit instead of migrating a database that an unreleased version made.

    Migrations are named anew for the first release; no migration leads to its tables.
    """
    applied = MigrationRecorder(connections[using]).applied_migrations()
    if ("games", "0001_initial") in applied:
        sys.exit(
            "A version before the first release made this database, and no migration"
            " leads from it to this version: keep the records of its games with the"
            " version that made it, and begin with a new, empty database."
        )
