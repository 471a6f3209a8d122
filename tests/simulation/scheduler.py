"""Event loops and threads of a world, all on one seeded agenda."""

import asyncio
import heapq
from asyncio import events
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count
from random import Random

import greenlet

from runtime.threads import CallThread, _Here
from tests.simulation.rows import Killed
from tests.simulation.seeded import clock

# Seconds: a thread waits up to this long for its turn at each step.
TURN = 0.0008
# Seconds: a call waits up to this long for a thread, without trouble.
USUAL_DELAY = 0.003


class Agenda:
    """The events to come, by time. The same seed gives the same order."""

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
        call = greenlet.getcurrent()
        if isinstance(call, Call):
            chance = self.draw("turns")
            is_slow = clock.now < call.process.slow_until
            is_held_up = is_slow or chance.random() < self.held_up
            call.wait(chance.random() * TURN * (100 if is_held_up else 1))

    def wait(self, delay):
        """Wait; others have their turn only if a thread calls this."""
        call = greenlet.getcurrent()
        if isinstance(call, Call):
            call.wait(delay)
        else:
            clock.spent += delay


class Call(greenlet.greenlet):
    """A call on a thread of a process; it is suspended at each of its steps."""

    def __init__(self, thread, call, future):
        super().__init__(self._run_call)
        self.thread, self._call, self._future = thread, call, future
        self.process = thread.process

    def _run_call(self):
        try:
            result, error = self._call(), None
        except Killed:
            return
        except BaseException as raised:
            result, error = None, raised
        self.thread.end_call()
        if error is None:
            self._future.set_result(result)
        else:
            self._future.set_exception(error)

    def go_on(self):
        """Run to the next step, in the place of the thread."""
        if self.process.is_alive:
            with self.process.running(None, self.thread.here):
                self.switch()

    def wait(self, delay):
        self.process.world.after(delay + clock.spent, self.go_on)
        self.parent.switch()


class Executor(ThreadPoolExecutor):
    """A simulated thread, which makes one call after the other."""

    process = None

    def __init__(self, *_size, **_name):
        self.here, self._waiting, self.call = _Here(), deque(), None

    @classmethod
    def at(cls, process, *about):
        """Return a thread of a process."""
        thread = cls(*about)
        thread.process = process
        process.threads.append(thread)
        return thread

    def count_calls(self):
        return len(self._waiting) + (self.call is not None)

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self._waiting.append((partial(fn, *args, **kwargs), future))
        self.process.world.after(self.process.delay(), self._begin_next)
        return future

    def _begin_next(self):
        while self._waiting and self.call is None:
            call, future = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                self.call = Call(self, call, future)
                self.call.go_on()

    def end_call(self):
        self.call = None
        self.process.world.after(clock.spent, self._begin_next)


class ServerThread(CallThread, Executor):
    """A simulated thread with the interface of the site's own threads."""


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one process. Each turn of it is a step of the world."""

    def __init__(self, process):
        self.process, self._ready, self._is_due = process, deque(), False
        self.tasks, self._called_until = set(), 0.0

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

    def call_soon_threadsafe(self, callback, *args, context=None):
        """Call back after all that other threads have asked for before."""
        at = max(self._called_until, clock.now + self.process.delay())
        self._called_until = at
        handle = events.Handle(callback, args, self, context)
        self.process.world.at(at, self._add, handle)
        return handle

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
        self.process.world.at(when - 1000, self._ring, handle)
        return handle

    def _ring(self, handle):
        if not handle._cancelled:
            self._add(handle)

    def _timer_handle_cancelled(self, handle):
        pass

    def run_in_executor(self, executor, call, *args):
        """Run a call on a thread of ours; instead of another one, on a new thread."""
        if not isinstance(executor, Executor):
            executor = Executor.at(self.process)
        return asyncio.wrap_future(executor.submit(call, *args), loop=self)

    def call_exception_handler(self, context):
        self.process.world.note_error(context)
