"""Reads settings from environment variables and from the file `.env`."""

import os
from pathlib import Path
from typing import Any

from environ import Env

BASE_DIR = Path(__file__).resolve().parent.parent


class LiteralEnv(Env):
    """Reads values literally, even those that begin with a dollar sign.

    django-environ reads `$abc` as a reference to another variable, and uses the default
    if that is missing. One in fifty of Django's secret keys begins with a dollar sign:
    the server would sign sessions with another key.
    """

    def get_value(
        self,
        var: str,
        cast: Any = None,
        default: Any = Env.NOTSET,
        parse_default: bool = False,
    ) -> Any:
        """Return the value of a variable, or the default if it is not set."""
        value = self.ENVIRON.get(var, "")
        if value.startswith("$"):
            return self.parse_value(value, cast)
        return super().get_value(var, cast, default, parse_default)


def read_env_file() -> None:
    """Add the variables of `.env` that the environment does not set."""
    path = BASE_DIR / os.environ.get("ENV_FILE", ".env")
    if path.is_file():
        Env.read_env(path)
