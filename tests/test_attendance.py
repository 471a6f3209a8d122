"""Attendance: who is missing, since when, and how often that is said."""

from games import clock
from games.attendance import AGAIN, Attendance

ALICE, BOB, CAROL = 1, 2, 3
TABLE = 10


def reports(attendance, now):
    return dict(attendance.reports(now))


def test_nobody_is_reported_before_the_time():
    attendance = Attendance()
    attendance.look(TABLE, [ALICE, BOB], [ALICE], now=100)
    assert reports(attendance, 100 + clock.AWAY_AFTER - 0.1) == {}
    assert reports(attendance, 100 + clock.AWAY_AFTER) == {
        TABLE: {BOB: clock.AWAY_AFTER}
    }


def test_who_is_missing_still_counts_from_the_first_time():
    attendance = Attendance()
    attendance.look(TABLE, [ALICE, BOB, CAROL], [ALICE], now=0)
    attendance.look(TABLE, [ALICE, BOB, CAROL], [ALICE, CAROL], now=10)
    attendance.look(TABLE, [ALICE, BOB, CAROL], [ALICE], now=14)
    assert reports(attendance, 15) == {TABLE: {BOB: 15}}


def test_who_stays_missing_is_reported_again_after_a_while():
    attendance = Attendance()
    attendance.look(TABLE, [BOB], [], now=0)
    assert reports(attendance, 15) == {TABLE: {BOB: 15}}
    assert reports(attendance, 15 + AGAIN - 0.1) == {}
    assert reports(attendance, 15 + AGAIN) == {TABLE: {BOB: 15 + AGAIN}}


def test_who_came_back_is_not_missed():
    attendance = Attendance()
    attendance.look(TABLE, [BOB], [], now=0)
    attendance.look(TABLE, [BOB], [BOB], now=14)
    assert reports(attendance, 100) == {}


def test_a_table_that_nobody_looks_at_misses_nobody():
    attendance = Attendance()
    attendance.look(TABLE, [BOB], [], now=0)
    attendance.forget(TABLE)
    assert reports(attendance, 100) == {}


def test_a_table_without_a_host_misses_nobody_in_particular():
    attendance = Attendance()
    attendance.look(TABLE, [ALICE, None], [ALICE], now=0)
    assert reports(attendance, 15) == {TABLE: {None: 15}}
