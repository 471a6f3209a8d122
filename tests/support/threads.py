"""Lets a test act as one of the server's threads."""

from contextlib import contextmanager

from runtime import threads
from runtime.threads import Kind, find_thread


@contextmanager
def acting_as(kind: Kind | None):
    """Make the current thread pass for one of a kind; None is any other thread."""
    threads._here.thread = find_thread(kind) if kind else None
    try:
        yield
    finally:
        threads._here.thread = None
