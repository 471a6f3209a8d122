"""A subject of a table, and what it adds to the places that all subjects share.

The common places ask every subject and name none. games.table.subjects lists them; the
list is handed over when Django is ready, because the views of a subject import the page
that asks it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from django.dispatch import Signal
from django.urls import URLPattern

from games.models import Player
from games.play import facts
from games.play.facts import ReadFact
from games.play.selectors import TableView
from games.play.snapshot import PublicTable
from games.table.page.regions import Region

type ShowPublic = Callable[[PublicTable], Region | None]
type ShowOwn = Callable[[TableView], Region | None]


class PublicPlace(Enum):
    """A place of the page that is the same for all viewers."""

    # A line of the reveal, which says "you" to nobody.
    REVEAL = auto()
    # Below the result; each of its regions is always there.
    RESULT = auto()
    # Below the table; each of its regions is always there.
    BELOW = auto()


class OwnPlace(Enum):
    """A place of one viewer's page."""

    # Below the forms of the viewer's moves.
    MOVES = auto()
    # In a tutorial, above the viewer's clue; each of its regions is always there.
    STEP = auto()
    # In a lobby, below the start; each of its regions is always there.
    LOBBY = auto()
    # Below the head of the viewer's seat in a lobby.
    SEAT = auto()
    # A button beside the viewer's clue.
    CLUE = auto()
    # In a game, above the button in the menu that leaves it.
    MENU = auto()
    # A sheet of the page, which no update changes.
    SHEETS = auto()


@dataclass(frozen=True, kw_only=True)
class Subject:
    """The parts of one subject; each may be missing.

    None may give a secret away: `public` is shown to everybody, `own` to one viewer.
    """

    urls: tuple[URLPattern, ...] = ()
    # A public fact of the table, for `Table.find_fact`.
    read_fact: ReadFact[Any] | None = None
    public: Mapping[PublicPlace, ShowPublic] = field(default_factory=dict)
    own: Mapping[OwnPlace, ShowOwn] = field(default_factory=dict)
    # The questions that wait for the viewer's answer, at a table of people.
    ask: Callable[[TableView], tuple[Region, ...]] | None = None
    # What it changes in its rows when something has happened to a table.
    receivers: Mapping[Signal, Callable[..., bool | None]] = field(default_factory=dict)
    # The stored data about a player, by the names that an export gives them.
    export: Callable[[Player], dict[str, Any]] | None = None
    # Gives the rows of a guest, the first player, to that of an account.
    adopt: Callable[[Player, Player], None] | None = None


_subjects: list[Subject] = []
# What they show in each place, in their order.
_public: dict[PublicPlace, list[ShowPublic]] = {}
_own: dict[OwnPlace, list[ShowOwn]] = {}


def register(*subjects: Subject) -> None:
    """Have the common places ask these subjects, in this order."""
    _subjects[:] = subjects
    facts.use_readers([each.read_fact for each in subjects if each.read_fact])
    for place in PublicPlace:
        public = [each.public.get(place) for each in subjects]
        _public[place] = [show for show in public if show]
    for own_place in OwnPlace:
        own = [each.own.get(own_place) for each in subjects]
        _own[own_place] = [show for show in own if show]
    for each in subjects:
        for signal, receiver in each.receivers.items():
            signal.connect(receiver)


def show_public(place: PublicPlace, public: PublicTable) -> tuple[Region, ...]:
    """Return what the subjects show to everybody in this place."""
    shown = [show(public) for show in _public[place]]
    return tuple([region for region in shown if region is not None])


def show_own(place: OwnPlace, table_view: TableView) -> tuple[Region, ...]:
    """Return what the subjects show to a viewer in this place."""
    shown = [show(table_view) for show in _own[place]]
    return tuple([region for region in shown if region is not None])


def list_questions(table_view: TableView) -> tuple[Region, ...]:
    """Return the questions that wait for the viewer's answer."""
    if table_view.is_replay or not table_view.table.is_for_people:
        return ()
    asked = [each.ask(table_view) for each in _subjects if each.ask]
    return tuple([question for questions in asked for question in questions])


def read_exports(player: Player) -> dict[str, Any]:
    """Return what the subjects have stored about a player, for an export."""
    read = [each.export(player) for each in _subjects if each.export]
    return {name: rows for named in read for name, rows in named.items()}


def adopt_rows(guest: Player, player: Player) -> None:
    """Give a guest's rows of each subject to the player of an account."""
    for each in _subjects:
        if each.adopt:
            each.adopt(guest, player)
