"""The calls that wait for a thread: addresses take turns, and so do their sessions."""

import pytest

from runtime.queue import Client, KnownSessions, Queue

EVE, ALICE = Client("192.0.2.1"), Client("192.0.2.1", "alice")
BOB, CAROL = Client("192.0.2.1", "bob"), Client("198.51.100.1")


@pytest.fixture
def queue():
    return Queue()


def put(queue, client, *calls):
    for call in calls:
        queue.put(client, call)


def take_all(queue):
    return [
        queue.take() for _ in range(sum(map(queue.count, (EVE, ALICE, BOB, CAROL))))
    ]


def test_address_with_many_calls_delays_another_one_by_a_single_call(queue):
    put(queue, EVE, 1, 2, 3)
    put(queue, CAROL, "carol")
    assert take_all(queue) == [1, "carol", 2, 3]


def test_stranger_delays_each_player_of_the_network_by_a_single_call(queue):
    put(queue, EVE, 1, 2, 3)
    put(queue, ALICE, "alice 1", "alice 2")
    put(queue, BOB, "bob")
    assert take_all(queue) == [1, "alice 1", "bob", 2, "alice 2", 3]


def test_empty_queue_has_no_call_and_remembers_no_client(queue):
    put(queue, ALICE, 1)
    assert queue.take() == 1
    assert queue.take() is None
    assert not queue._lines


def test_withdrawn_call_is_not_taken(queue):
    put(queue, EVE, 1, 2)
    assert queue.withdraw(EVE, 1)
    assert not queue.withdraw(EVE, 1)
    assert queue.count(EVE) == 1
    assert queue.take() == 2
    assert not queue.withdraw(EVE, 2)
    assert not queue._lines


def test_session_that_was_not_seen_for_longest_is_forgotten(monkeypatch):
    monkeypatch.setattr("runtime.queue._MOST_KNOWN", 2)
    known = KnownSessions()
    for key in ("alice", "bob", "alice", "carol"):
        known.note(key)
    assert [key in known for key in ("alice", "bob", "carol")] == [True, False, True]
    known.forget("alice")
    assert "alice" not in known
