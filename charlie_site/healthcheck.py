"""Asks the server on `PORT` whether it is ready: `python -m charlie_site.healthcheck`.

A number of seconds as argument makes it ask again for so long: a restart waits with it
until the new process serves. It imports only the standard library, to start quickly.
"""

import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ANSWER_SECONDS = 5


def main() -> None:
    limit = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 0)
    while problem := find_problem():
        if time.monotonic() > limit:
            sys.exit(problem)
        time.sleep(0.2)


def find_problem() -> str:
    """Return why the server is not ready; empty if it is."""
    # A comment may follow the number (charlie_site.variables).
    port = os.environ.get("PORT", "").partition("#")[0].strip() or "8000"
    # The server refuses requests for names that are not its own, which localhost is.
    headers = {"Host": "localhost"}
    question = Request(f"http://127.0.0.1:{port}/readyz", headers=headers)
    try:
        with urlopen(question, timeout=ANSWER_SECONDS):  # noqa: S310
            return ""
    except HTTPError as error:
        with error:
            return error.read().decode(errors="replace").strip() or str(error)
    except OSError as error:
        return f"It does not answer: {error}"


if __name__ == "__main__":
    main()
