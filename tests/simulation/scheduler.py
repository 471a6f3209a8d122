"""Event loops and threads of a world, all on one seeded agenda."""

import asyncio
import contextvars
import heapq
from asyncio import events
from collections import deque
from itertools import count
from random import Random

import greenlet

from tests.simulation.rows import Killed
from tests.simulation.seeded import clock

# Seconds: a thread waits up to this long for its turn at each step.
TURN = 0.0008
# Seconds: a call waits up to this long for a thread, without trouble.
USUAL_DELAY = 0.003


class Agenda:
    """What will happen, by time. The same seed gives the same order."""

    # The share of steps before which another program has the processor.
    held_up = 0.0

    def __init__(self, seed):
        self.seed = seed
        self._events, self._count = [], count()
        self._chances = {}
        self.steps, self.failure = 0, None

    def draw(self, purpose) -> Random:
        """Return the chance of one purpose, which no other purpose disturbs."""
        if purpose not in self._chances:
            self._chances[purpose] = Random(f"{self.seed} {purpose}")
        return self._chances[purpose]

    def at(self, time, call, *args):
        heapq.heappush(
            self._events, (max(time, clock.now), next(self._count), call, args)
        )

    def after(self, delay, call, *args):
        self.at(clock.now + delay, call, *args)

    def run_until(self, end):
        events_ = self._events
        while events_ and events_[0][0] <= end:
            time, _, call, args = heapq.heappop(events_)
            clock.now = time
            clock.spent = 0.0
            self.steps += 1
            call(*args)
            if self.failure:
                raise self.failure
        clock.now, clock.spent = end, 0.0

    def pause(self):
        """Let other steps happen first, if a thread calls this."""
        thread = greenlet.getcurrent()
        if isinstance(thread, Thread):
            chance = self.draw("turns")
            is_slow = clock.now < thread.process.slow_until
            is_held_up = is_slow or chance.random() < self.held_up
            thread.wait(chance.random() * TURN * (100 if is_held_up else 1))

    def wait(self, delay):
        """Wait, if a thread calls this. The event loop itself never waits."""
        thread = greenlet.getcurrent()
        if isinstance(thread, Thread):
            thread.wait(delay)


class Thread(greenlet.greenlet):
    """A call on a thread of a process; it is suspended at each of its steps."""

    def __init__(self, process, call, future):
        super().__init__(self._run_call)
        self.process, self._call, self._future = process, call, future
        self.has_ended = False

    def _run_call(self):
        try:
            result, error = self._call(), None
        except Killed:
            self.process.world.kill(self.process)
            return
        except BaseException as raised:
            result, error = None, raised
        self.has_ended = True
        self.process.end_thread(self._future, result, error)

    def go_on(self):
        """Run to the next step, in the place of the process."""
        if self.process.is_alive:
            with self.process.running(None):
                self.switch()

    def wait(self, delay):
        self.process.world.after(delay + clock.spent, self.go_on)
        self.parent.switch()


class Turn:
    """A lock of the threads of one process, as `threading.RLock` is one."""

    def __init__(self, world):
        self._world, self._owner, self._depth = world, None, 0

    def acquire(self, blocking=True, timeout=-1):
        me, until = (
            greenlet.getcurrent(),
            clock.now + (timeout if timeout >= 0 else 1e9),
        )
        while self._owner not in (None, me):
            if not blocking or clock.now >= until or not isinstance(me, Thread):
                return False
            me.wait(0.001)
        self._owner, self._depth = me, self._depth + 1
        return True

    def release(self):
        self._depth -= 1
        if not self._depth:
            self._owner = None


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one process. Each turn of it is a step of the world."""

    def __init__(self, process):
        self.process, self._ready, self._is_due = process, deque(), False
        self.timers, self.tasks = set(), set()

    def time(self):
        return clock.monotonic()

    def get_debug(self):
        return False

    def is_running(self):
        return True

    def is_closed(self):
        return not self.process.is_alive

    def create_future(self):
        return asyncio.Future(loop=self)

    def create_task(self, coro, **options):
        task = asyncio.Task(coro, loop=self, **options)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def call_soon(self, callback, *args, context=None):
        handle = events.Handle(callback, args, self, context)
        self._add(handle)
        return handle

    call_soon_threadsafe = call_soon

    def _add(self, handle):
        if not self.process.is_alive:
            return
        self._ready.append(handle)
        if not self._is_due:
            self._is_due = True
            self.process.world.after(clock.spent, self._turn)

    def _turn(self):
        self._is_due = False
        if not self.process.is_alive:
            return
        with self.process.running(self):
            for _ in range(len(self._ready)):
                handle = self._ready.popleft()
                if not handle._cancelled:
                    handle._run()
        if self._ready and not self._is_due:
            self._is_due = True
            self.process.world.after(clock.spent, self._turn)

    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        handle = events.TimerHandle(when, callback, args, self, context)
        self.timers.add(handle)
        self.process.world.at(when - 1000, self._ring, handle)
        return handle

    def _ring(self, handle):
        self.timers.discard(handle)
        if not handle._cancelled:
            self._add(handle)

    def _timer_handle_cancelled(self, handle):
        self.timers.discard(handle)

    def run_in_executor(self, _executor, call, *args):
        future = self.create_future()
        context = contextvars.copy_context()
        self.process.start_thread(lambda: context.run(call, *args), future)
        return future

    def call_exception_handler(self, context):
        self.process.world.note_error(context)
