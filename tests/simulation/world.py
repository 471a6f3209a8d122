"""One world: processes, tables, people and their pages, all on one agenda."""

import asyncio
import random
import sqlite3
import traceback
from collections import defaultdict
from contextvars import copy_context
from functools import cache
from re import search

from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection
from greenlet import GreenletExit

from games.play.race import NEAR
from runtime.threads import get_time_left
from tests.simulation import seeded
from tests.simulation.difference import differ
from tests.simulation.process import Process
from tests.simulation.redis import Redis
from tests.simulation.rows import Killed, watch
from tests.simulation.scheduler import TURN, USUAL_DELAY, Agenda
from tests.simulation.seeded import clock


class Violation(AssertionError):
    """Something that must always hold did not."""


class World(Agenda):
    """A seeded run of the site. `current` is the one that runs now."""

    current: "World"
    # The end of the newest transaction.
    written_at = 0.0

    def __init__(self, seed, count=2, deals=None):
        super().__init__(seed)
        World.current = self
        empty_rows()
        clock.reset()
        seeded.chance.seed(f"keys {seed}")
        random.seed(f"others {seed}")
        Process.last_running = None
        # All that browsers have been sent.
        self.sent = []
        # Deals by key, number and attempt; without one the site shuffles it.
        self.deals = deals or {}
        self.thread_delay, self.held_up = USUAL_DELAY, 0.03
        self.errors, self.told = [], []
        self.counts = defaultdict(int)
        self.snapshots = defaultdict(dict)
        # The content of each whole table that was sent, by its HTML.
        self.contents = {}
        self.answers, self.browsers, self.tables = [], [], []
        # Accusations by key, with their table, its number and the time: which a step
        # has put into a queue, and which of them are acknowledged to their players.
        self.entered, self.acknowledged = {}, {}
        # When a step has last ended the waiting of an accusation.
        self.ended = {}
        # The events for the time while an accusation waits, by table, and until when.
        self.on_entered = {}
        # When moves arrived, by their keys, as the server's clock had it.
        self.arrived = defaultdict(list)
        self.times = defaultdict(dict)
        # The last voter, by the table and the number that the vote has led to.
        self.voters = {}
        # Each key that pages have made, with its page and the moves shown there.
        self.keys = {}
        self.fault = None
        self.graves = []
        self.redis = Redis(self) if count > 1 else None
        self.processes = [self.start_process() for _ in range(count)]
        # Where commands run while no server does.
        self.office = self.start_process()
        watch.on_begin = self._on_begin
        watch.on_statement, watch.on_commit = self._on_statement, self._on_commit

    # Processes.

    @property
    def workers(self):
        """Return how many workers a process has: several ones share a PostgreSQL."""
        return 4 if self.redis else 1

    def start_process(self):
        self.counts["processes"] += 1
        name = f"process {self.counts['processes']}"
        return Process(self, name, self.redis)

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
        trouble = self.fault, process.statements_left
        self.fault = process.statements_left = None
        try:
            with process.running(None):
                return copy_context().run(call, *args)
        finally:
            self.fault, process.statements_left = trouble

    # Rows.

    def _on_begin(self):
        """Wait for the turn to write, until other threads have written."""
        self.pause()
        while (rest := self.written_at - clock.now - clock.spent) > 0:
            if rest > get_time_left():
                raise sqlite_error()
            self.wait(rest)

    def _on_statement(self, is_inside):
        self.check_thread("A statement")
        process = Process.last_running
        if is_inside:
            self.written_at = clock.now + clock.spent
        else:
            self.pause()
        if process and process.statements_left is not None:
            process.statements_left -= 1
            if process.statements_left < 0 and process.is_alive:
                self.kill(process)
                raise Killed
        if self.fault and self.fault("inside" if is_inside else "outside"):
            raise sqlite_error()

    def _on_commit(self, commit):
        if self.fault and self.fault("before commit"):
            raise sqlite_error()
        commit()
        self.written_at = clock.now + clock.spent
        process = Process.last_running
        if process and process.statements_left is not None:
            process.statements_left -= 5
            if process.statements_left < 0 and process.is_alive:
                self.kill(process)
                raise Killed
        if self.fault and self.fault("after commit"):
            raise sqlite_error()

    def pause(self):
        """Let other steps happen first, unless a transaction is open.

        Then the others wait, and time passes.
        """
        if is_in_transaction():
            clock.spent += self.draw("turns").random() * TURN
        else:
            super().pause()

    def wait(self, delay):
        """Wait for an answer from outside."""
        if is_in_transaction():
            clock.spent += delay
        else:
            super().wait(delay)

    # The end of the trouble.

    def mend_rows(self, fault):
        if self.fault is fault:
            self.fault = None

    def slow_threads(self, seconds):
        self.thread_delay = seconds

    def mend_threads(self):
        self.thread_delay = USUAL_DELAY

    def mend(self):
        """End all trouble."""
        self.tell("the trouble ends")
        self.fault, self.held_up = None, 0.0
        self.on_entered.clear()
        self.mend_threads()
        if self.redis:
            self.redis.mend()
        for process in list(self.processes):
            process.statements_left = None
            self.restart(process)
        for tab in self.browsers:
            tab.person.line.mend()

    # Notes for the checks.

    def tell(self, text):
        self.told.append(f"{clock.now:9.3f} {text}")

    def note_sent(self, client, text):
        self.counts["messages"] += 1
        self.sent.append(f"{clock.now:.6f} {client.name} {text}")

    def note_error(self, context):
        error = context.get("exception")
        if not isinstance(error, GreenletExit):
            self.errors.append(error or context)

    def note_end(self, task):
        """A request or a socket must not end with an error."""
        error = None if task.cancelled() else task.exception()
        if error:
            self.fail(
                "a request or a socket ended with an error",
                *traceback.format_exception(error),
            )

    def check_thread(self, what):
        """The event loop only moves bytes."""
        if asyncio._get_running_loop():
            self.fail(f"{what} on the event loop")

    def note_snapshot(self, snapshot):
        table = snapshot.table
        kept = self.snapshots[table.code].setdefault(table.number, snapshot)
        self.times[table.code].setdefault(table.number, clock.now)
        if kept is not snapshot and differ(kept, snapshot):
            self.fail(
                f"two tables {table.code} at {table.number}", differ(kept, snapshot)
            )

    def note_arrived(self, text):
        """Note when a message of a page reached the server."""
        if key := search("key=([0-9a-f-]+)", text):
            self.arrived[key[1]].append(clock.time() * 1000)

    def check_date(self, runner):
        """An accusation that counts now or waits is dated by its arrival."""
        at, times = runner.sent + runner.latency, self.arrived[str(runner.key)]
        if times and all(abs(at - each) > NEAR for each in times):
            self.fail("an accusation has a wrong date", at, times)

    def note_entered(self, code, number, runner):
        """Note that a step puts an accusation into the queue of its round."""
        self.entered[runner.key] = code, number, runner, clock.now

    def note_acknowledged(self, key):
        """Note that the site says that an accusation is entered."""
        if key not in self.entered:
            self.fail("an accusation is acknowledged that nobody has entered", key)
        self.counts["entered"] += key not in self.acknowledged
        code, *_ = self.acknowledged[key] = self.entered[key]
        until, call = self.on_entered.pop(code, (0, None))
        if clock.now <= until:
            pause = self.draw("entered").random() * 0.05
            self.after(pause, call, key, Process.last_running)

    def fail(self, what, *about):
        self.failure = Violation(what, *about)
        raise self.failure

    def bury(self):
        """Free the objects that dead and living processes still hold."""
        for process in {*self.graves, *self.processes, self.office}:
            process.end()
        watch.forget()
        self._events.clear()


def is_in_transaction():
    return connection.connection.in_transaction or connection.in_atomic_block


def sqlite_error():
    return sqlite3.OperationalError("The database has a fault.")


@cache
def new_rows():
    """Return the database of a new site."""
    connection.ensure_connection()
    # The site's own command would make a file.
    call_command(migrate.Command(), verbosity=0)
    return connection.connection.serialize()


def empty_rows():
    """Start with the rows of a new site."""
    rows = new_rows()
    connection.run_on_commit = []
    connection.needs_rollback = False
    connection.connection.deserialize(rows)
