"""The site's settings for a simulated world: rows in memory, the least middleware."""

import tests.simulation.seeded  # noqa: F401
from tests.settings import *  # noqa: F403
from tests.settings import DATABASES, MIDDLEWARE
from tests.simulation.rows import Connection

# The site's own engine refuses a database without a file.
DATABASES["default"] |= {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
DATABASES["default"]["OPTIONS"] |= {"init_command": "", "factory": Connection}
_NEEDED = ("Htmx", "Session", "Authentication", "Account", "SiteMiddleware")
MIDDLEWARE = [name for name in MIDDLEWARE if any(each in name for each in _NEEDED)]
CACHES = {"default": {"BACKEND": "tests.simulation.redis.Cache"}}
DEBUG_PROPAGATE_EXCEPTIONS = False
