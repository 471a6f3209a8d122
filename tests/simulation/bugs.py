"""Bugs to plant: `--bug NAME` plants one, and some seed must find it."""

from contextlib import contextmanager, nullcontext
from dataclasses import replace
from uuid import uuid4

from django.db.transaction import atomic, on_commit

import games.play.clock
import games.play.due_moves
import games.play.publish
import games.play.schedule
import games.play.seam
import games.play.snapshot
import games.players.sessions
import games.table.live.connection
import games.table.live.socket_messages
import games.table.live.submit
import games.table.page.visits
from games.codes import clean_code
from games.models import Bystander, EnteredAccusation, Game, Seat, Standing
from games.play import race, transaction
from games.play.race import Arrival
from games.play.seam import Entered
from games.play.selectors import get_game_or_404, see
from games.play.transaction import seat_left
from games.rules.suspects import SUSPECTS
from games.table.live.connection import TableConnection
from games.table.live.consumers import TableConsumer
from games.table.live.due_timer import DueTimer
from games.table.live.hub import Hub
from games.table.live.socket_messages import Messages
from games.table.live.socket_moves import SocketMoves
from games.table.people import holders, idle, votes
from runtime import layer as channel_layer
from runtime import threads
from runtime.database import DATABASE_AWAY
from runtime.rate_limits import ConcurrencyLimit
from tests.simulation.page import Page

BUGS = {}


def bug(plant):
    BUGS[plant.__name__] = plant
    return plant


class _Hasty:
    """Stands for Django's `transaction`, but waits for no commit."""

    atomic = staticmethod(atomic)

    @staticmethod
    def on_commit(call, robust=False):
        call()


class _Loose:
    """Stands for Django's `transaction`, but opens none."""

    atomic, on_commit = staticmethod(nullcontext), staticmethod(on_commit)


@bug
def snapshot_before_commit():
    """A snapshot is put into the cache before its commit."""
    games.play.seam.transaction = _Hasty()


@bug
def publish_before_commit():
    """The sockets are told of a change before its commit."""
    transaction.transaction = _Hasty()


@bug
def snapshot_of_uncommitted_rows():
    """Planning anew caches rows that are not committed (found in this code)."""
    games.play.schedule.read_snapshot = transaction.get_snapshot


@bug
def snapshot_read_across_a_change():
    """A snapshot is cached without a second look at its number (found in this code)."""

    def get_snapshot(game):
        kept, snapshot = (
            transaction.cache.get(game.code),
            transaction.read_snapshot(game),
        )
        if snapshot is not kept:
            transaction.cache.put(snapshot)
        return snapshot

    transaction.get_snapshot = get_snapshot
    for module in (games.play.seam, games.play.due_moves, games.play.selectors):
        module.get_snapshot = get_snapshot


@bug
def old_snapshot_taken():
    """A cached snapshot is taken for the newest."""
    read = transaction.read_snapshot
    transaction.read_snapshot = lambda game: (
        transaction.cache.get(game.code) or read(game)
    )


@bug
def viewer_of_socket_untold():
    """A page does not learn the viewer of its new socket (found in this code)."""

    Messages.greeting = Messages.heartbeat


@bug
def repeated_key_refused():
    """A move that is sent again is refused, as its key is not looked up."""
    games.play.seam._find_repeated = lambda *_: None


@bug
def key_unchecked_at_second_door():
    """A move over the socket is made under a key of its own."""
    make = SocketMoves._make_move
    SocketMoves._make_move = lambda self, move, arrival: make(
        self, replace(move, key=uuid4()), arrival
    )


@bug
def fault_acknowledged():
    """A move over the socket is acknowledged although its transaction failed."""
    make = SocketMoves._make_move

    def make_move(self, move, arrival):
        try:
            return make(self, move, arrival)
        except DATABASE_AWAY:
            return {"key": str(move.key), "number": 0}

    SocketMoves._make_move = make_move


@bug
def entered_forgotten():
    """Entered accusations that are ripe leave the queue and are not played."""

    def play_entered(game, snapshot, *, all_waiting=False):
        if game.race_ends_at is not None:
            race.take_due(game, all_waiting=all_waiting)
            games.play.schedule.set_due_at(game)
        return snapshot

    games.play.seam.play_entered = games.play.due_moves.play_entered = play_entered


@bug
def entered_without_row():
    """Entered accusations are in the memory of a process alone, and die with it."""
    enter, find_waiting, kept = race.enter, race.find_waiting, set()

    def enter_here(game, round_pk, runner, waiting):
        kept.add((channel_layer.PROCESS, runner.key))
        enter(game, round_pk, runner, waiting)

    def find_waiting_here(game):
        here = channel_layer.PROCESS
        return [each for each in find_waiting(game) if (here, each.key) in kept]

    race.enter, race.find_waiting = enter_here, find_waiting_here


@bug
def entered_without_timer():
    """No timer plays an entered accusation when its waiting time is over."""
    games.table.live.submit.run_on_loop = lambda *_: None


