"""Serves the game at home, from the first start on (charlie_site.__main__).

Reads `HOST`, `PORT` and `HTTPS` in addition to the variables of the settings.
"""

import json
import os
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from django.db import DatabaseError

from charlie_site.environment import (
    BASE_DIR,
    HOME_DIR,
    get_data_dir,
    read_env_file,
    read_or_make,
)
from charlie_site.network import (
    find_own_addresses,
    find_own_names,
    find_phone_addresses,
    is_in_wsl,
    list_phone_addresses,
)
from charlie_site.serve import (
    describe_endpoint,
    find_obstacle,
    read_listening_host,
    read_port,
    serve,
)
from charlie_site.single_process import hold_lock
from charlie_site.variables import env
from runtime.addresses import parse_address, read_host, write_host

# Seconds between two looks at the network.
_PAUSE = 5


def main() -> None:
    read_env_file()
    host, port = read_listening_host("0.0.0.0"), read_port()  # noqa: S104
    is_secure, named = env.switch("HTTPS", default=False), env.origin("PUBLIC_URL")
    scheme = "https" if is_secure else "http"
    require_own_host(host)
    address, shown = parse_address(host), read_host(host)
    # 0.0.0.0 and :: are all addresses of this machine.
    is_open = address is not None and address.is_unspecified
    home_url = f"{scheme}://{write_host(shown)}:{port}"
    here = f"{scheme}://localhost:{port}/" if is_open else f"{home_url}/"

    def list_for_phones() -> list[str]:
        if named:
            return [f"{named}/"]
        if is_open:
            return [f"{scheme}://{each}:{port}/" for each in find_phone_addresses()]
        return [here] if address and not address.is_loopback else []

    hosts = find_own_names() | {*find_own_addresses(), shown}
    hosts |= {read_host(named)} if named else set()
    try:
        configure(hosts, home_url=home_url)
        require_free(host, port, here)
        prepare()
    except (OSError, DatabaseError) as error:
        sys.exit(f"Cannot start: {error}. Is there room to write in {get_data_dir()}?")
    endpoint = describe_endpoint(
        host, port, get_certificate_for(hosts) if is_secure else None
    )

    def begin() -> None:
        greet(here, shown := list_for_phones(), is_open=is_open)
        watching = partial(watch, here, shown, list_for_phones)
        Thread(target=watching, daemon=True).start()

    serve(endpoint, ready=begin)


def require_own_host(host: str) -> None:
    """Exit if no port of this host can be served."""
    if obstacle := find_obstacle(host, 0):
        sys.exit(
            f"Cannot serve on {host}: {obstacle}. HOST must be an address of this"
            " machine; without it, all of them are served."
        )


def require_free(host: str, port: int, here: str) -> None:
    """Exit if the game is open on this data already, or the port is in use."""
    from django.conf import settings

    if not settings.REDIS_URL:
        hold_lock(settings.DATA_DIR, here)
    if obstacle := find_obstacle(host, port):
        # A wheel has data elsewhere than its files.
        option = "make play PORT=" if BASE_DIR == HOME_DIR else "charlie --port "
        others = range(max(port, 8000) + 1, 65536)
        free = next((each for each in others if not find_obstacle(host, each)), "…")
        sys.exit(
            f"Cannot serve on port {port} of {host}: {obstacle}. Stop what is there, or"
            f" take another port: {option}{free}"
        )


def configure(hosts: set[str], *, home_url: str) -> None:
    """Complete the environment for the settings; variables that are set win."""
    named = env("ALLOWED_HOSTS")
    os.environ["ALLOWED_HOSTS"] = ",".join(filter(None, [named, *sorted(hosts)]))
    os.environ["HOME_URL"] = home_url
    # Several servers of one machine must not sign out each other's players, and a
    # server at another port than before must know its own.
    if not env("COOKIE_PREFIX"):
        path = get_data_dir() / "cookie_prefix"
        os.environ["COOKIE_PREFIX"] = read_or_make(path, make_cookie_prefix)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")


def make_cookie_prefix() -> str:
    """Return a beginning for the names of cookies that no other server has."""
    return f"charlie_{secrets.token_hex(3)}"


def prepare() -> None:
    """Bring translations, database and static files up to date."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("compile_catalogs", verbosity=0)
    call_command("migrate", interactive=False, verbosity=0)
    collect_changed_static()


def collect_changed_static() -> None:
    """Collect the static files if one has changed since the last start."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    root = Path(settings.STATIC_ROOT)
    stamp = root / "collected-from.txt"
    files = [
        (path, Path(storage.path(path)).stat().st_mtime_ns)
        for finder in get_finders()
        for path, storage in finder.list([])
    ]
    fingerprint = sha256(json.dumps(sorted(files)).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(fingerprint)


def get_certificate_for(hosts: set[str]) -> tuple[Path, Path]:
    """Return the paths of a key and a certificate for these names and addresses."""
    from django.conf import settings

    from charlie_site.certificate import ensure_certificate

    return ensure_certificate(settings.DATA_DIR / "tls", hosts)


def greet(here: str, for_phones: list[str], *, is_open: bool) -> None:
    """Print the addresses, and a QR code of the likeliest for phones."""
    print("\nCheckpoint Charlie is open. Ctrl-C closes it.\n")
    print(f"  On this machine:         {here}")
    if not for_phones:
        why = "it is in no network" if is_open else "it is served to this machine alone"
        print(f"  For phones:              none, {why}\n")
    show(here, for_phones)


def show(here: str, for_phones: list[str]) -> None:
    """Print the addresses for phones, and a QR code of the likeliest."""
    import segno

    names = chain(["  Phones in this network: "], repeat("  or, in another network: "))
    for name, address in zip(names, for_phones, strict=False):
        print(name, address)
    if for_phones:
        print()
        # Some files and consoles on Windows have no such letters.
        with suppress(UnicodeEncodeError):
            segno.make(for_phones[0], micro=False).terminal(compact=True)
        if is_in_wsl():
            print("  This is WSL2, and phones reach Windows alone: see README.md.")
        print(
            "  A phone cannot open it? Same Wi-Fi, no guest network, no VPN, and port"
            f" {urlsplit(here).port}\n  open in the firewall: see README.md.\n"
        )
    sys.stdout.flush()


def watch(here: str, shown: list[str], find: Callable[[], list[str]]) -> None:
    """Print the addresses for phones again each time that they have changed."""
    while True:
        time.sleep(_PAUSE)
        list_phone_addresses.cache_clear()
        shown = tell_change(here, shown, find())


def tell_change(here: str, shown: list[str], found: list[str]) -> list[str]:
    """Print the addresses for phones if others were shown; return those found."""
    if found != shown:
        print("\nThe network has changed.\n")
        if not found:
            print("  For phones:              none, it is in no network\n")
        elif here.startswith("https:"):
            print("  The next start makes a certificate that names these addresses.\n")
        show(here, found)
    return found
