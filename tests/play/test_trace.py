"""A move passes few files, so that a newcomer can follow it."""

import pytest
from django.db import connection

from tools.trace import WAYS, trace

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="counted on SQLite"),
]
# Files of the project with a function that runs. A heartbeat, which may happen at the
# same time, adds two.
MOST = {
    "seam": 23,
    "POST of a live page": 59,
    "POST of another page": 52,
    "socket": 50,
}


def test_draw_passes_few_files():
    # In this order: a way alone would load modules that the one before has loaded.
    for name, way in WAYS.items():
        files = trace(way)
        assert "games/rules/apply.py" in files
        assert len(files) <= MOST[name], (name, *sorted(files))
