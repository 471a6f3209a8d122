"""Fixes time and chance, so that two galleries of one commit are equal.

Run as a program, it serves the site on the evening on which its tables were made.
"""

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from unittest.mock import patch

import time_machine

EVENING = datetime(2026, 11, 21, 20, tzinfo=UTC)
# The tables are made in the minutes before this.
SHOWN_AT = EVENING + timedelta(minutes=5)
ENVIRONMENT = {
    # No player becomes absent during a tour.
    "CLOCK_SPEED": "0.001",
    # Links and QR codes must not show the port, which differs in each run.
    "PUBLIC_URL": "http://charlie.test",
}


def make_each_fixed[Made](things: Iterator[Made]) -> Iterator[Made]:
    """Yield the things of a generator, each made in its own second and chance."""
    for number in count():
        with fixed(number):
            made = next(things, None)
        if made is None:
            return
        yield made


@contextmanager
def fixed(number: int) -> Iterator[None]:
    """Stop the clock, and fix the chance for codes, seeds and sessions."""
    # Two streams, so that one more session does not change a seed.
    chance = {
        "choice": random.Random(number).choice,
        "token_bytes": random.Random(number).randbytes,
    }
    at = EVENING + timedelta(seconds=number)
    with time_machine.travel(at, tick=False), ExitStack() as stack:
        for name, function in chance.items():
            stack.enter_context(patch(f"secrets.{name}", function))
        yield


if __name__ == "__main__":
    from charlie_site.devserver import main

    with time_machine.travel(SHOWN_AT):
        main()
