"""Tells the sockets of a table in all processes what has changed, after the commit.

A message holds numbers, no card, no name and no HTML, and may be lost: heartbeats
reveal missed changes.
"""

import asyncio
from collections import defaultdict
from contextlib import suppress
from contextvars import Context
from time import perf_counter

from games.live.listener import Listener, Update, listeners
from runtime.metrics import MOVE_TO_PUSH
from runtime.sockets.registry import logged
from runtime.sockets.relay import in_every_process
from runtime.threads import find_worker, start_task

type _Updates = list[tuple[Listener, Update]]


@in_every_process("table.changed")
def publish(pk: int, number: int, *, began: float | None = None) -> None:
    """Have the table's worker render this change for every socket of a table.

    `began` is the `perf_counter` at the start of the change.
    """
    for each in listeners.at(pk)[:1]:
        worker = find_worker(each.page.code)
        if worker.is_current():
            _show(listeners.at(pk), number, began)
        else:
            # An empty context: the worker has its own time to wait for the database.
            Context().run(worker.submit, _show, listeners.at(pk), number, began)


def show(listener: Listener, number: int) -> None:
    """Render for one socket what it lacks. For the table's worker."""
    _show([listener], number, None)


def _show(some: list[Listener], number: int, began: float | None) -> None:
    updates: dict[asyncio.AbstractEventLoop, _Updates] = defaultdict(list)
    for each in some:
        with logged("An update could not be made."):
            if update := each.render(number):
                updates[each.loop].append((each, update))
    for loop, batch in updates.items():
        # A closed loop raises; it has no sockets left.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_deliver, batch, began)


def _deliver(updates: _Updates, began: float | None) -> None:
    start_task(_deliver_all(updates, began))


async def _deliver_all(updates: _Updates, began: float | None) -> None:
    for listener, update in updates:
        with logged("An update could not be sent."):
            await listener.deliver(update)
    if began is not None:
        MOVE_TO_PUSH.observe(perf_counter() - began)


@in_every_process("table.reaction")
def publish_reaction(pk: int, seat: int, reaction: str) -> None:
    """Show a reaction on every open page of a table."""
    listeners.call(lambda each: each.on_reaction(seat, reaction), pk)


@in_every_process("table.new_page")
def publish_page(pk: int, player_id: int, page: str) -> None:
    """Tell a player's other pages of a table about a new one with this name."""
    listeners.call(lambda each: each.on_new_page(player_id, page), pk)


@in_every_process("session.ended")
def publish_session_end(player_id: int) -> None:
    """Make every socket of a player check its session.

    To end a session, call games.players.identity.note_session_end, which calls this.
    """
    check_sockets_of(player_id)


def check_sockets_of(player_id: int) -> None:
    """Make every socket of a player at this process check its session."""
    listeners.call(lambda each: each.on_session_end(player_id))
