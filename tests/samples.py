"""Values by chance to try: a few of them in `make check`, all in `make test`."""

from collections.abc import Sequence

import pytest


def quick_first(values: Sequence[int], quick: int = 1) -> list:
    """Return the values as parameters, of which only so many are for `make check`."""
    others = [pytest.param(value, marks=pytest.mark.slow) for value in values[quick:]]
    return [*values[:quick], *others]
