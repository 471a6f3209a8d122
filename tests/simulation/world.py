"""One world: processes, tables, people and their pages, all on one agenda."""

import hashlib
import json
import random
import sqlite3
import traceback
from collections import defaultdict
from contextvars import copy_context
from dataclasses import fields

from channels.layers import InMemoryChannelLayer, channel_layers
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from greenlet import GreenletExit

import games.table.responses as responses
import games.table.socket_messages as socket_messages
import runtime.threads
from games.play import moves
from games.play.race import Held
from games.play.transaction import _Cache
from games.players.identity import find_player
from games.players.sessions import SessionStore
from games.rules.moves import Accuse
from runtime.html.update import full_update, update_between
from tests.simulation import seeded
from tests.simulation.network import (
    Line,
    Request,
    Socket,
    headers_of,
    request_scope,
    socket_scope,
)
from tests.simulation.page import TICK, Page, to_text
from tests.simulation.process import Consumer, Process
from tests.simulation.redis import Layer, Redis
from tests.simulation.rows import Killed, watch
from tests.simulation.scheduler import TURN, Agenda
from tests.simulation.seeded import clock


ALERT, ALERT_END = '<hx-partial hx-target="#alert"', "</hx-partial>"


class Violation(AssertionError):
    """Something that must always hold did not."""


