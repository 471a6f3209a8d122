"""The environment that settings are read from, with what `.env` adds to it."""

import os
from pathlib import Path
from typing import Any

from environ import Env

BASE_DIR = Path(__file__).resolve().parent.parent


class LiteralEnv(Env):
    """Reads every variable literally, also one that begins with a dollar sign.

    django-environ takes `$abc` for the name of another variable, and uses the default
    where that is missing. Of the secret keys that Django makes, one in fifty begins
    with a dollar sign: the server would sign sessions with another key.
    """

    def get_value(
        self,
        var: str,
        cast: Any = None,
        default: Any = Env.NOTSET,
        parse_default: bool = False,
    ) -> Any:
        """Return the value of a variable, or the default where it is not set."""
        value = self.ENVIRON.get(var, "")
        if value.startswith("$"):
            return self.parse_value(value, cast)
        return super().get_value(var, cast, default, parse_default)


def read_env_file() -> None:
    """Put what stands in `.env` into the environment, where that says nothing yet."""
    path = BASE_DIR / os.environ.get("ENV_FILE", ".env")
    if path.is_file():
        Env.read_env(path)
