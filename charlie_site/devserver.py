"""Serves the game at home, from the first start on (charlie_site.__main__).

Reads `HOST`, `PORT` and `HTTPS` in addition to the variables of the settings.
"""

import json
import os
import re
import socket
import subprocess
import sys
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

from django.db import DatabaseError

from charlie_site.environment import BASE_DIR, HOME_DIR, read_env_file
from charlie_site.serve import describe_endpoint, find_obstacle, read_port, serve

ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104
# Reserved for documentation: no such machine exists, but it has a route.
REMOTE_ADDRESS = ("192.0.2.1", 9)


def main() -> None:
    read_env_file()
    host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104
    port = read_port()
    is_secure = os.environ.get("HTTPS", "") not in ("", "0")
    if obstacle := find_obstacle(host, port):
        # A wheel has data elsewhere than its files.
        option = "make play PORT=" if BASE_DIR == HOME_DIR else "charlie --port "
        sys.exit(
            f"Cannot serve on port {port} of {host}: {obstacle}. Stop what is there, or"
            f" take another port: {option}{max(port, 8000) + 1}"
        )
    scheme = "https" if is_secure else "http"
    is_open = host in ALL_INTERFACES
    here = f"{scheme}://{'localhost' if is_open else host}:{port}/"
    phones_host = main_address() if is_open else None
    for_phones = f"{scheme}://{phones_host}:{port}/" if phones_host else None
    hosts = own_names() | own_addresses() | ({host} - set(ALL_INTERFACES))
    configure(hosts, public_url=for_phones or here)
    try:
        prepare()
    except (OSError, DatabaseError) as error:
        folder = os.environ.get("DATA_DIR") or HOME_DIR / "var"
        sys.exit(f"Cannot start: {error}. Is there room to write in {folder}?")
    endpoint = describe_endpoint(
        host, port, certificate_for(hosts) if is_secure else None
    )
    serve(endpoint, ready=partial(greet, here, for_phones))


def own_names() -> set[str]:
    """Return this machine's names, including the one in the local network."""
    name = socket.gethostname().lower()
    return {"localhost", name} | ({f"{name}.local"} if "." not in name else set())


def own_addresses() -> set[str]:
    """Return the IPv4 addresses of this machine, including loopback."""
    listed: set[str] = set()
    for command in (["ip", "-o", "-4", "addr"], ["ifconfig"]):
        with suppress(OSError, subprocess.SubprocessError):
            text = subprocess.check_output(  # noqa: S603
                command, text=True, stderr=subprocess.DEVNULL, timeout=5
            )
            listed |= set(re.findall(r"inet (\d+\.\d+\.\d+\.\d+)", text))
    main = main_address()
    return listed | {"127.0.0.1"} | ({main} if main else set())


def main_address() -> str | None:
    """Return the address that other machines in the network see, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket chooses a route and sends nothing.
            probe.connect(REMOTE_ADDRESS)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def configure(hosts: set[str], *, public_url: str) -> None:
    """Complete the environment for the settings; variables that are set win."""
    named = os.environ.get("ALLOWED_HOSTS", "")
    os.environ["ALLOWED_HOSTS"] = ",".join(filter(None, [named, *sorted(hosts)]))
    os.environ.setdefault("PUBLIC_URL", public_url)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")


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


def certificate_for(hosts: set[str]) -> tuple[Path, Path]:
    """Return the paths of a key and a certificate for these names and addresses."""
    from django.conf import settings

    from charlie_site.certificate import ensure_certificate

    return ensure_certificate(settings.DATA_DIR / "tls", hosts)


def greet(here: str, for_phones: str | None) -> None:
    import segno

    print("\nCheckpoint Charlie is open. Ctrl-C closes it.\n")
    print(f"  On this machine:         {here}")
    if for_phones is None:
        print("  For phones:              none, it is served to this machine alone\n")
    else:
        print(f"  Phones in this network:  {for_phones}\n")
        # Some files and consoles on Windows have no such letters.
        with suppress(UnicodeEncodeError):
            segno.make(for_phones, micro=False).terminal(compact=True)
    sys.stdout.flush()
