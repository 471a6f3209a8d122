"""Random values to try: few in `make test` and on PostgreSQL, all on SQLite."""

from collections.abc import Sequence

import pytest


def quick_first(values: Sequence[object], quick: int = 1) -> list:
    """Return the values as parameters, all but the first `quick` slow and long."""
    marks = [pytest.mark.slow, pytest.mark.long]
    others = [pytest.param(value, marks=marks) for value in values[quick:]]
    return [*values[:quick], *others]
