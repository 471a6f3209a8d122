"""Attendance: who is missing, since when, and how often that is said."""

import pytest

from charlie_site.cache import REST
from games.live import clock
from games.live.absence import AGAIN, Absences
from games.live.open_pages import LISTENING

ALICE, BOB, CAROL = 1, 2, 3
TABLE = 10


def reports(attendance, now):
    return dict(attendance.reports(now))


def test_who_is_missing_is_asked_about_after_a_moment():
    attendance = Absences()
    attendance.look(TABLE, [ALICE, BOB], [ALICE], now=100)
    assert reports(attendance, 100 + AGAIN - 0.1) == {}
    assert reports(attendance, 100 + AGAIN) == {TABLE: {BOB: AGAIN}}


def test_who_is_missing_still_counts_from_the_first_time():
    attendance = Absences()
    attendance.look(TABLE, [ALICE, BOB, CAROL], [ALICE], now=0)
    attendance.look(TABLE, [ALICE, BOB, CAROL], [ALICE, CAROL], now=10)
    attendance.look(TABLE, [ALICE, BOB, CAROL], [ALICE], now=14)
    assert reports(attendance, 15) == {TABLE: {BOB: 15}}


def test_who_stays_missing_is_reported_again_after_a_while():
    attendance = Absences()
    attendance.look(TABLE, [BOB], [], now=0)
    assert reports(attendance, 15) == {TABLE: {BOB: 15}}
    assert reports(attendance, 15 + AGAIN - 0.1) == {}
    assert reports(attendance, 15 + AGAIN) == {TABLE: {BOB: 15 + AGAIN}}


def test_whoever_was_heard_of_elsewhere_is_missing_from_the_next_question_on():
    attendance = Absences()
    attendance.look(TABLE, [BOB, CAROL], [], now=0)
    attendance.note_elsewhere(TABLE, [BOB, ALICE], now=15)
    attendance.note_elsewhere(TABLE + 1, [BOB], now=15)
    assert reports(attendance, 30) == {TABLE: {BOB: 15 - AGAIN, CAROL: 30}}
    attendance.look(TABLE, [BOB, CAROL], [CAROL], now=31)
    assert reports(attendance, 35) == {TABLE: {BOB: 20 - AGAIN}}


def test_who_came_back_is_not_missed():
    attendance = Absences()
    attendance.look(TABLE, [BOB], [], now=0)
    attendance.look(TABLE, [BOB], [BOB], now=14)
    assert reports(attendance, 100) == {}


def test_a_table_that_nobody_looks_at_misses_nobody():
    attendance = Absences()
    attendance.look(TABLE, [BOB], [], now=0)
    attendance.forget(TABLE)
    assert reports(attendance, 100) == {}


def test_a_table_without_a_host_misses_nobody_in_particular():
    attendance = Absences()
    attendance.look(TABLE, [ALICE, None], [ALICE], now=0)
    assert reports(attendance, 15) == {TABLE: {None: 15}}


@pytest.mark.parametrize("away_for", [0, 1, 3, 20])
@pytest.mark.parametrize("phase", range(10))
def test_nobody_goes_away_when_the_cache_is_emptied(phase, away_for):
    """Bob's socket is at a process that renews his entry every 10 s, when it can."""
    attendance, entry_until = Absences(), LISTENING
    attendance.look(TABLE, [ALICE, BOB], [ALICE], now=0)
    for now in range(300):
        is_away = 100 <= now < 100 + away_for
        # Nothing is asked of a cache for some seconds after it failed.
        can_write = not (away_for and 100 <= now < 100 + away_for + REST)
        if now == 100:
            entry_until = 0
        if now % 10 == phase and can_write:
            entry_until = now + LISTENING
        for pk, missing in attendance.reports(now):
            if is_away or now < entry_until:
                attendance.note_elsewhere(pk, [BOB], now)
            else:
                assert missing[BOB] < clock.AWAY_AFTER
