"""The page behind a table's socket: it keeps its player or its display present."""

import time
from contextlib import suppress
from secrets import token_hex

from games.errors import NoSuchTable
from games.hosting.cleanup import VISIT, note_visit
from games.hosting.presence import bring_back, note_display, note_here
from games.live.broadcast import publish_page
from games.live.open_pages import DISPLAY, LISTENING, SEEN, forget_page, note_pages
from games.live.watch import is_seen_here, people_at
from games.models.game import Standing
from games.models.player import Player
from games.play.selectors import TableView
from games.play.snapshot import Table
from games.table.socket_viewer import SocketViewer
from runtime.database import DATABASE_AWAY
from runtime.loop import has_other_processes
from runtime.threads import in_thread


class OpenPage:
    """A page at a table, as its viewer was last shown it."""

    table: Table
    is_absent: bool
    is_seated: bool

    def __init__(self, viewer: SocketViewer) -> None:
        self._viewer = viewer
        self._name = token_hex(8)

    @property
    def player(self) -> Player | None:
        """Return the page's player, if it has one."""
        return self._viewer.player

    @property
    def player_id(self) -> int | None:
        """Return the primary key of the page's player, if it has one."""
        return self.player.pk if self.player else None

    @property
    def name(self) -> str:
        """Return the name of the page's player, unless the host has removed them."""
        is_out = self.table.standing_of(self.player_id) == Standing.OUT
        return self.player.name if self.player and not is_out else ""

    @property
    def is_display(self) -> bool:
        """Return whether the page is a display for the middle of the table."""
        return self._viewer.is_display

    @property
    def is_seen(self) -> bool:
        """Return whether the page is not hidden, as it last said."""
        return self._viewer.is_seen

    @property
    def latency(self) -> float:
        """Return how long a message of this page is under way, in seconds."""
        return self._viewer.latency

    @property
    def code(self) -> str:
        """Return the table's code."""
        return self.table.code

    @property
    def number(self) -> int:
        """Return the number of the table that the page shows."""
        return self.table.number

    @property
    def expected(self) -> frozenset[int | None]:
        """Return the players expected to have a page open at this table."""
        return self.table.expected

    def remember(self, table_view: TableView) -> None:
        """Remember the table that the viewer is shown."""
        self.table = table_view.table
        self.is_absent = table_view.is_absent()
        self.is_seated = table_view.viewer >= 0

    def is_former(self, player_id: int, name: str) -> bool:
        """Return whether a page with this name is a newer one of the same player."""
        return self.player_id == player_id and self._name != name

    def note_opened(self, table_view: TableView) -> TableView:
        """Note that the page was opened, and return its player's view. Blocks."""
        if self.player and table_view.is_absent():
            table_view = bring_back(table_view, self.player)
        pk = table_view.table.pk
        self._visit(pk)
        if self.player:
            publish_page(pk, self.player.pk, self._name)
            if has_other_processes():
                note_pages([(pk, self.player.pk)], LISTENING)
        return table_view

    def _visit(self, pk: int) -> None:
        """Note that the table is in use. Blocks."""
        self._visited_at = time.monotonic()
        note_visit(pk)

    async def note_joined(self) -> None:
        """Note the page as the table's display, if it is one."""
        if self.is_display:
            await in_thread(note_display, self.code, is_open=True)

    async def note_still_open(self) -> None:
        """Renew the presence of this page from time to time."""
        if time.monotonic() - self._visited_at > VISIT:
            await in_thread(self._visit, self.table.pk)
        if self.is_absent and self.player:
            # The player was noted as away while this socket opened.
            await in_thread(note_here, self.code, self.player)
        if self.is_display and not self.table.has_display:
            # Another process, unaware of this display, noted that the last one had
            # closed.
            await in_thread(note_display, self.code, is_open=True)

    async def note_sight(self, *, was_seen: bool) -> None:
        """Tell other processes that the page was hidden or shown."""
        place = (self.table.pk, self.player_id, SEEN)
        if was_seen == self.is_seen or not self.player_id or not has_other_processes():
            return
        if self.is_seen:
            await in_thread(note_pages, [place], LISTENING)
        elif not is_seen_here(*place[:2]):
            await in_thread(forget_page, place)

    async def note_closed(self) -> None:
        """Note that this page, which has left the hub, is closed."""
        was_seen, self._viewer.is_seen = self.is_seen, False
        await self.note_sight(was_seen=was_seen)
        owner = DISPLAY if self.is_display else self.player_id
        if owner in people_at(self.table.pk):
            return
        if owner and has_other_processes():
            await in_thread(forget_page, (self.table.pk, owner))
        if self.is_display:
            # A deleted table has no display to note.
            with suppress(NoSuchTable, *DATABASE_AWAY):
                await in_thread(note_display, self.code, is_open=False)
