"""Connections to a database that exists; SQLite itself would create an empty one."""

from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base, features


class DatabaseFeatures(features.DatabaseFeatures):
    # Django asks the database, with each check of the models.
    supports_json_field = True


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects like Django's own wrapper, but to an existing file only."""

    features_class = DatabaseFeatures

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection.

        Raises:
            OperationalError: there is no such file.
        """
        file = Path(conn_params["database"])
        if not file.exists():
            raise OperationalError(
                f"there is no database {file}: either DATA_DIR is another folder, or"
                " `migrate` has not run yet"
            )
        return super().get_new_connection(conn_params)
