"""The channel layer: its interface, several loops, and several processes with Redis."""

import asyncio
import gc
import os
import socket
import threading
from contextlib import suppress
from types import SimpleNamespace
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from redis.exceptions import RedisError

from runtime import layer as channel_layer
from runtime.layer import ChannelLayer
from tests.support.servers import LOOPBACK, free_port
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.storage

HELLO = {"type": "hello", "number": 7}
needs_redis = pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis")


async def receive(layer, channel):
    async with asyncio.timeout(PATIENCE):
        return await layer.receive(channel)


async def member_of(layer, group="table.1"):
    """Return a new channel in a group."""
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


def count_channels(layer):
    return sum(len(here.queues) for here in layer._loops.values())


async def test_channel_receives_what_is_sent_in_order():
    layer = ChannelLayer()
    for number in range(3):
        await layer.send("worker", {"type": "hello", "number": number})
    assert [(await receive(layer, "worker"))["number"] for _ in range(3)] == [0, 1, 2]
    assert count_channels(layer) == 0


async def test_new_channels_have_different_valid_names():
    layer = ChannelLayer()
    names = {await layer.new_channel() for _ in range(3)}
    assert len(names) == 3
    assert all(layer.require_valid_channel_name(name) for name in names)
    assert (await layer.new_channel("mine")).startswith("mine.")


async def test_group_message_reaches_its_members_alone():
    layer = ChannelLayer()
    one, two = await member_of(layer), await member_of(layer)
    other = await member_of(layer, "table.2")
    await layer.group_send("table.1", HELLO)
    await layer.group_send("table.2", {"type": "other"})
    assert [await receive(layer, name) for name in (one, two)] == [HELLO, HELLO]
    assert await receive(layer, other) == {"type": "other"}


async def test_channel_that_left_its_group_receives_nothing():
    layer = ChannelLayer()
    left, stays = await member_of(layer), await member_of(layer)
    await layer.group_send("table.1", HELLO)
    await layer.group_discard("table.1", left)
    await layer.group_discard("table.1", left)
    await layer.group_send("table.1", HELLO)
    assert count_channels(layer) == 1
    await layer.group_discard("table.1", stays)
    assert count_channels(layer) == 0


async def test_waiting_receiver_stays_while_its_channel_changes_groups():
    layer = ChannelLayer()
    name = await member_of(layer)
    waiting = asyncio.create_task(receive(layer, name))
    await asyncio.sleep(0)
    await layer.group_discard("table.1", name)
    await layer.group_add("table.2", name)
    await layer.group_send("table.2", HELLO)
    assert await waiting == HELLO


async def test_full_channel_refuses_a_message_and_misses_those_of_groups():
    layer = ChannelLayer(capacity=2)
    for _ in range(2):
        await layer.send("worker", HELLO)
    with pytest.raises(ChannelFull):
        await layer.send("worker", HELLO)
    name = await member_of(layer)
    for number in range(3):
        await layer.group_send("table.1", {"type": "hello", "number": number})
    assert [(await receive(layer, name))["number"] for _ in range(2)] == [0, 1]
    await layer.group_send("table.1", HELLO)
    assert await receive(layer, name) == HELLO


@pytest.mark.parametrize("name", ["", "a b", "a" * 100, 7, "é"])
async def test_invalid_name_is_refused(name):
    layer = ChannelLayer()
    for attempt in (
        layer.send(name, HELLO),
        layer.receive(name),
        layer.group_add("group", name),
        layer.group_add(name, "channel"),
        layer.group_discard(name, "channel"),
        layer.group_send(name, HELLO),
    ):
        with pytest.raises(TypeError):
            await attempt


async def test_group_message_reaches_other_loops_of_the_process():
    layer = ChannelLayer()
    name = await member_of(layer)
    another = threading.Thread(
        target=asyncio.run, args=(layer.group_send("table.1", HELLO),)
    )
    another.start()
    assert await receive(layer, name) == HELLO
    another.join()


@pytest.fixture(params=["away", "hangs"])
async def broken(request, monkeypatch):
    """Return a layer with a Redis that is away, or never answers."""
    monkeypatch.setattr(channel_layer, "LONGEST_WAIT", 0.05)
    with socket.create_server((LOOPBACK, 0)) as silence:
        is_away = request.param == "away"
        port = free_port() if is_away else silence.getsockname()[1]
        layer = ChannelLayer(f"redis://{LOOPBACK}:{port}")
        yield layer
        await layer.close()


