"""Rows of these tests are rolled back."""

from tests.support.commits import commits  # noqa: F401
