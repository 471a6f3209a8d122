"""Processes tell each other the players at a table, and the wrong codes."""

import asyncio

import pytest
from channels.layers import get_channel_layer

from games.play.connections import (
    find_without_page,
    forget_all,
    is_elsewhere,
    is_visible_elsewhere,
)
from games.play.signs import signs
from games.table.live.processes import hear, listen_to_processes
from runtime.layer import PROCESS, PROCESSES
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.storage

ALICE, BOB, TABLE = 1, 2, 10
OPEN = {"type": "pages.open", "tables": [[TABLE, [ALICE, BOB], [BOB]]]}


@pytest.fixture(autouse=True)
def nothing_known():
    forget_all()
    yield
    forget_all()


def test_people_of_another_process_are_noted():
    hear(OPEN | {"process": "other"})
    assert is_elsewhere(TABLE, ALICE)
    assert not is_visible_elsewhere(TABLE, ALICE)
    assert is_visible_elsewhere(TABLE, BOB)


def test_page_without_a_socket_at_another_process_is_noted():
    about = {"pk": TABLE, "player": ALICE, "seconds": 10}
    hear({"type": "page.asks", "process": "other", **about})
    assert find_without_page([(TABLE, ALICE), (TABLE, BOB)]) == {(TABLE, BOB)}


def test_sign_at_another_process_is_noted():
    about = {"code": "ABC234", "player": ALICE, "age": 1.5}
    hear({"type": "person.sign", "process": "other", **about})
    assert signs.is_active("ABC234", ALICE)
    assert not signs.is_active("ABC234", BOB)


@pytest.mark.parametrize(
    "message",
    [
        OPEN | {"process": PROCESS},
        OPEN,
        {"type": "pages.open", "process": "other"},
        {"type": "of another release", "process": "other"},
    ],
)
def test_own_and_unknown_messages_are_ignored(message):
    hear(message)
    assert not is_elsewhere(TABLE, ALICE)


async def test_message_that_fails_ends_no_listening(caplog):
    listening = asyncio.create_task(listen_to_processes())
    layer = get_channel_layer()
    async with asyncio.timeout(PATIENCE):
        while not is_elsewhere(TABLE, ALICE):
            for tables in ("broken", OPEN["tables"]):
                message = OPEN | {"process": "other", "tables": tables}
                await layer.group_send(PROCESSES, message)
            await asyncio.sleep(0)
    assert "was not understood" in caplog.text
    listening.cancel()
