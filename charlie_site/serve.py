"""One server process behind a proxy: `python -m charlie_site.serve`.

Reads `HOST` (this machine alone, unless told otherwise) and `PORT`. It prepares
nothing: migrations and static files are of the release, not of a process. Who can reach
the port is believed to be the proxy, and may say whether a request came over TLS.
"""

import os
import sys

from charlie_site.addresses import obstacle_at
from charlie_site.environment import read_env_file
from charlie_site.play import endpoint, read_port, serve


def main() -> None:
    read_env_file()
    host, port = os.environ.get("HOST") or "127.0.0.1", read_port()
    if obstacle := obstacle_at(host, port):
        sys.exit(f"Cannot serve on port {port} of {host}: {obstacle}.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
    os.environ["BEHIND_PROXY"] = "on"
    serve([endpoint(host, port, None)], ready=lambda: None)


if __name__ == "__main__":
    main()
