"""Random values to try: few in `make test` and on PostgreSQL, all with `--full`."""

from collections.abc import Sequence

import pytest


def quick_first(values: Sequence[object], quick: int = 1) -> list:
    """Return the values as parameters: the first `quick`, and one more slow and long.

    The rest only runs with `--full`.
    """
    marks = [pytest.mark.slow, pytest.mark.long]
    others = [
        pytest.param(value, marks=marks if place < 1 else [*marks, pytest.mark.full])
        for place, value in enumerate(values[quick:])
    ]
    return [*values[:quick], *others]


def few(values: Sequence[object], count: int = 3) -> list:
    """Return the values as parameters: the first ones, and the others for `--full`."""
    rest = [pytest.param(value, marks=pytest.mark.full) for value in values[count:]]
    return [*values[:count], *rest]
