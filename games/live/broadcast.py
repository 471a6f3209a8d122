"""Tells the pages of a table in all processes what has changed, after the commit.

A message of a group holds numbers and short names of a kind, no card, no player's name
and no HTML, and may be lost: heartbeats reveal missed changes.
"""

from contextvars import Context
from secrets import token_hex
from typing import Any

from channels.layers import get_channel_layer

from games.live.pages import pages
from runtime.threads import find_worker, logged, run_on_loop

# The name of this process among the processes of the site, and the group of them all.
PROCESS = token_hex(8)
PROCESSES = "processes"


def group_of_table(pk: int) -> str:
    """Return the group of a table's pages."""
    return f"table.{pk}"


def group_of_player(player_id: int) -> str:
    """Return the group of a player's pages at all tables."""
    return f"player.{player_id}"


def publish(pk: int, number: int, *, began: float | None = None) -> None:
    """Have the table's worker prepare this change for each page here, and tell all.

    `began` is the `perf_counter` at the start of the change.
    """
    for page in pages.at(pk)[:1]:
        worker = find_worker(page.code)
        if not worker.is_current():
            # An empty context: the worker has its own time to wait for the database.
            Context().run(worker.submit, _publish, pk, number, began)
            return
    _publish(pk, number, began)


def _publish(pk: int, number: int, began: float | None) -> None:
    here = pages.at(pk)
    for page in here:
        with logged("An update could not be made."):
            page.prepare(number, began if page is here[-1] else None)
    _tell(group_of_table(pk), "table.changed", number=number)


def publish_reaction(pk: int, seat: int, reaction: str) -> None:
    """Show a reaction on every open page of a table."""
    _tell(group_of_table(pk), "table.reaction", seat=seat, reaction=reaction)


def publish_page(pk: int, player_id: int, page: str) -> None:
    """Tell a player's other pages of a table about a new one with this name."""
    _tell(group_of_table(pk), "table.new_page", player=player_id, page=page)


def publish_session_end(player_id: int) -> None:
    """Make every socket of a player check its session.

    To end a session, call games.players.identity.note_session_end, which calls this.
    """
    _tell(group_of_player(player_id), "session.ended")


def tell_other_processes(kind: str, **about: Any) -> None:
    """Send a message to the other processes (games.hosting.processes)."""
    if get_channel_layer().is_shared:
        _tell(PROCESSES, kind, process=PROCESS, **about)


def _tell(group: str, kind: str, **about: Any) -> None:
    """Have the loop send a message to a group; returns at once."""
    layer = get_channel_layer()
    # Without any page and any other process, nobody has to be told.
    if pages.tables() or layer.is_shared:
        run_on_loop(layer.group_send, group, {"type": kind, **about})
