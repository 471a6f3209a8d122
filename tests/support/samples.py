"""Random values to try: few in `make test` and on PostgreSQL, all with `--full`."""

from collections.abc import Sequence

import pytest


def quick_first(values: Sequence[object], quick: int = 1, slow: int = 0) -> list:
    """Return the values as parameters: the first `quick`, and `slow` more for CI.

    The rest only runs with `--full`.
    """
    marks = [pytest.mark.slow, pytest.mark.long]
    others = [
        pytest.param(value, marks=marks if place < slow else [*marks, pytest.mark.full])
        for place, value in enumerate(values[quick:])
    ]
    return [*values[:quick], *others]


def few(values: Sequence[object], count: int = 3) -> list:
    """Return the values as parameters: the first ones, and the others for `--full`."""
    rest = [pytest.param(value, marks=pytest.mark.full) for value in values[count:]]
    return [*values[:count], *rest]
