"""Players with a page at another process, or with a page without a socket."""

import pytest
from channels.layers import get_channel_layer

from games.play import connections
from games.play.connections import (
    ASKING,
    LONGEST_LATENCY,
    NOTE_SECONDS,
    ask_from,
    find_longest_latency,
    find_without_page,
    is_elsewhere,
    is_page_visible,
    is_visible_elsewhere,
    note_people,
)
from runtime import layer as channel_layer

ALICE, BOB, TABLE = 1, 2, 10


@pytest.fixture(autouse=True)
def later(monkeypatch):
    """Return a function that lets time pass."""
    now = connections.monotonic()

    def wait(seconds):
        nonlocal now
        now += seconds

    monkeypatch.setattr(connections, "monotonic", lambda: now)
    connections.forget_all()
    yield wait
    connections.forget_all()


@pytest.fixture
def deaf(monkeypatch):
    """Let other processes be unheard."""
    layer = get_channel_layer()
    monkeypatch.setattr(layer, "is_deaf", lambda _seconds: True)


def test_word_of_another_process_counts_for_a_while(later):
    note_people("other", [(TABLE, [ALICE, BOB], [BOB])])
    later(NOTE_SECONDS - 1)
    assert is_elsewhere(TABLE, ALICE)
    assert not is_elsewhere(TABLE + 1, ALICE)
    assert (is_page_visible(TABLE, ALICE), is_page_visible(TABLE, BOB)) == (False, True)
    later(2)
    assert not is_elsewhere(TABLE, ALICE)
    assert not is_visible_elsewhere(TABLE, BOB)
    connections.forget_old()
    assert not connections._words


def test_each_process_replaces_its_own_word_alone():
    note_people("one", [(TABLE, [ALICE], [])])
    note_people("two", [(TABLE, [BOB], [])])
    note_people("one", [(TABLE, [], [])])
    assert not is_elsewhere(TABLE, ALICE)
    assert is_elsewhere(TABLE, BOB)


def test_page_without_a_socket_counts_for_a_while(later):
    ask_from(TABLE, ALICE, ASKING)
    asked = [(TABLE, ALICE), (TABLE, BOB), (TABLE, None)]
    later(ASKING - 1)
    assert find_without_page(asked) == {(TABLE, BOB), (TABLE, None)}
    later(2)
    assert find_without_page(asked) == set(asked)


def test_nobody_counts_as_absent_or_away_from_the_table_while_redis_is_silent(deaf):
    assert find_without_page([(TABLE, ALICE)]) == set()
    assert is_page_visible(TABLE, ALICE)
    assert find_longest_latency(TABLE, [ALICE]) == LONGEST_LATENCY


def test_player_at_another_process_may_be_far_away():
    note_people("other", [(TABLE, [ALICE], [])])
    assert find_longest_latency(TABLE, [BOB]) == 0
    assert find_longest_latency(TABLE, [ALICE, BOB]) == LONGEST_LATENCY


def test_single_process_tells_no_other(monkeypatch):
    told = []
    monkeypatch.setattr(channel_layer, "run_on_loop", lambda *about: told.append(about))
    monkeypatch.setattr(get_channel_layer(), "_url", "")
    ask_from(TABLE, ALICE, ASKING)
    assert not told
    monkeypatch.setattr(get_channel_layer(), "_url", "redis://localhost")
    ask_from(TABLE, ALICE, ASKING)
    ((_send, group, message),) = told
    about = {"pk": TABLE, "player": ALICE, "seconds": ASKING}
    who = {"type": "page.asks", "process": channel_layer.PROCESS}
    assert (group, message) == (channel_layer.PROCESSES, who | about)
