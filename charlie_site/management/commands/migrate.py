"""Django's `migrate`, which alone creates the database, and refuses strange ones."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from charlie_site.schema import find_schema_obstacle


class Command(migrate.Command):
    def handle(self, *args: Any, database: str, **options: Any) -> None:
        """Create the file of SQLite if there is none, and migrate.

        Exits if this version must not use the database.
        """
        connection = connections[database]
        if connection.vendor == "sqlite":
            # It holds sessions and seeds, for its owner alone.
            Path(connection.settings_dict["NAME"]).touch(mode=0o600)
        if obstacle := find_schema_obstacle(connection):
            sys.exit(obstacle)
        super().handle(*args, database=database, **options)
