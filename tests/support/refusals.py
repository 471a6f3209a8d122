"""Expects refusals in tests."""

import pytest

from games.errors import TableError
from games.rules.illegal import RulesError


def refuses(why):
    """Expect a refusal with this reason, as `pytest.raises` does."""
    return pytest.raises((RulesError, TableError), check=lambda error: error.why is why)