class World(Agenda):
    """A seeded run of the site. `current` is the one that runs now."""

    current: "World"

    def __init__(self, seed, count=2):
        super().__init__(seed)
        World.current = self
        empty_rows()
        clock.reset()
        seeded.chance.seed(f"keys {seed}")
        random.seed(f"others {seed}")
        Consumer.made, Process.last_running = 0, None
        self.hash = hashlib.sha256()
        self.thread_delay = 0.003
        self.errors, self.told = [], []
        self.counts = defaultdict(int)
        self.snapshots = defaultdict(dict)
        self.changes = defaultdict(list)
        self.answers, self.browsers, self.held, self.tables = [], [], [], []
        self.times = defaultdict(dict)
        self.fault = None
        self.graves = []
        self.redis = Redis(self) if count > 1 else None
        layer = Layer(self.redis) if self.redis else InMemoryChannelLayer()
        channel_layers.backends = {"default": layer}
        self.processes = [self.start_process() for _ in range(count)]
        # Where commands run while no server does.
        self.office = self.start_process()
        watch.on_statement, watch.on_commit = self._on_statement, self._on_commit

    # Processes.

    def start_process(self):
        self.counts["processes"] += 1
        name = f"process {self.counts['processes']}"
        return Process(self, name, self.redis or Redis(self))

    def choose_process(self, chance):
        alive = [each for each in self.processes if each.is_alive]
        return chance.choice(alive) if alive else None

    def kill(self, process):
        """Let a process die at once, with everything that it had begun."""
        if not process.is_alive:
            return
        process.is_alive = False
        self.graves.append(process)
        connection.run_on_commit = []
        for socket in list(process.sockets):
            socket.break_off()
        for request in list(process.requests):
            request.reset()

    def restart(self, process):
        """Replace a dead process."""
        if process in self.processes and not process.is_alive:
            self.processes[self.processes.index(process)] = self.start_process()

    def do(self, call, *args, process=None):
        """Return the result of a call in a process, at once and without faults."""
        alive = (each for each in self.processes if each.is_alive)
        process = process or next(alive, self.office)
        context, fault = copy_context(), self.fault
        context.run(runtime.threads._serving_loop.set, process.loop)
        self.fault = None
        try:
            with process.running(None):
                return context.run(call, *args)
        finally:
            self.fault = fault

    # Rows.

    def _on_statement(self, is_inside):
        process = Process.last_running
        if not is_inside:
            self.pause()
        if process and process.statements_left is not None:
            process.statements_left -= 1
            if process.statements_left < 0 and process.is_alive:
                raise Killed
        if self.fault and self.fault("inside" if is_inside else "outside"):
            raise sqlite_error()

    def _on_commit(self, commit):
        if self.fault and self.fault("before commit"):
            raise sqlite_error()
        commit()
        process = Process.last_running
        if process and process.statements_left is not None:
            process.statements_left -= 5
            if process.statements_left < 0 and process.is_alive:
                raise Killed
        if self.fault and self.fault("after commit"):
            raise sqlite_error()

    def pause(self, longest=TURN):
        """Let other steps happen first, unless a transaction is open.

        Then the others wait, and time passes.
        """
        if connection.connection.in_transaction or connection.in_atomic_block:
            clock.spent += self.draw("turns").random() * longest
        else:
            super().pause(longest)

    # The end of the trouble.

    def mend_rows(self, fault):
        if self.fault is fault:
            self.fault = None

    def mend_threads(self):
        self.thread_delay = 0.003

    def mend(self):
        """End all trouble."""
        self.tell("the trouble ends")
        self.fault = None
        self.mend_threads()
        if self.redis:
            self.redis.mend()
        for process in list(self.processes):
            process.statements_left = None
            self.restart(process)
        for tab in self.browsers:
            tab.person.line.mend()

    def entries(self):
        caches = [self.redis] if self.redis else [each.redis for each in self.processes]
        return [entry for cache in caches for entry in cache.entries.items()]

    # Notes for the checks.

    def tell(self, text):
        self.told.append(f"{clock.now:9.3f} {text}")

    def note_sent(self, client, text):
        self.counts["messages"] += 1
        self.hash.update(f"{clock.now:.6f} {client.name} {text}\n".encode())
        client.note_sent(text)

    def note_error(self, context):
        error = context.get("exception")
        if isinstance(error, Killed):
            self.kill(Process.last_running)
        elif not isinstance(error, GreenletExit):
            self.errors.append(error or context)

    def note_end(self, task):
        """A request or a socket must not end with an error."""
        if not task.cancelled() and (error := task.exception()):
            if not isinstance(error, Killed):
                self.fail(
                    "a request or a socket ended with an error",
                    *traceback.format_exception(error),
                )

    def note_snapshot(self, snapshot):
        table = snapshot.table
        kept = self.snapshots[table.code].setdefault(table.number, snapshot)
        self.times[table.code].setdefault(table.number, clock.now)
        if kept is not snapshot and differ(kept, snapshot):
            self.fail(
                f"two tables {table.code} at {table.number}", differ(kept, snapshot)
            )

    def note_held(self, code, player, key):
        """Note an accusation that has just been entered, as it is in the row."""
        held_now = json.loads(find_raw("games_game", "code", code, "held")[0][0])
        for sent, _lot, _until, _latency, seat, suspect, held in held_now:
            if held == str(key):
                about = sent, Accuse(seat, suspect)
                self.held.append((code, key, about, clock.now, player.pk))

    def fail(self, what, *about):
        self.failure = Violation(what, *about)
        raise self.failure

    def bury(self):
        """Free what dead and living processes still hold."""
        for process in {*self.graves, *self.processes, self.office}:
            process.end()
        watch.forget()
        self._events.clear()


def find_raw(table, column, value, wanted="1"):
    """Return rows without any fault and without a step of its own."""
    query = f"SELECT {wanted} FROM {table} WHERE {column} = ?"
    return sqlite3.Connection.execute(connection.connection, query, [value]).fetchall()


def sqlite_error():
    return sqlite3.OperationalError("The database has a fault.")


def differ(kept, other):
    """Return the facts in which two snapshots differ."""
    facts = {}
    if kept.state != other.state:
        names = [] if None in (kept.state, other.state) else vars_of(kept.state)
        pairs = [
            (name, getattr(kept.state, name), getattr(other.state, name))
            for name in names
        ]
        facts = {f"state.{name}": (one, two) for name, one, two in pairs if one != two}
        facts = facts or {"state": (kept.state, other.state)}
    pairs = zip(kept.table._fields, kept.table, other.table, strict=True)
    changed = {name: (one, two) for name, one, two in pairs if one != two}
    # A held accusation changes it without a new number.
    changed.pop("due_at", None)
    return facts | changed


