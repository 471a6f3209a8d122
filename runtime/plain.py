"""Names the fast parts that have a plain twin, and which twins are in use.

A twin does the same as Django or its libraries do it: it is what a stranger reads
first, and what the fast part is compared with.
"""

from django.conf import settings

FAST_PARTS = (
    # Templates of pieces become functions (runtime.html.template).
    "templates",
    # Rows by prepared statements (runtime.sql).
    "rows",
    # Short changes on the event loop (runtime.loop).
    "loop",
    # Frames of sockets are shared, and written at once (runtime.server.daphne).
    "frames",
    # A request takes one thread once (runtime.server.handler).
    "handler",
)


def is_plain(part: str) -> bool:
    """Return whether this fast part is replaced by its plain twin."""
    if part not in FAST_PARTS:
        raise ValueError(f"No fast part is called {part}.")
    return "1" in settings.PLAIN or part in settings.PLAIN
