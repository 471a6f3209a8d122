"""Each language writes dates and times in its own way."""

from datetime import datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format

EVENING = datetime(2026, 11, 20, 20, 2)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "20 November 2026", "20 November 2026, 20:02"),
        ("ru", "20 ноября 2026 г.", "20 ноября 2026 г. 20:02"),
        ("pl", "20 listopada 2026", "20 listopada 2026 20:02"),
        ("pt-br", "20 de novembro de 2026", "20 de novembro de 2026 às 20:02"),
        ("de", "20. November 2026", "20. November 2026 20:02"),
    ],
)
def test_date_is_written_as_in_its_language(language, day, moment):
    with translation.override(language):
        assert date_format(EVENING, "DATE_FORMAT") == day
        assert date_format(EVENING, "DATETIME_FORMAT") == moment


def test_time_has_24_hours_in_english():
    with translation.override("en"):
        assert date_format(EVENING, "TIME_FORMAT") == "20:02"