async def test_own_members_are_told_at_once_without_redis(broken, caplog, monkeypatch):
    dropped = asyncio.Event()
    counter = SimpleNamespace(inc=dropped.set)
    monkeypatch.setattr(channel_layer, "DROPPED_BY_LAYER", counter)
    name = await member_of(broken)
    await broken.group_send("table.1", HELLO)
    # Before any other task has run.
    assert not dropped.is_set()
    assert broken._here().queues[name].qsize() == 1
    assert await receive(broken, name) == HELLO
    async with asyncio.timeout(PATIENCE):
        await dropped.wait()
    assert "took no message" in caplog.text
    assert "are not heard" in caplog.text


async def test_layer_is_deaf_while_redis_is_silent(broken, monkeypatch):
    assert not broken.is_deaf(4)
    await member_of(broken)
    assert not broken.is_deaf(4)
    now = channel_layer.monotonic()
    monkeypatch.setattr(channel_layer, "monotonic", lambda: now + 5)
    assert broken.is_deaf(4)
    assert not ChannelLayer().is_deaf(4)


async def test_loop_that_has_ended_leaves_nothing(broken):
    def ask():
        with suppress(RedisError, TimeoutError):
            async_to_sync(broken.send)("worker", HELLO)

    await asyncio.to_thread(ask)
    gc.collect()
    assert len(broken._loops) == 0


@pytest.fixture
def prefix():
    """Return the name of a site: tests that run side by side share Redis."""
    return f"test-{uuid4()}"


@pytest.fixture
async def two(prefix):
    """Return the layers of two processes that share Redis."""
    layers = [ChannelLayer(os.environ["REDIS_URL"], prefix) for _ in range(2)]
    yield layers
    for layer in layers:
        await layer.close()


@needs_redis
async def test_two_processes_hear_each_other_and_themselves_once(two):
    names = [await member_of(layer) for layer in two]
    for layer in two:
        await layer.group_send("table.1", HELLO)
    for layer, name in zip(two, names, strict=True):
        assert [await receive(layer, name) for _ in range(2)] == [HELLO, HELLO]
        # A message sent before this one would have come before it.
        await two[0].send(name, {"type": "last"})
        assert await receive(layer, name) == {"type": "last"}


@needs_redis
async def test_message_of_a_short_loop_reaches_another_process(two):
    name = await member_of(two[1])

    def command():
        from runtime.threads import run_on_loop

        run_on_loop(two[0].group_send, "table.1", HELLO)

    await asyncio.to_thread(command)
    assert await receive(two[1], name) == HELLO


@needs_redis
async def test_sites_with_different_prefixes_share_redis(two):
    other = ChannelLayer(os.environ["REDIS_URL"], f"test-{uuid4()}")
    name, theirs = await member_of(two[0]), await member_of(other)
    await other.group_send("table.1", {"type": "theirs"})
    await receive(other, theirs)
    await two[1].group_send("table.1", HELLO)
    assert await receive(two[0], name) == HELLO
    await other.close()


@needs_redis
async def test_lost_subscription_is_made_again(two, prefix, monkeypatch):
    monkeypatch.setattr(channel_layer, "PAUSE", 0)
    # Other tests share this Redis, so only the layer's own connections are ended.
    url = f"{os.environ['REDIS_URL']}?client_name={uuid4()}"
    layer = ChannelLayer(url, prefix)
    name = await member_of(layer)
    await end_connections(layer)
    async with asyncio.timeout(PATIENCE):
        while True:
            await two[1].group_send("table.1", HELLO)
            if layer._here().queues[name].qsize():
                break
            await asyncio.sleep(0.01)
    assert await receive(layer, name) == HELLO
    await layer.close()


async def end_connections(layer):
    """End the subscription of a layer with named connections of its own."""
    redis = layer._here().redis
    own = await redis.client_getname()
    listed = await redis.client_list(_type="pubsub")
    (subscription,) = [each for each in listed if each["name"] == own]
    await redis.client_kill_filter(_id=subscription["id"])
