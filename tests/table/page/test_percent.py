"""Each language writes per cent in its own way."""

import pytest
from django.utils import translation

from games.table.page.status import format_percent


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "33%"),
        ("ru", "33\u00a0%"),
        ("pl", "33%"),
        ("pt-br", "33%"),
        ("de", "33\u00a0%"),
    ],
)
def test_per_cent_has_the_space_of_its_language(language, shown):
    with translation.override(language):
        assert format_percent(33) == shown
