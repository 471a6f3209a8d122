"""English dates, the day in the visitor's zone, and moments."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from games.labels import format_moment

EVENING = datetime(2026, 11, 20, 20, 2)  # noqa: DTZ001


def test_english_dates_are_those_of_europe():
    """The other languages have Django's own formats."""
    with translation.override("en"):
        assert date_format(EVENING, "DATE_FORMAT") == "20 November 2026"
        assert date_format(EVENING, "DATETIME_FORMAT") == "20 November 2026, 20:02"
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
