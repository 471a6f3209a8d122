"""The site's settings for tests; a developer's own site is not touched."""

import atexit
import os
import re
import shutil
import tempfile
from urllib.parse import urlsplit

_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "gw")
_FOLDER = tempfile.mkdtemp(prefix=f"charlie-tests-{_WORKER}-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ |= {"DATA_DIR": _FOLDER, "ENV_FILE": "no-such-file"}
# All tests use one address and act faster than people. Their servers inherit this.
os.environ["RATE_LIMIT_FACTOR"] = "1000"
if "REDIS_URL" in os.environ:
    # Each worker has a Redis database and channels of its own.
    _number = re.sub(r"\D", "", _WORKER) or "0"
    os.environ["REDIS_PREFIX"] = f"tests-{_WORKER}"
    _url = urlsplit(os.environ["REDIS_URL"])
    os.environ["REDIS_URL"] = _url._replace(path=f"/{_number}").geturl()

from charlie_site.settings import *  # noqa: E402, F403
from charlie_site.settings import DATA_DIR, DATABASE, STATIC_ROOT, STORAGES  # noqa: E402

DATABASES = {"default": {**DATABASE, "TEST": {}}}
if "sqlite" in DATABASE["ENGINE"]:
    # A file: connections of several threads and of a server see the same database. It
    # need not survive a power cut.
    DATABASES["default"] |= {
        "TEST": {"NAME": str(DATA_DIR / "test.sqlite3")},
        "OPTIONS": DATABASE["OPTIONS"]
        | {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"},
    }
PASSWORD_HASHERS = ["tests.support.hashers.QuickHasher"]
STATIC_ROOT.mkdir(exist_ok=True)
# Names without hashes: nothing needs to be collected before a test.
STORAGES["staticfiles"] = {
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
}
