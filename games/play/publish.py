"""Tells the pages of a table in all processes about a change, after the commit.

A message of a group holds numbers and short names of a kind, no card, no player's name
and no HTML, and may be lost: heartbeats reveal missed changes.
"""

from contextvars import Context

from games.play.connections import connections
from runtime.layer import tell_group
from runtime.threads import find_worker, log_errors


def name_table_group(pk: int) -> str:
    """Return the group of a table's pages."""
    return f"table.{pk}"


def publish(pk: int, number: int, *, began: float | None = None) -> None:
    """Have the table's worker prepare this change for each page here, and tell all.

    `began` is the `perf_counter` at the start of the change.
    """
    for page in connections.at(pk)[:1]:
        worker = find_worker(page.code)
        if not worker.is_current():
            # An empty context: the worker has its own time to wait for the database.
            Context().run(worker.submit, _publish, pk, number, began)
            return
    _publish(pk, number, began)


def _publish(pk: int, number: int, began: float | None) -> None:
    here = connections.at(pk)
    for page in here:
        with log_errors("An update could not be made."):
            page.prepare(number, began if page is here[-1] else None)
    tell_group(name_table_group(pk), "table.changed", number=number)


def publish_reaction(pk: int, seat: int, reaction: str) -> None:
    """Show a reaction on every open page of a table."""
    tell_group(name_table_group(pk), "table.reaction", seat=seat, reaction=reaction)


def publish_page(pk: int, player_id: int, page: str) -> None:
    """Tell a player's other pages of a table about a new one with this name."""
    tell_group(name_table_group(pk), "table.new_page", player=player_id, page=page)
