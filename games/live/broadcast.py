"""Tells the sockets of a table in all processes what has changed, after the commit.

A message holds numbers, no card, no name and no HTML, and may be lost: heartbeats
reveal missed changes.
"""

from time import perf_counter

from games.live.listener import listeners
from runtime.metrics import MOVE_TO_PUSH
from runtime.sockets.relay import in_every_process


@in_every_process("table.changed")
def publish(pk: int, number: int, *, began: float | None = None) -> None:
    """Tell every socket of a table its new number.

    `began` is the `perf_counter` at the start of the change.
    """

    def note_push() -> None:
        if began is not None:
            MOVE_TO_PUSH.observe(perf_counter() - began)

    listeners.call(lambda each: each.on_change(number), pk, note_push)


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
