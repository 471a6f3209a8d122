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


def mailers_of(url: str) -> dict[str, dict[str, object]]:
    """Return Django's MAILERS for the address of a mail server.

    Without a mail server, mails are discarded: printing them would put links that reset
    a password into the log.
    """
    mail = Env.email_url_config(url or "dummymail://")
    mailer: dict[str, object] = {"BACKEND": mail["EMAIL_BACKEND"]}
    if mail.get("EMAIL_HOST"):
        mailer["OPTIONS"] = {
            "host": mail["EMAIL_HOST"],
            "port": mail["EMAIL_PORT"] or 587,
            "username": mail["EMAIL_HOST_USER"] or "",
            "password": mail["EMAIL_HOST_PASSWORD"] or "",
            "use_tls": mail.get("EMAIL_USE_TLS", False),
            "use_ssl": mail.get("EMAIL_USE_SSL", False),
            "timeout": 10,
        }
    return {"default": mailer}