class Person:
    """A visitor with a session, perhaps at a seat."""

    def __init__(self, world, name, player=None, cookies=None):
        self.world, self.name, self.player = world, name, player
        self.cookies = cookies or {}
        self.line = Line(world, name)
        self.chance = world.draw(f"person {name}")

    def note_cookies(self, header):
        name, _, rest = header.partition("=")
        if name == settings.SESSION_COOKIE_NAME:
            self.cookies[name] = rest.partition(";")[0]


class Browser:
    """A tab of a person at a table: what `page.Page` needs of the world."""

    count = 0

    def __init__(self, person, code, *, is_display=False, opens=True):
        self.world, self.person, self.code = person.world, person, code
        self.is_display = is_display
        self.name = f"{person.name} tab {len(self.world.browsers) + 1}"
        self.world.browsers.append(self)
        self.page = self._socket = self._question = self.tree = None
        self._loads = self._attempts = 0
        self._loaded_at = -1000.0
        self._is_ticking = self.is_gone = self._is_loading = False
        if opens:
            self.load()

    # Opening.

    def load(self):
        """Load the page."""
        self._loads += 1
        self._drop_socket()
        self.page, self._is_loading = None, True
        path = f"/t/{self.code}/" + ("display/" if self.is_display else "")
        self._request("GET", path, {}, self._loaded(self._loads), limit=30)

    def _loaded(self, load):
        def loaded(status, headers, content):
            if self.is_gone or load != self._loads:
                return
            if status != 200 or "Table-Number" not in headers:
                self.world.after(3, self._load_again, load)
                return
            self._is_loading = False
            self._loaded_at = clock.now
            numbers = int(headers["Table-Number"]), int(headers["Table-Moves"])
            self.tree = None
            self.has_places(content, numbers[0])
            self.page = Page(self, *numbers, self.show())
            self._connect()
            self._keep_ticking()

        return loaded

    def _load_again(self, load):
        if not self.is_gone and load == self._loads:
            self.load()

    def reload(self, note=""):
        """Load the page again, as its scripts do: not twice within 10 s."""
        pause = max(0, self._loaded_at + 10 - clock.now) if self._loads > 1 else 0
        self.world.after(pause, self._load_again, self._loads)

    def player_there(self):
        """Return the player that the person is at this table, if any."""
        return (
            self.world.do(
                find_player,
                SessionStore(self.person.cookies.get("sessionid")),
                self.code,
            )
            if not self.is_display
            else None
        )

    def cut(self, chance):
        """Break the socket; the page may not notice."""
        if self._socket:
            until_page = chance.choice((0, 0.5, 5, None))
            self._socket.cut(chance.choice((0, 1, 20)), until_page)

    def send_form_if_open(self, path, fields):
        if self.page:
            self.send_form(path, **fields)

    def leave(self):
        """Close the tab."""
        self.is_gone = True
        self._drop_socket()
        self.page = None

    # The socket.

    def _drop_socket(self):
        if self._socket and not self._socket.is_closed_here:
            self._socket.close()
        self._socket = None

    def _connect(self):
        process = self.world.choose_process(self.person.chance)
        if process is None:
            self.world.after(0.1, self.on_close, None, 1006)
            return
        query = "language=en" + ("&display=1" if self.is_display else "")
        scope = socket_scope(self.code, dict(self.person.cookies), query)
        self._socket = Socket(self.world, self.person.line, process, scope, self)

    def reconnect(self):
        self._drop_socket()
        self._attempts = 0
        self._connect()
        self._keep_ticking()

    def is_open(self):
        return self._socket is not None and self._socket.is_open

    def on_open(self, socket):
        if socket is self._socket:
            self._attempts = 0
            self.page.tell()

    def on_message(self, socket, text):
        if socket is self._socket:
            self.page.hear(json.loads(text))
            self._keep_ticking()

    def on_close(self, socket, code):
        if self.is_gone or self.page is None or (socket and socket is not self._socket):
            return
        self._socket = None
        self.page.close(code)
        self._keep_ticking()
        if code < 4000:
            self._attempts += 1
            pause = min(30, 0.5 * 2**self._attempts)
            jitter = 0.7 + 0.6 * self.person.chance.random()
            self.world.after(pause * jitter, self._connect_again, self._loads)

    def _connect_again(self, load):
        if not self.is_gone and load == self._loads and self._socket is None:
            self._connect()

    def close(self, code):
        """Close the socket with a code of the page's own."""
        self._socket.close()
        self.on_close(self._socket, code)

    def tell(self, message):
        self._socket.send(to_text(message))

    # Requests.

    def _request(self, method, path, fields, on_answer, *, limit=60, **headers):
        person = self.person
        process = self.world.choose_process(person.chance)
        body = b""
        if method == "POST":
            headers["content_type"] = "application/x-www-form-urlencoded"
            body = "&".join(
                f"{name}={value}" for name, value in fields.items()
            ).encode()
        query = fields if method == "GET" else {}
        headers = headers_of(person.cookies, **headers)
        scope = request_scope(method, path, query, headers)
        self.world.counts["requests"] += 1

        def answered(status, headers, content):
            person.note_cookies(headers.get("Set-Cookie", ""))
            self.world.hash.update(
                f"{clock.now:.6f} {self.name} {path} {status} {content}\n".encode()
            )
            self.note_answered(path, status, headers, content)
            on_answer(status, headers, content)

        world = self.world
        return Request(world, person.line, process, scope, body, answered, limit)

    def send_plainly(self, method, path, on_answer):
        self._request(method, path, {}, on_answer, limit=10)

    def ask(self, number):
        if self._question and not self._question.is_over:
            return
        query = {"since": number} | ({"display": 1} if self.is_display else {})
        load = self._loads

        def answered(status, headers, content):
            if self._is_at(load):
                self.page.take_answer("GET", status, headers, content)
                self._keep_ticking()

        self._question = self._request(
            "GET", f"/t/{self.code}/update/", query, answered
        )

    def stop_asking(self):
        if self._question:
            self._question.abort()

    def post(self, path, fields, headers, limit, answered):
        load = self._loads

        def on_answer(status, headers, content):
            if self._is_at(load):
                answered(status, headers, content)
                self._keep_ticking()

        path = f"/t/{self.code}/{path}"
        headers = {
            name.replace("-", "_"): str(value).lower()
            for name, value in headers.items()
        }
        self._request("POST", path, fields, on_answer, limit=limit, **headers)

    def send_form(self, path, **fields):
        """Send another form of the page."""
        if self.page:

            def answered(status, headers, content):
                if "HX-Redirect" in headers:
                    self._follow(headers["HX-Redirect"])
                else:
                    self.page.take_answer("POST", status, headers, content)

            self.post(path, fields, {}, 60, answered)

    def _follow(self, address):
        if address == f"/t/{self.code}/":
            self.load()
        else:
            self.leave()

    def _is_at(self, load):
        return not self.is_gone and self.page is not None and load == self._loads

    # Time.

    def now(self):
        return clock.monotonic()

    def after(self, delay, call, *args):
        load = self._loads

        def later():
            if self._is_at(load):
                call(*args)
                self._keep_ticking()

        self.world.after(delay, later)

    def _keep_ticking(self):
        """See that the page's ticks come when they could do something."""
        if self._is_ticking or self.page is None:
            return
        self._is_ticking = True
        pause = TICK if self.page.needs_ticks() else self._until_silence()
        self.world.after(pause, self._tick, self._loads)

    def _until_silence(self):
        quiet = self.page.heard_at + 12.5 - self.now()
        return TICK * (int(max(quiet, 0) / TICK) + 1)

    def _tick(self, load):
        self._is_ticking = False
        if self.page is not None and not self.is_gone:
            self.page.tick()
            self._keep_ticking()

    # Contents.

    def has_places(self, content, number):
        """Find the tree that the page will show; there must be one."""
        content = (
            content[content.find(ALERT_END) + len(ALERT_END) :]
            if self.say(content)
            else content
        )
        for before, after in self.world.changes.get((content, number), ()):
            if before is None or (self.tree and show_same(before, self.tree)):
                self._next = after
                return True
        found = self.world.changes.get((content, number), ())
        pairs = [
            (each.counts, each.facts.viewer) for pair in found for each in pair if each
        ]
        shown = self.tree and (self.tree.counts, self.tree.facts.viewer)
        return self.world.fail(
            f"{self.name} cannot show {number}", shown, pairs, content
        )

    def show(self):
        """Show what was found; return the viewer that the page says it has."""
        self.tree = self._next
        return self.tree.facts.viewer

    def say(self, content):
        return content.startswith(ALERT)

    def new_key(self):
        return seeded.new_key()

    def note_sent(self, text):
        pass

    def note_answered(self, path, status, headers, content):
        pass

    def note_answer(self, fields, status, message):
        """Note the answer to a move, as its player reads it."""
        is_refused = status == 409 or bool(message and "content" in message)
        if is_refused and find_raw(
            "games_moverow", "key", fields["key"].replace("-", "")
        ):
            self.world.fail(f"{self.name} was refused a move that was made", fields)
        self.world.answers.append((clock.now, self, fields, status, message))


