"""Presents the end of a game on the shared screen: the places, and the last chief."""

from typing import NamedTuple

from games.play.log import EntryKind
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table
from games.rules.results import RoundView
from games.table.page.regions import Region, build_region
from games.table.page.result import build_result, find_next_page


class LastChief(NamedTuple):
    """The chief of the last round that counts, and the name of who caught it."""

    suspect: str
    is_caught: bool
    name: str


def show_podium(table_view: TableView) -> Region:
    """Return the end of the game in the place of the scores, empty while it runs."""
    public = table_view.public
    return build_region(
        "scores",
        "display/_podium.html",
        result=build_result(public) if public else None,
        chief=find_last_chief(public) if public else None,
        next_page=find_next_page(table_view),
        link_code=table_view.table.link_code,
    )


def find_last_chief(public: PublicTable) -> LastChief | None:
    """Return the chief of the last scored round, None before there was one.

    The name is that of the player who sat there and accused.
    """
    results = [each for each in public.observation.results if not each.mistaken]
    if not results:
        return None
    last = results[-1]
    catchers = [made.seat for made in last.accusations if made.matches == 5]
    name = _name_accuser(public.table, last, catchers[0]) if catchers else ""
    return LastChief(last.chief, bool(catchers), name)


def _name_accuser(table: Table, result: RoundView, seat: int) -> str:
    """Return the name of the player who accused from a seat in this round."""
    begun = EntryKind.ROUND, result.number, result.attempt
    # The entries of the log are read on: each loop begins where the one before ended.
    entries = iter(table.log)
    for entry in entries:
        if (entry.kind, entry.number, entry.attempt) == begun:
            break
    for entry in entries:
        if (entry.kind, entry.seat) == (EntryKind.ACCUSED, seat):
            break
    for entry in entries:
        if (entry.kind, entry.seat) == (EntryKind.TAKEN, seat):
            return entry.word
    return table.seats[seat].name
