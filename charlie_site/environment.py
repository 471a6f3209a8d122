"""Reads the files of settings, finds the folders, and builds larger settings."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from environ import Env

from charlie_site.variables import env, read_lines, refuse

# With SQLite's defaults, transactions that read and then write fail under load instead
# of waiting for each other. FULL: a commit survives a power cut.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
# Notices a dead machine or network within seconds; the last in milliseconds.
POSTGRESQL_OPTIONS = {
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
MAIL_SCHEMES = tuple(Env.EMAIL_SCHEMES)
DATABASE_SCHEMES = ("postgres", "postgresql", "psql", "pgsql", "sqlite")
_ZONE = "the name of a time zone, such as Europe/Berlin"


def find_folders() -> tuple[Path, Path]:
    """Return the folder of templates, static files and catalogues, and the home folder.

    The home folder holds `.env`, and data in `var` by default. A checkout is both. A
    wheel has the first inside the package; the second is the user's.
    """
    package = Path(__file__).resolve().parent
    if (package / "_data").is_dir():
        from platformdirs import user_data_path

        return package / "_data", user_data_path("checkpoint-charlie", appauthor=False)
    return package.parent, package.parent


BASE_DIR, HOME_DIR = find_folders()


def read_env_file() -> None:
    """Add the variables of `.env` that the environment does not set.

    Exits if this user may not read it: the defaults are another site's.
    """
    path = HOME_DIR / os.environ.get("ENV_FILE", ".env")
    try:
        if path.is_file():
            for name, value in read_lines(path.read_bytes()).items():
                os.environ.setdefault(name, value)
    except OSError as error:
        sys.exit(f"Cannot read the settings: {error}. Only the site's user may.")
    except UnicodeDecodeError:
        sys.exit(f"Cannot read the settings: {path} is no text in UTF-8.")


def get_data_dir() -> Path:
    """Return the folder for the database, the secret key and other files."""
    return Path(env("DATA_DIR") or HOME_DIR / "var").resolve()


def find_wrong_user(folder: Path) -> str:
    """Return why this user must not use the data in a folder; empty without a reason.

    The user that serves the site could not write the files that root makes there.
    """
    if sys.platform == "win32" or not folder.exists():
        return ""
    owner = f"user {folder.stat().st_uid}"
    is_root = os.geteuid() == 0 and owner != "user 0"
    if os.access(folder, os.R_OK | os.W_OK | os.X_OK) and not is_root:
        return ""
    # A container knows no names of the users outside.
    with suppress(KeyError):
        owner = folder.owner()
    return f"{folder} belongs to {owner}: run this as that user."


def read_or_make(path: Path, make: Callable[[], str]) -> str:
    """Return the text of a private file; the first start of a server makes it."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(make())
        # Another process may link its own file first; that one stays.
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text().strip()


def build_database(url: str) -> dict[str, Any]:
    """Return the settings of a database for its address.

    The threads of runtime.threads keep a connection each: a new one for each request
    costs more than a move.
    """
    database: dict[str, Any] = Env.db_url_config(url) | {"CONN_MAX_AGE": None}
    if database["ENGINE"] == "django.db.backends.sqlite3":
        return database | {"ENGINE": "runtime.sqlite3", "OPTIONS": SQLITE_OPTIONS}
    options = POSTGRESQL_OPTIONS | database.get("OPTIONS", {})
    more = {"ENGINE": "runtime.postgresql", "CONN_HEALTH_CHECKS": True}
    return database | more | {"OPTIONS": options}


def build_mailers(url: str) -> dict[str, dict[str, object]]:
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


def read_time_zone() -> str:
    """Return the name of the time zone of dates on pages."""
    name = env.pattern("TIME_ZONE", r"[\w+/-]+", default="UTC", must=_ZONE)
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        refuse("TIME_ZONE", _ZONE, name)
    return name


def read_account_limits(factor: float) -> dict[str, str]:
    """Return allauth's rate limits for forms that hash a password, by address."""
    most = {"login": (20, 100), "signup": (10, 60)}
    return {
        form: f"{round(a_minute * factor)}/m/ip,{round(an_hour * factor)}/h/ip"
        for form, (a_minute, an_hour) in most.items()
    }
