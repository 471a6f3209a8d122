"""Each language writes dates and times in its own way."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from games.labels import format_moment

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


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Asia/Tokyo", "2026-11-21"),
        ("Asia/Katmandu", "2026-11-21"),
        ("America/Sao_Paulo", "2026-11-20"),
        ("", "2026-11-20"),
        ("../etc/passwd", "2026-11-20"),
        ("localtime", "2026-11-20"),
    ],
)
def test_case_of_the_day_is_that_of_the_visitors_zone(client, time_machine, zone, day):
    time_machine.move_to("2026-11-20T20:02Z", tick=False)
    client.cookies["charlie_zone"] = zone
    answer = client.get("/case/")
    assert answer["Location"] == f"/case/{day}/"
    assert timezone.get_current_timezone_name() == "UTC"


def test_moment_names_its_zone_where_the_visitors_is_unknown():
    moment = EVENING.replace(tzinfo=UTC)
    assert format_moment(moment) == "20 November 2026, 20:02 UTC"
    with timezone.override("Asia/Tokyo"):
        assert format_moment(moment) == "21 November 2026, 05:02"