def vars_of(value):
    return [field.name for field in fields(value)]


def find_other(one, other):
    """Return the innermost nodes that differ."""
    pairs = zip(
        (*one.children, *one.inner), (*other.children, *other.inner), strict=False
    )
    found = [find_other(*pair) for pair in pairs if not show_same(*pair)]
    return found[0] if found else (one, other)


def show_same(one, other):
    """Return whether two trees show the same: facts may differ that no page shows."""
    return has_same_facts(one, other) or full_update(one) == full_update(other)


def has_same_facts(one, other):
    if one is other:
        return True
    if (one.id, one.template, one.facts) != (other.id, other.template, other.facts):
        return False
    mine, theirs = (*one.children, *one.inner), (*other.children, *other.inner)
    return len(mine) == len(theirs) and all(map(has_same_facts, mine, theirs))


def install():
    """Let the site tell the current world what it does."""

    def note_change(content, before, after):
        key = content, after.counts[0][1]
        World.current.changes[key].append((before, after))
        return content

    def kept_full(tree):
        return note_change(full_update(tree), None, tree)

    def kept_between(old, new):
        return note_change(update_between(old, new), old, new)

    responses.full_update = kept_full
    responses.update_between = socket_messages.update_between = kept_between
    put = _Cache.put

    def noted_put(cache, snapshot):
        World.current.note_snapshot(snapshot)
        put(cache, snapshot)

    _Cache.put = noted_put
    make_move = moves.make_move

    def noted_make_move(code, player, content, key, arrival=None):
        try:
            return make_move(code, player, content, key, arrival)
        except Held:
            World.current.note_held(code, player, key)
            raise

    moves.make_move = noted_make_move
    on_commit = transaction.on_commit

    def paused_on_commit(call, *args, **kwargs):
        def later():
            World.current.pause()
            call()

        on_commit(later, *args, **kwargs)

    transaction.on_commit = paused_on_commit


_empty = b""


def empty_rows():
    """Start with the rows of a new site."""
    global _empty
    connection.ensure_connection()
    if not _empty:
        call_command("migrate", verbosity=0)
        _empty = connection.connection.serialize()
    connection.run_on_commit = []
    connection.needs_rollback = False
    connection.connection.deserialize(_empty)
