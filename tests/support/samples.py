"""Random values to try: a few of them in `make check`, all in `make test`."""

from collections.abc import Sequence

import pytest


def quick_first(values: Sequence[int], quick: int = 1) -> list:
    """Return the values as parameters, all but the first `quick` marked as slow."""
    others = [pytest.param(value, marks=pytest.mark.slow) for value in values[quick:]]
    return [*values[:quick], *others]
