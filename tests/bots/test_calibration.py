"""Calibration: a chance of 30 % comes true 30 % of the time (full: bench.deduction)."""

import pytest

from bench.deduction import calibrate, is_right, look_at_cases, perfectly, tally


@pytest.mark.slow
def test_chances_come_true_as_often_as_they_say():
    rows, wrong = calibrate(150, perfectly)
    assert wrong == 0
    often = [row for row in rows if row["count"] > 3000]
    assert len(often) >= 4
    assert all(is_right(row) for row in often)


def test_certainty_is_never_wrong():
    assert sum(tally(number, perfectly)[1] for number in range(20)) == 0


@pytest.mark.slow
def test_cases_of_four_weeks_are_as_stated():
    found, bad = look_at_cases(28)
    assert bad == 0
    assert found == {"easy": 8, "medium": 8, "hard": 8, "fiendish": 4}