@bug
def entered_key_unknown():
    """An accusation that is sent again while it waits is a second one."""
    find = games.play.seam._find_repeated

    def find_repeated(*args):
        found = find(*args)
        return None if isinstance(found, Entered) else found

    games.play.seam._find_repeated = find_repeated


@bug
def entered_twice():
    """An accusation that is sent again while it waits is entered under another key."""
    make = games.play.seam._make

    def make_anew(game, player, content, key, arrival):
        if any(each.key == key for each in race.find_waiting(game)):
            game.entered.filter(key=key).update(outcome=EnteredAccusation.PLAYED)
            key = uuid4()
        return make(game, player, content, key, arrival)

    games.play.seam._make = make_anew


@bug
def late_taken_back():
    """An accusation that came too late is deleted, and its player is not told."""
    note_outcome = race.note_outcome

    def delete_late(game, runner, outcome):
        if outcome == EnteredAccusation.PLAYED:
            note_outcome(game, runner, outcome)
        else:
            game.entered.filter(key=runner.key).delete()

    race.note_outcome = delete_late


@bug
def late_in_order_of_play():
    """Late accusations are in the order of playing (found in this code)."""
    games.play.seam.keep_last_outcomes = tuple
    games.play.snapshot.keep_last_outcomes = tuple


@bug
def visit_by_old_snapshot():
    """A visit takes the due time of a cached snapshot (found in this code)."""

    def get_table_view_or_404(code, player, **options):
        snapshot = transaction.get_snapshot(get_game_or_404(code))
        return see(snapshot, player, **options)

    games.table.page.visits.get_table_view_or_404 = get_table_view_or_404


@bug
def late_untold():
    """The page of an accusation that came too late does not say so."""
    games.play.seam._note_late = lambda _game, snapshot, _late: snapshot


@bug
def late_key_counts_again():
    """The key of an accusation that came too late accuses again later."""
    line_up = race.line_up

    def line_up_anew(game, snapshot, move, key, arrival):
        done = (EnteredAccusation.WAITING, EnteredAccusation.PLAYED)
        game.entered.filter(key=key).exclude(outcome__in=done).delete()
        return line_up(game, snapshot, move, key, arrival)

    race.line_up = line_up_anew


@bug
def entered_ends_with_session():
    """An entered accusation ends when its player signs out."""
    note_end = games.players.sessions.note_session_end

    def note_session_end(players):
        note_end(players)
        theirs = Seat.objects.filter(player__in=players).select_related("game")
        for seat in theirs:
            with transaction.locked_game(seat.game.code) as game:
                game.entered.filter(seat=seat.index, outcome="").delete()
                race._set_end(game, race.find_waiting(game))
                games.play.schedule.set_due_at(game)

    games.players.sessions.note_session_end = note_session_end


@bug
def version_unguarded():
    """A change is made from a row that may be older than the newest."""

    def raise_version(game):
        game.version += 1
        Game.objects.filter(pk=game.pk).update(version=game.version)
        return True

    transaction._raise_version = raise_version


@bug
def old_row_kept():
    """A row that was found to be old is not read again, but for its guards."""

    def lock(code):
        game = transaction.rows.copy(clean_code(code)) or transaction.read_game(code)
        while not transaction._raise_version(game):
            newest = transaction.read_game(code)
            game.version, game.number = newest.version, newest.number
        return game

    transaction._lock = lock


@bug
def later_accusation_first():
    """An accusation that arrives does not wait for earlier ones under way."""
    race._find_longest_rival_latency = lambda *_: 0


@bug
def heartbeat_skips_tables():
    """The heartbeat leaves out some tables."""
    send = Hub._send_heartbeats
    Hub._send_heartbeats = lambda self, pks: send(self, [pk for pk in pks if pk % 3])


@bug
def due_timer_stuck():
    """A table's timer never rings twice."""

    async def run(self, pk):
        await self._on_due(pk)

    DueTimer._run = run


@bug
def due_move_in_the_future():
    """A due time later than any limit is not planned anew after a jump of the clock."""
    clock = games.play.clock
    clock.seconds_until = lambda due_at: max(0, (due_at - clock.now()).total_seconds())


@bug
def number_not_raised():
    """A vote changes the table and not its number."""
    mark = transaction.mark_changed

    def mark_changed(game):
        mark(game)
        game.number -= game.votes.exists()

    votes.mark_changed = mark_changed


@bug
def change_without_transaction():
    """A change is no transaction, so that a fault leaves half of it."""
    transaction.transaction = _Loose()


@bug
def page_rendered_on_loop():
    """A page that has missed a change gets it on the event loop."""

    async def table_heartbeat(self, event):
        self.page.prepare(event["number"])
        await self._send_updates()

    TableConsumer.table_heartbeat = table_heartbeat


@bug
def move_made_on_loop():
    """A move over the socket is made on the event loop."""

    async def answer_to(self, move, _now, at=None):
        return self._make_move(move, Arrival.of(at, self._page.latency))

    SocketMoves.answer_to = answer_to


