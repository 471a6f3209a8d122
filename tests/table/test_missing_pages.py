"""Absences: the missing players of each table, their durations and their reports."""

import pytest

from games.play.connections import DEAF_AFTER, NOTE_SECONDS
from games.table.people import missing_pages
from games.table.people.missing_pages import REPORT_EVERY, Absences

ALICE, BOB, CAROL = 1, 2, 3
TABLE = 10


def reports(absences, now):
    return dict(absences.list_due(now))


def test_missing_player_is_reported_after_a_moment():
    absences = Absences()
    absences.note(TABLE, [ALICE, BOB], [ALICE], now=100)
    assert reports(absences, 100 + REPORT_EVERY - 0.1) == {}
    assert reports(absences, 100 + REPORT_EVERY) == {TABLE: {BOB: REPORT_EVERY}}


def test_absence_counts_from_its_first_moment():
    absences = Absences()
    absences.note(TABLE, [ALICE, BOB, CAROL], [ALICE], now=0)
    absences.note(TABLE, [ALICE, BOB, CAROL], [ALICE, CAROL], now=10)
    absences.note(TABLE, [ALICE, BOB, CAROL], [ALICE], now=14)
    assert reports(absences, 15) == {TABLE: {BOB: 15}}


def test_missing_player_is_reported_again_after_a_while():
    absences = Absences()
    absences.note(TABLE, [BOB], [], now=0)
    assert reports(absences, 15) == {TABLE: {BOB: 15}}
    assert reports(absences, 15 + REPORT_EVERY - 0.1) == {}
    assert reports(absences, 15 + REPORT_EVERY) == {TABLE: {BOB: 15 + REPORT_EVERY}}


def test_absence_counts_anew_after_a_page_elsewhere():
    absences = Absences()
    absences.note(TABLE, [BOB, CAROL], [], now=0)
    absences.note_elsewhere(TABLE, [BOB, ALICE], now=15)
    absences.note_elsewhere(TABLE + 1, [BOB], now=15)
    assert reports(absences, 30) == {TABLE: {BOB: 15 - REPORT_EVERY, CAROL: 30}}
    absences.note(TABLE, [BOB, CAROL], [CAROL], now=31)
    assert reports(absences, 35) == {TABLE: {BOB: 20 - REPORT_EVERY}}


def test_forgotten_table_reports_no_absence():
    absences = Absences()
    absences.note(TABLE, [BOB], [], now=0)
    absences.forget(TABLE)
    assert reports(absences, 100) == {}


def test_table_without_a_host_reports_a_missing_host():
    absences = Absences()
    absences.note(TABLE, [ALICE, None], [ALICE], now=0)
    assert reports(absences, 15) == {TABLE: {None: 15}}


@pytest.mark.parametrize("away_for", [0, 1, 3, 20])
@pytest.mark.parametrize("phase", range(10))
def test_outage_of_redis_makes_no_player_absent(phase, away_for):
    """Bob's socket is at a process that tells of him every 10 s, if Redis is there."""
    absences, heard_of_bob, heard = Absences(), 0, 0
    absences.note(TABLE, [ALICE, BOB], [ALICE], now=0)
    for now in range(300):
        is_away = 100 <= now < 100 + away_for
        if not is_away:
            heard = now
            if now % 10 == phase:
                heard_of_bob = now
        is_unknown = now - heard > DEAF_AFTER
        for pk, missing in absences.list_due(now):
            if is_unknown or now < heard_of_bob + NOTE_SECONDS:
                absences.note_elsewhere(pk, [BOB], now)
            else:
                assert missing[BOB] < missing_pages.AWAY_AFTER
