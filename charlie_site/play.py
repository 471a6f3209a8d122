"""`make play`: everything that a first game needs, then the server.

Reads `HOST`, `PORT` and `HTTPS` beside what the settings read.
"""

import json
import os
import sys
from functools import partial
from hashlib import sha256
from pathlib import Path

from charlie_site.addresses import (
    main_address,
    obstacle_at,
    own_addresses,
    own_names,
)
from charlie_site.environment import read_env_file

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104
# A phone that does not answer is gone after 20 seconds, not after Daphne's 50.
PING_SECONDS = 10
# Daphne buffers what it is sent without end, and no page sends more than a pong.
LARGEST_MESSAGE = 64 * 1024


def main() -> None:
    read_env_file()
    host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104
    port = read_port()
    is_secure = os.environ.get("HTTPS", "") not in ("", "0")
    if obstacle := obstacle_at(host, port):
        sys.exit(
            f"Cannot serve on port {port} of {host}: {obstacle}. Stop what is there, or"
            f" take another port: make play PORT={max(port, 8000) + 1}"
        )
    scheme = "https" if is_secure else "http"
    here = f"{scheme}://{'localhost' if host in ANYWHERE else host}:{port}/"
    phones_host = main_address() if host in ANYWHERE else None
    for_phones = f"{scheme}://{phones_host}:{port}/" if phones_host else None
    hosts = own_names() | own_addresses() | ({host} - set(ANYWHERE))
    configure(hosts, public_url=for_phones or here)
    prepare()
    serve(
        [endpoint(host, port, hosts if is_secure else None)],
        ready=lambda: greet(here, for_phones),
    )


def read_port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not (text.isdecimal() and 0 < int(text) < 65536):
        sys.exit(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def configure(hosts: set[str], *, public_url: str) -> None:
    """Say in the environment, before the settings read it, what this machine is."""
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
    """Collect the static files unless they are those of the last start."""
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


def endpoint(host: str, port: int, certificate_hosts: set[str] | None) -> str:
    """Return where to listen, in Twisted's words; with TLS if hosts are given."""
    interface = host.replace(":", r"\:")
    if certificate_hosts is None:
        return f"tcp:port={port}:interface={interface}"
    from django.conf import settings

    from charlie_site.certificate import ensure_certificate

    key, certificate = (
        str(path).replace(":", r"\:")
        for path in ensure_certificate(settings.DATA_DIR / "tls", certificate_hosts)
    )
    tls = f"privateKey={key}:certKey={certificate}"
    return f"ssl:port={port}:interface={interface}:{tls}"


def serve(endpoints: list[str], ready) -> None:
    """Serve until the process is told to end."""
    # First of all: it installs the reactor that everything else has to use.
    from daphne.server import Server
    from twisted.internet import reactor

    from charlie_site.asgi import application
    from charlie_site.compression import accept_offer
    from charlie_site.waits import wait_by_monotonic_clock

    wait_by_monotonic_clock(reactor)

    def begin() -> None:
        # Daphne has no option for it, and makes the factory only as it starts.
        server.ws_factory.setProtocolOptions(
            perMessageCompressionAccept=partial(accept_offer, largest=LARGEST_MESSAGE)
        )
        ready()

    server = Server(
        application,
        endpoints=endpoints,
        ready_callable=begin,
        websocket_timeout=-1,
        websocket_max_message_size=LARGEST_MESSAGE,
        websocket_max_frame_size=LARGEST_MESSAGE,
        ping_interval=PING_SECONDS,
        ping_timeout=PING_SECONDS,
        server_name="charlie",
        verbosity=0,
    )
    server.run()
    if not server.listening_addresses:
        sys.exit("The server could not listen: the line above says why.")


def greet(here: str, for_phones: str | None) -> None:
    import segno

    print("\nCheckpoint Charlie is open. Ctrl-C closes it.\n")
    print(f"  On this machine:         {here}")
    if for_phones is None:
        print("  For phones:              none, it is served to this machine alone\n")
        return
    print(f"  Phones in this network:  {for_phones}\n")
    segno.make(for_phones, micro=False).terminal(compact=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
