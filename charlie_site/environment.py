"""The environment that settings are read from, with what `.env` adds to it."""

import os
from pathlib import Path

from environ import Env

BASE_DIR = Path(__file__).resolve().parent.parent


def read_env_file() -> None:
    """Put what stands in `.env` into the environment, where that says nothing yet."""
    path = BASE_DIR / os.environ.get("ENV_FILE", ".env")
    if path.is_file():
        Env.read_env(path)
