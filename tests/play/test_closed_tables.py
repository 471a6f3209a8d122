"""What a process remembers of tables, and for how long."""

import pytest

from games.models import TablePhase
from games.play import snapshot, transaction
from games.play.selectors import get_table_view_at
from games.play.transaction import cache, get_snapshot
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from tests.support.browsers import open_browser
from tests.support.cast import (
    begin_game,
    choose_all,
    look_into,
    make_players,
    make_setup,
)

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def passing(monkeypatch):
    """Return the monotonic time of the caches, which this test sets."""
    time = [1000.0]
    monkeypatch.setattr(transaction, "monotonic", lambda: time[0])
    return time


def close_some(count):
    """Return the codes of this many closed tables, none of them in the cache."""
    (host,) = make_players(1)
    codes = []
    for _table in range(count):
        game = open_table(host, make_setup())
        end_game(game.code, host)
        codes.append(game.code)
    cache.clear()
    return codes


def list_cached(codes):
    return [code for code in codes if cache.get(code) is not None]


def test_strangers_fill_the_memory_with_few_closed_tables():
    running, _players = begin_game()
    codes = close_some(60)
    cache.put(get_snapshot(running))
    for code in codes:
        assert open_browser(None).get(f"/t/{code}/").status_code == 200
    assert len(list_cached(codes)) == transaction.MOST_CLOSED < len(codes)
    assert list_cached([running.code])


def test_closed_table_leaves_after_some_minutes(passing):
    running, _players = begin_game()
    first, second = close_some(2)
    get_snapshot(running)
    open_browser(None).get(f"/t/{first}/")
    passing[0] += transaction.CLOSED_SECONDS + 1
    open_browser(None).get(f"/t/{second}/")
    assert list_cached([first, second, running.code]) == [second, running.code]


def test_table_that_closes_counts_as_closed(passing):
    game, players = begin_game()
    get_snapshot(game)
    end_game(game.code, players[0])
    game.refresh_from_db()
    snapshot = get_snapshot(game)
    assert snapshot.table.phase == TablePhase.OVER
    passing[0] += transaction.CLOSED_SECONDS + 1
    cache.put(get_snapshot(begin_game()[0]))
    assert list_cached([game.code]) == []


def test_look_at_a_remembered_table_observes_nothing_anew(monkeypatch):
    game, players = begin_game()
    # After a change, and after a fold of the rows.
    choose_all(game, players)
    assert_observed(game, monkeypatch)
    cache.clear()
    look_into(game)
    assert_observed(game, monkeypatch)


def assert_observed(game, monkeypatch):
    with monkeypatch.context() as patch:
        patch.delattr(snapshot, "observe")
        assert get_table_view_at(game.code, 0, None).observation is not None
