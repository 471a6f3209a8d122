"""Tables that are closed at once get one place each in the journal."""

import pytest

from games.archive.audit import audit_journal
from games.models import JournalEntry
from games.table.lobby.ending import end_game
from tests.races.arena import all_at_once
from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 16


def close(table):
    game, (host, *_others) = table
    end_game(game.code, host)


def test_tables_closed_at_once_follow_each_other_in_the_journal():
    tables = [begin_game() for _ in range(TABLES)]
    assert set(all_at_once(close, tables, threads=TABLES)) == {None}
    numbers = JournalEntry.objects.values_list("number", flat=True)
    assert list(numbers) == list(range(1, TABLES + 1))
    assert all(check.holds for check in audit_journal())
