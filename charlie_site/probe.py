"""Ask the server on `PORT` whether it is ready: `python -m charlie_site.probe [60]`.

For health checks, and for restarts that wait until the new process serves: with a
number of seconds it asks again so long. Standard library alone, so that it is quick.
"""

import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ONE_ANSWER = 5


def main() -> None:
    limit = time.monotonic() + float(sys.argv[1] if len(sys.argv) > 1 else 0)
    while trouble := find_trouble():
        if time.monotonic() > limit:
            sys.exit(trouble)
        time.sleep(0.2)


def find_trouble() -> str:
    """Return why the server does not serve now, or nothing."""
    port = os.environ.get("PORT") or "8000"
    # It answers only those who know one of its names.
    name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip() or "localhost"
    question = Request(f"http://127.0.0.1:{port}/readyz", headers={"Host": name})
    try:
        with urlopen(question, timeout=ONE_ANSWER):  # noqa: S310
            return ""
    except HTTPError as error:
        with error:
            return error.read().decode(errors="replace").strip() or str(error)
    except OSError as error:
        return f"It does not answer: {error}"


if __name__ == "__main__":
    main()
