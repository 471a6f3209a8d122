"""Django's `migrate`, which alone creates the database, and refuses strange ones."""

import sys
from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from runtime.schema import find_obstacle
from runtime.sqlite3.base import DatabaseWrapper


class Command(migrate.Command):
    def handle(self, *args: Any, database: str, **options: Any) -> None:
        """Create the file of SQLite if there is none, and migrate.

        Exits if this version must not use the database.
        """
        connection = connections[database]
        if isinstance(connection, DatabaseWrapper):
            connection.create_file()
        if obstacle := find_obstacle(connection):
            sys.exit(obstacle)
        super().handle(*args, database=database, **options)
