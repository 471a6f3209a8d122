"""The listening sockets of this process by topic, which any thread may call.

They are called directly. A channel layer in memory walks all its channels for each
message, and Channels changes threads for each message that it delivers: both cost more
than the message itself.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from threading import get_ident
from weakref import WeakKeyDictionary

from runtime.threads import start_task

logger = logging.getLogger(__name__)

type Call[L] = Callable[[L], Awaitable[None]]
type Topics[L] = defaultdict[int, set[L]]


class Registry[L]:
    """The listeners of each event loop by topic.

    A loop adds and removes its own. Any thread may look: a tuple of a set is made in
    one step.
    """

    def __init__(self) -> None:
        # With the thread of each loop.
        self._loops: WeakKeyDictionary[
            asyncio.AbstractEventLoop, tuple[int, Topics[L]]
        ] = WeakKeyDictionary()

    def join(self, topic: int, listener: L) -> None:
        """Add a listener of the running loop."""
        self.here()[topic].add(listener)

    def leave(self, topic: int, listener: L) -> None:
        """Remove a listener of the running loop, if it is there."""
        topics = self.here()
        topics[topic].discard(listener)
        if not topics[topic]:
            del topics[topic]

    def here(self) -> Topics[L]:
        """Return the listeners of the running loop by topic."""
        loop = asyncio.get_running_loop()
        if loop not in self._loops:
            self._loops[loop] = get_ident(), defaultdict(set)
        return self._loops[loop][1]

    def at(self, topic: int) -> list[L]:
        """Return the listeners of a topic in this process."""
        loops = list(self._loops.values())
        return [each for _, topics in loops for each in tuple(topics.get(topic, ()))]

    def call(
        self,
        call: Call[L],
        topic: int | None = None,
        done: Callable[[], None] = lambda: None,
    ) -> None:
        """Call every listener of a topic, or of all, in its own loop; then `done`.

        Returns at once.
        """
        for loop, (thread, topics) in list(self._loops.items()):
            if topic is None or topic in topics:
                # Only another thread has to wake the loop, by two system calls.
                is_own = thread == get_ident()
                # A closed loop raises; it has no sockets left.
                with suppress(RuntimeError):
                    (loop.call_soon if is_own else loop.call_soon_threadsafe)(
                        _start, topics, call, topic, done
                    )


def _start[L](
    topics: Topics[L], call: Call[L], topic: int | None, done: Callable[[], None]
) -> None:
    start_task(_call_each(topics, call, topic, done))


async def _call_each[L](
    topics: Topics[L], call: Call[L], topic: int | None, done: Callable[[], None]
) -> None:
    for each in tuple(topics) if topic is None else (topic,):
        for listener in tuple(topics.get(each, ())):
            with logged("A socket could not be told about a change."):
                await call(listener)
    done()


@contextmanager
def logged(message: str) -> Iterator[None]:
    """Log an error instead of raising it, so that other sockets go on."""
    try:
        yield
    except Exception:
        logger.exception(message)
