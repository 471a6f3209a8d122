"""Bugs to plant: each world of `--bug NAME` has one, and some seed must find it."""

from contextlib import contextmanager, nullcontext
from uuid import uuid4

import games.hosting.hub
import games.play.due_moves
import games.play.moves
import games.play.schedule
import games.play.transaction
import games.table.consumer
import games.table.submit
import runtime.loop
import runtime.sockets.timer
from games.hosting.hub import Hub
from games.play import chaining, race, rows, transaction
from games.table.consumer import TableConsumer
from games.table.open_page import OpenPage
from games.table.socket_moves import SocketMoves
from runtime.rate_limits import Places
from runtime.sockets.timer import DueTimer
from tests.simulation.page import Page


def snapshot_before_commit():
    """A snapshot is put into the cache before its commit."""
    games.play.moves.transaction = _Hasty()


class _Hasty:
    atomic = transaction.transaction.atomic

    @staticmethod
    def on_commit(call, robust=False):
        call()


def publish_before_commit():
    """The sockets are told of a change before its commit."""
    transaction.transaction = _Hasty()


def snapshot_of_uncommitted_rows():
    """Planning anew caches rows that are not committed (found in this code)."""
    games.play.schedule.read_snapshot = transaction.get_snapshot


def viewer_of_socket_unchecked():
    """A page is not told whom its new socket serves (found in this code)."""
    TableConsumer._greet = _greet_nobody


async def _greet_nobody(self):
    self.is_greeted = True
    await self.on_heartbeat(self.page.number)


def repeated_key_refused():
    """A move that is sent again is refused, as its key is not looked up."""
    games.play.moves._find_repeated = lambda *_: None


def key_forgotten():
    """A move is stored under another key than its own."""
    write = rows.write_move
    games.play.moves.write_move = lambda game, move, key, *rest: write(
        game, move, key and uuid4(), *rest
    )


def hold_forgotten():
    """Held accusations that are ripe leave the queue and are not played."""

    def play_held(game, *, before_end=False):
        ready = race.take(game, all_held=before_end) if game.held else []
        if ready:
            games.play.schedule.save_held(game)
        return bool(ready)

    games.play.moves.play_held = games.play.due_moves.play_held = play_held


def session_read_once_too_late():
    """A player who has signed out takes a held accusation along."""
    make = SocketMoves._make_move

    def make_move(self, move, arrival):
        if arrival.has_waited and self._viewer.find_mover() is None:
            with transaction.locked_game(self._viewer.code) as game:
                seat = game.seats.filter(player=self._viewer.player).first()
                if seat:
                    race.withdraw(game, seat.index)
                    games.play.schedule.save_held(game)
        return make(self, move, arrival)

    SocketMoves._make_move = make_move


def later_accusation_first():
    """An accusation that arrives does not wait behind earlier ones."""
    race._longest_latency_of_rivals = lambda *_: 0
    race.Runner.__lt__ = lambda self, other: self.lot < other.lot


def heartbeat_skips_tables():
    """The heartbeat leaves out some tables."""
    send = Hub._send_heartbeats
    Hub._send_heartbeats = lambda self, pks: send(self, [pk for pk in pks if pk % 3])


def due_timer_stuck():
    """A table's timer never rings twice."""
    _run = DueTimer._run

    async def run(self, pk):
        await self._on_due(pk)

    DueTimer._run = run


def due_move_in_the_future():
    """A due time later than any limit is not planned anew after a jump of the clock."""
    games.play.due_moves.clock.is_ripe = lambda due_at, at: due_at <= at
    games.hosting.hub._is_ripe.__globals__["clock"].is_ripe = lambda due_at, at: due_at <= at


def number_not_raised():
    """A vote changes the table and not its number."""
    mark = transaction.mark_changed

    def mark_changed(game, *fields):
        mark(game, *fields)
        if fields and fields[0] == "agreed":
            game.number -= 1
            transaction.sql.change(game, ("number",))

    import games.hosting.presence

    games.hosting.presence.mark_changed = mark_changed


def change_without_transaction():
    """A change is no transaction, so that a fault leaves half of it."""

    @contextmanager
    def one_change():
        yield

    transaction.one_change = one_change


def chain_skips_the_clock():
    """The chain of a game leaves out some moves."""
    chain = chaining.chain_move if hasattr(chaining, "chain_move") else rows.chain_move

    def chain_move(game, content, *rest):
        return chain(game, content, *rest) if game.move_count % 7 else None

    rows.chain_move = chain_move


def old_snapshot_kept():
    """A snapshot of some moves ago replaces a newer one in the cache."""

    def put(self, snapshot):
        self._snapshots[snapshot.table.code] = snapshot

    kept = transaction.cache.__class__
    get = kept.get
    kept.get = lambda self, code: self._snapshots.get(f"old {code}") or get(self, code)
    del put


def socket_stays_in_hub():
    """A socket that ends stays among the listeners of its table."""
    Hub.leave = lambda self, listener: None


def place_not_given_back():
    """A socket's place is never free again."""

    @contextmanager
    def place(self, key):
        self._taken[key] += 1
        yield True

    Places.place = place


def view_noted_too_late():
    """A socket notes what it sent only when it is sent."""

    async def send(self, table_view):
        if table_view.table.number > self.page.number:
            message = self.messages.change(table_view)
            await runtime.loop.asyncio.sleep(0.01)
            await self.send(message)
            self.page.remember(table_view)

    TableConsumer._send_table_view = send


def update_of_another_number_taken():
    """A page takes any newer update, whatever it follows."""
    swap = Page._swap
    Page._swap = lambda self, update, *rest: swap(
        self, {name: value for name, value in update.items() if name != "follows"}, *rest
    )


def page_never_polls():
    """A page without a socket asks for nothing."""
    Page.ask = lambda self: None


def move_on_page_without_key():
    """A page makes a new key whenever it sends its move."""
    post = Page.post
    Page.post = lambda self, fields, attempt=0: post(
        self, {**fields, "key": self.browser.new_key()}, attempt
    )


def removed_player_keeps_seat():
    """A removed player's seat is found by the cache of the former one."""
    OpenPage.remember = _remember_first


def _remember_first(self, table_view):
    self.table = table_view.table
    self.is_absent = table_view.is_absent()
    self.is_seated = getattr(self, "is_seated", table_view.viewer >= 0)


BUGS = {
    name: call
    for name, call in list(globals().items())
    if getattr(call, "__module__", "") == __name__
    and not name.startswith("_")
    and getattr(call, "__doc__", None)
}
__all__ = ["BUGS", "nullcontext"]