@bug
def table_without_a_worker():
    """A change is rendered by the thread that made it, even if that is a reader."""
    broadcast, find_worker = games.play.publish, threads.find_worker
    broadcast.find_worker = lambda code: threads._here.thread or find_worker(code)


@bug
def socket_stays_in_hub():
    """A socket that ends stays among the pages of its table."""
    Hub.leave = lambda self, pk, page: None


@bug
def place_not_given_back():
    """A socket's place is never free again."""

    @contextmanager
    def place(self, key):
        self._taken[key] += 1
        yield True

    ConcurrencyLimit.place = place


@bug
def view_noted_too_late():
    """A page notes an update when it is sent, and not when it is rendered."""
    prepare, send = TableConnection.prepare, TableConsumer._send_updates

    def prepare_only(self, *args):
        before = self.table, self.messages._page
        prepare(self, *args)
        self.rendered = self.table, self.messages._page
        self.table, self.messages._page = before

    async def send_and_note(self):
        has_updates, page = bool(self.page.updates), self.page
        await send(self)
        if has_updates:
            page.table, page.messages._page = page.rendered

    TableConnection.prepare, TableConsumer._send_updates = prepare_only, send_and_note


@bug
def answers_taken_while_live():
    """A page takes whole answers although its socket is heard (rule 1)."""
    wants = Page.wants

    def wants_any(self, method, number):
        is_live, self.is_live = self.is_live, False
        wanted = wants(self, method, number)
        self.is_live = is_live
        return wanted

    Page.wants = wants_any


@bug
def late_answers_taken():
    """A page takes the answer to a question of before (rule 1)."""
    wants = Page.wants

    def wants_late(self, method, number):
        self.taken_before = self.taken
        return wants(self, method, number)

    Page.wants = wants_late


@bug
def page_never_asks():
    """A page without a socket asks for nothing."""
    Page.ask = lambda self: None


@bug
def page_never_says_lost():
    """A page that shows another number than its socket's stays silent (rule 2)."""
    Page.ask_for_all = lambda self: None


@bug
def greeting_is_not_read():
    """A page does not compare its number with its socket's (rule 2)."""
    Page.check_number = lambda self, message: None


@bug
def parts_taken_while_lost():
    """A page that is lost takes parts of the missing content (found in this code)."""
    take_update = Page.take_update

    def take_any(self, update):
        self.is_lost = False
        take_update(self, update)

    Page.take_update = take_any


@bug
def lost_page_unheard():
    """A page that says that it is lost gets no answer."""
    TableConnection.prepare_everything = lambda self: None


@bug
def own_part_left_out():
    """An update leaves out the parts for its viewer alone."""
    games.table.live.socket_messages.find_own_changes = lambda before, after: {}


@bug
def new_key_by_post():
    """A page makes a new key whenever it sends its move by POST."""
    send = Page.post

    def post(self, move, attempt=0):
        move.fields = {**move.fields, "key": self.browser.new_key()}
        send(self, move, attempt)

    Page.post = post


@bug
def next_card_shown():
    """A table shows the card that will be drawn next."""
    look = games.play.snapshot.observe

    def observe(state, *viewer):
        seen = look(state, *viewer)
        following = next((each for each in state.deck if each in SUSPECTS), seen.drawn)
        return seen._replace(drawn=following)

    games.play.snapshot.observe = observe


@bug
def view_of_another():
    """A cached view is found by its table and number, for any viewer."""
    look, kept = games.table.live.connection.get_table_view_at, {}

    def get_table_view_at(code, number, *viewer, **options):
        found = kept.get((code, number)) or look(code, number, *viewer, **options)
        kept[code, number] = found
        return found

    games.table.live.connection.get_table_view_at = get_table_view_at


@bug
def recount_missed():
    """When a player leaves, the votes of those who stay are not counted again."""
    seat_left.disconnect(votes.settle_after_leaving)


@bug
def vote_of_the_gone_stays():
    """The votes of a player who has left the seat stay open."""

    def withdraw(game, _seat):
        game.has_left_seat = True

    holders._withdraw = withdraw


@bug
def promise_outlives_return():
    """A seat stays promised although its player has come back."""
    holders._end_promises = lambda _game, _seat: None


@bug
def asker_stays_on_the_list():
    """A player who gets a seat goes on asking for one."""
    delete = Bystander.delete

    def delete_removed(row, *args, **kwargs):
        return row.standing == Standing.OUT and delete(row, *args, **kwargs)

    Bystander.delete = delete_removed


@bug
def holder_forgotten():
    """The former player of a seat leaves no trace when it changes hands."""
    replace = holders.replace_holder

    def replace_holder(game, seat, player):
        before = game.former
        holder = replace(game, seat, player)
        game.former = before
        return holder

    holders.replace_holder = replace_holder


@bug
def idle_never_offered():
    """An idle player is never found, so that no stand-in is offered."""
    idle._judge_seat = lambda _table, seat, *_: seat.idle


@bug
def idle_host_stays():
    """The rights of an idle host do not pass on."""
    idle.pass_host_on = lambda *_: False
