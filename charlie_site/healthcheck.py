"""Asks the server whether it is ready: `python -m charlie_site.healthcheck`.

It imports only the standard library, to start quickly.
"""

import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ANSWER_SECONDS = 5


def main() -> None:
    sys.exit(find_problem() or None)


def find_problem() -> str:
    """Return why the server is not ready; empty if it is."""
    port = read_variable("PORT") or "8000"
    host = read_variable("HOST").strip("[]")
    host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    host = f"[{host}]" if ":" in host else host
    # The server refuses requests for names that are not its own, which localhost is.
    headers = {"Host": "localhost"}
    question = Request(f"http://{host}:{port}/readyz", headers=headers)
    try:
        with urlopen(question, timeout=ANSWER_SECONDS):  # noqa: S310
            return ""
    except HTTPError as error:
        with error:
            return error.read().decode(errors="replace").strip() or str(error)
    except OSError as error:
        return f"It does not answer: {error}"


def read_variable(name: str) -> str:
    """Return a variable without the comment behind it (charlie_site.variables)."""
    return os.environ.get(name, "").partition("#")[0].strip()


if __name__ == "__main__":
    main()
