"""The site in its grown form: server processes behind Caddy or nginx with TLS.

Both run with the delivered file, after the changes that its first lines ask for.
"""

import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGQUIT
from urllib.request import urlopen

from charlie_site.certificate import ensure_certificate
from tests.support.programs import find_caddy, find_nginx
from tests.support.servers import LOOPBACK, Server, free_port, running, temporary_folder
from tests.support.site_server import ROOT, SiteServer

CADDYFILE = ROOT / "deploy" / "caddy" / "Caddyfile"
DELIVERED = ROOT / "deploy" / "nginx" / "charlie.conf"
FRAME = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/errors.log crit;
worker_processes 1;
events {{ worker_connections 8192; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    # Debian's own settings, which stand before ours.
    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
    ssl_prefer_server_ciphers on;
    access_log {folder}/access.log;
    server_tokens build;
    include {folder}/charlie.conf;
}}
"""


class SiteProcess(SiteServer):
    """One of several server processes behind a proxy."""

    module = "charlie_site.serve"

    def prepare(self) -> None:
        """Prepare a new release, once for all processes."""
        self.manage("collectstatic", "--no-input", "--verbosity", "0")


@contextmanager
def nginx(
    sites: list[SiteServer], port: int, *, plain_port: int = 0
) -> Iterator[Server]:
    """Run nginx in front of these sites; `plain_port` is the port without TLS."""
    program = find_nginx()
    assert program, "no nginx on this machine"
    with temporary_folder("charlie-nginx-") as folder:
        # The folder belongs to root, but nginx's workers run as another user.
        folder.chmod(0o755)
        text = configuration(folder, sites, port, plain_port)
        (folder / "charlie.conf").write_text(text)
        main = folder / "nginx.conf"
        main.write_text(FRAME.format(folder=folder))
        command = [program, "-c", main, "-e", folder / "errors.log"]
        subprocess.run([*command, "-t", "-q"], check=True)
        url = f"https://{LOOPBACK}:{port}"
        proxy = Server(url, command, folder, ask=ask, stop_signal=SIGQUIT)
        with running(proxy):
            yield proxy


@contextmanager
def caddy(
    sites: list[SiteServer], port: int, *, plain_port: int = 0
) -> Iterator[Server]:
    """Run Caddy in front of these sites until the block ends."""
    program = find_caddy()
    assert program, "no Caddy on this machine"
    with temporary_folder("charlie-caddy-") as folder:
        changes = {
            r"web-1:8000": f"{LOOPBACK}:{sites[0].port}",
            r"web-2:8000": f"{LOOPBACK}:{sites[1].port}",
            r"http_port 8080": f"http_port {plain_port or free_port()}",
            # A test waits for it.
            r"read_header 10s": "read_header 2s",
            r"https_port 8443": f"https_port {port}\n\tskip_install_trust",
            r"\{\$SITE_HOST\}": LOOPBACK,
        }
        main = folder / "Caddyfile"
        main.write_text(replace_all(changes, CADDYFILE.read_text()))
        # Its own authority signs the certificate of an address.
        home = [f"XDG_{kind}_HOME={folder}" for kind in ("CONFIG", "DATA")]
        home += ["ADMIN=off"]
        options = ["--adapter", "caddyfile", "--config", main]
        command = ["/usr/bin/env", *home, program, "run", *options]
        proxy = Server(f"https://{LOOPBACK}:{port}", command, folder, ask=ask)
        with running(proxy):
            yield proxy


def replace_all(changes: dict[str, str], text: str) -> str:
    """Return a configuration after changes that must all take place."""
    for pattern, replacement in changes.items():
        text, count = re.subn(pattern, replacement, text)
        assert count, pattern
    return text


def configuration(
    folder: Path, sites: list[SiteServer], port: int, plain_port: int = 0
) -> str:
    """Return the delivered configuration with the addresses of this machine."""
    key, certificate = ensure_certificate(folder, {LOOPBACK})
    changes = {
        r"web-1:8000": f"{LOOPBACK}:{sites[0].port}",
        r"web-2:8000": f"{LOOPBACK}:{sites[1].port}",
        r"listen 8080": f"listen {LOOPBACK}:{plain_port or free_port()}",
        # A test waits for it.
        r"client_header_timeout 10s": "client_header_timeout 2s",
        r"listen 8443": f"listen {LOOPBACK}:{port}",
        r"\$\{SITE_HOST\}": LOOPBACK,
        r"/etc/nginx/certificates/fullchain.pem": str(certificate),
        r"/etc/nginx/certificates/privkey.pem": str(key),
    }
    if not knows_http2_directive():
        # As its first lines say for an older nginx.
        changes[r"(ssl);(\s+)http2 on;"] = r"\1 http2;"
    return replace_all(changes, DELIVERED.read_text())


def knows_http2_directive() -> bool:
    program = find_nginx()
    assert program, "no nginx on this machine"
    done = subprocess.run([program, "-v"], capture_output=True, text=True, check=True)
    version = re.search(r"nginx/(\d+)\.(\d+)\.(\d+)", done.stderr)
    assert version, done.stderr
    return tuple(map(int, version.groups())) >= (1, 25, 1)


def ask(url: str) -> None:
    """Raise unless a server answers through the proxy."""
    anybody = ssl._create_unverified_context()
    with urlopen(f"{url}/healthz", context=anybody, timeout=5):
        pass
