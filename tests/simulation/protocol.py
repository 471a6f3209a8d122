"""The update protocol as states, all of which are visited.

One table, two pages and up to three moves. The pages are `page.Page`, which the vectors
hold against the scripts; the server follows docs/updates.md, in a few lines. One
message is lost or repeated, or a socket is cut, or a commit goes unnoticed; the process
dies once; one accusation is entered, and counts later or comes too late. Time is any
order of the events that could come next.
"""

from functools import cache
from typing import NamedTuple

from tests.simulation.page import ALL_LIMIT, Page, Sending

# With as many messages on their way, pages and heartbeats begin no others. A change
# is told to both pages all the same.
MOST_IN_FLIGHT = 2
# The seat to move at each number; a page that is behind may try at the wrong one.
TURNS = (0, 1, 0)
LOST, WHOLE = ("lost",), ("whole",)


class Tab(NamedTuple):
    """A page, its socket and its messages on their way."""

    number: int = 0
    # The number up to which the page really has the content; it must be the same.
    content: int = 0
    newest: int = 0
    is_live: bool = False
    # Whether the page has said so, and takes the whole table alone.
    is_lost: bool = False
    # The key of the move that has no answer yet, and the way that it went.
    move: tuple[int, int] | None = None
    way: str = ""
    # The number that the server believes the page to show; None without a socket.
    shown: int | None = None
    up: tuple = ()
    down: tuple = ()
    # Requests and answers, in any order; of a question also whether the page has taken
    # nothing since.
    requests: frozenset = frozenset()
    answers: frozenset = frozenset()
    # Whether news of a change is on its way to the socket.
    is_told: bool = False


class State(NamedTuple):
    """Everything at one moment."""

    number: int = 0
    made: tuple = ()
    # The key of the accusation that waits, and whether a timer will play it.
    waiting: tuple | None = None
    is_timed: bool = False
    has_waited: bool = False
    # Keys of accusations that came too late; the table says so with a new number.
    late: tuple = ()
    # The number of the snapshot that the process has cached.
    cached: int = 0
    tabs: tuple = (Tab(), Tab())
    trouble: int = 1
    has_died: bool = False
    acknowledged: frozenset = frozenset()


class Broken(AssertionError):
    """A property does not hold."""


class Recorder:
    """The browser of a page for one step: it notes the page's acts."""

    def __init__(self, tab):
        self.tab, self.effects = tab, []

    def now(self):
        return 0.0

    def is_open(self):
        return self.tab.shown is not None

    def new_key(self):
        return "key"

    def has_places(self, _update):
        return True

    def has_table(self, _content):
        return True

    def show(self):
        self.effects.append(("shown",))
        return "0", 0

    def say(self, _content):
        return False

    def after(self, delay, call, *args):
        if delay:
            self.effects.append(("after", delay, call, *args))
        else:
            call(*args)

    def __getattr__(self, name):
        return lambda *args: self.effects.append((name, *args))


class Protocol:
    """The steps between states. A mutation replaces one of the methods."""

    page_class = Page
    moves = len(TURNS)
    # A proxy may let none through: then the pages ask every 5 s.
    has_sockets = True

    # The server.

    def accepts(self, state, key):
        """Return whether the referee makes a move of this key's page now."""
        return state.number < self.moves and TURNS[state.number] == key[0]

    def is_repeated(self, state, key):
        return key in (*state.made, *state.late)

    def submit(self, state, key, *, waits=False):
        """Return the state after a move has come in, and its answer."""
        if state.waiting == key:
            return state, "entered"
        if self.is_repeated(state, key):
            return state, "made"
        # The seat of an accusation that waits cannot make another one.
        if not self.accepts(state, key) or state.waiting is not None:
            return state, "refused"
        if waits:
            return self.enter(state, key), "entered"
        return self.make(state, key), "made"

    def enter(self, state, key):
        """Write an accusation down, and set the timer of its process."""
        return state._replace(waiting=key, is_timed=True, has_waited=True)

    def make(self, state, key):
        return self.change(state._replace(made=(*state.made, key)))

    def change(self, state):
        number = state.number + 1
        state = state._replace(number=number, cached=number)
        return state._replace(tabs=tuple(self.publish(tab) for tab in state.tabs))

    def publish(self, tab):
        return tab._replace(is_told=tab.shown is not None)

    def play(self, state, *, is_late=False):
        """Play the accusation that waits; too late, its turn goes to another one."""
        key = state.waiting
        state = state._replace(waiting=None, is_timed=False)
        return self.refuse(state, key) if is_late else self.make(state, key)

    def refuse(self, state, key):
        return self.change(state._replace(late=(*state.late, key)))

    def find_due(self, state):
        """Give a waiting accusation its timer again, as a visit or a heartbeat does."""
        return state._replace(is_timed=state.waiting is not None)

    def look(self, state):
        """Return the number of the table as a process shows it now."""
        return max(state.cached, state.number)

    def push(self, state, tab):
        """Send the difference from the last content sent to the page."""
        number = self.look(state)
        if number <= tab.shown:
            return tab._replace(is_told=False)
        update = ("update", number, tab.shown)
        return tab._replace(shown=number, down=(*tab.down, update), is_told=False)

    def send_all(self, state, tab):
        """Send the whole table to a page that is lost."""
        number = self.look(state)
        return tab._replace(shown=number, down=(*tab.down, ("whole", number)))

    def acknowledge(self, state, tab, key, answer):
        """Answer a move over the socket; its page shows the change before."""
        tab = self.push(state, tab)
        return tab._replace(down=(*tab.down, ("ack", key, answer, state.number)))

    def key_of(self, tab):
        """Return the key with which a page sends its move by POST."""
        return tab.move

    def heartbeat(self, state, tab):
        tab = self.push(state, tab)
        return tab._replace(down=(*tab.down, ("beat", tab.shown)))

    def join(self, state, tab):
        """Open a socket; the page hears the number from which updates go on."""
        return tab._replace(shown=state.number, down=(("beat", state.number),), up=())

    def answer_question(self, state, since):
        """Return the number of the whole table, None if the page has it."""
        number = self.look(state)
        return None if since == number else number

    def may_die(self, state):
        return not state.has_died

    def die(self, state):
        """Lose sockets, requests and memory; rows stay, with their waiting moves."""
        tabs = [
            tab._replace(
                shown=None, up=(), down=(), is_told=False, requests=frozenset()
            )
            for tab in state.tabs
        ]
        return state._replace(tabs=tuple(tabs), cached=0, has_died=True, is_timed=False)

    # The page.

    def at_page(self, tab, act, *args):
        """Let the page of a tab do something; return the tab and its effects."""
        known, effects = act_at_page(self.page_class, tab_of_page(tab), act, *args)
        return tab._replace(**known._asdict()), effects

    def after_page(self, state, place, tab, effects):
        """Return the state after a page's effects; its own requests go out."""
        told = state.acknowledged
        for name, *args in effects:
            if name == "ask" and not is_asking(tab):
                tab = tab._replace(requests=tab.requests | {("ask", args[0], True)})
            elif name == "tell" and "lost" in args[0] and tab.shown is not None:
                tab = tab._replace(up=(*tab.up, LOST))
            elif name == "post":
                request = ("move", self.key_of(tab), tab.is_live)
                tab = tab._replace(way="post", requests=tab.requests | {request})
            elif name == "reconnect":
                tab = tab._replace(shown=None, up=(), down=())
            elif name == "note_answer":
                fields, status, message = args
                is_told = status == 204 and (message is None or "number" in message)
                if is_told or status in (200, 202):
                    told |= {fields["key"]}
                tab = tab._replace(move=None, way="")
        return put(state._replace(acknowledged=told), place, tab)

    def hear(self, state, place, message):
        """Let a page take a message of its socket."""
        tab = state.tabs[place]
        before = tab
        tab, effects = self.at_page(tab, hear, message)
        if ("shown",) in effects:
            kind, number, *base = message
            # Parts that the page has already change nothing.
            fits = kind == "whole" or before.content in (*base, number)
            tab = note_taken(tab)._replace(content=number if fits else -1)
        return self.after_page(state, place, tab, effects)


def to_message(message):
    match message:
        case ("update", number, _base):
            return {"number": number, "marks": {}, "public": {}, "own": {}}
        case ("whole", number):
            own = {"table": "…"}
            return {"number": number, "marks": {}, "public": {}, "own": own}
        case ("beat", number):
            return {"number": number}
        case ("ack", key, "made", number):
            return {"key": key, "number": number}
        case ("ack", key, "entered", number):
            return {"key": key, "number": number, "alert": "…"}
        case ("ack", key, "refused", _):
            return {"key": key, "alert": "…"}
    raise ValueError(message)


def put(state, place, tab):
    tabs = list(state.tabs)
    tabs[place] = tab
    return state._replace(tabs=tuple(tabs))


def in_flight(state):
    """Return how many messages are on their way."""
    return sum(
        len(tab.up) + len(tab.down) + len(tab.requests) + len(tab.answers) + tab.is_told
        for tab in state.tabs
    )


def is_behind(state, tab):
    """Return whether a heartbeat tells something new: others change nothing."""
    is_right = tab.is_live and not tab.is_lost
    is_due = state.waiting is not None and not state.is_timed
    return not is_right or is_due or min(tab.number, tab.shown) < state.number


def is_whole_due(tab):
    return LOST in tab.up or any(each[0] == "whole" for each in tab.down)


def is_asking(tab):
    """Return whether a question is on its way: htmx drops a second one."""
    return any(each[0] == "ask" for each in tab.requests) or any(
        each[0] == "asked" for each in tab.answers
    )


def note_taken(tab):
    """Note that the page has taken content: answers to earlier questions are late."""
    questions = {each for each in tab.requests if each[0] == "ask"}
    late = {(*each[:-1], False) for each in questions}
    asked = {each for each in tab.answers if each[0] == "asked"}
    return tab._replace(
        requests=tab.requests - questions | late,
        answers=tab.answers - asked | {(*each[:-1], False) for each in asked},
        content=tab.number,
    )


def headers_of(number):
    return {} if number is None else {"Table-Number": number}


# The acts of a page.


def hear(page, message):
    page.hear(to_message(message))


def take_question(page, number, is_first):
    page.taken_before = page.taken if is_first else None
    status = 204 if number is None else 200
    page.take_answer("GET", status, headers_of(number), "…")


def take_move(page, status, number):
    """Take the answer to the move that was sent for the second time.

    That it goes by the next socket, too, is left to the worlds: it has the same key.
    """
    effects = page.browser.effects
    page.begin_sending(Sending({"key": page.key}, page.number), attempt=1)
    send = effects[-1][2]
    send()
    answered = effects[-1][-1]
    effects.clear()
    answered(status, headers_of(number), "…")


def open_socket(page):
    page.open()


def close(page):
    page.close(1006)


def tick(page):
    page.asked_at = -10
    page.tick()


class Known(NamedTuple):
    """The part of a page's knowledge that an act of it may change."""

    number: int
    newest: int
    is_live: bool
    is_lost: bool


def tab_of_page(tab):
    """Return a tab with the knowledge of its page alone."""
    return Tab(
        number=tab.number,
        newest=tab.newest,
        is_live=tab.is_live,
        is_lost=tab.is_lost,
        down=(WHOLE,) if is_whole_due(tab) else (),
        move=tab.move,
        way=tab.way,
        shown=None if tab.shown is None else 0,
    )


@cache
def act_at_page(page_class, tab, act, *args):
    """Return the page's knowledge after an act, and the effects."""
    browser = Recorder(tab)
    page = page_class(browser, tab.number, tab.number, "0")
    page.newest, page.is_live, page.key = tab.newest, tab.is_live, tab.move
    page.is_lost = tab.is_lost
    # It does not say so again while the answer may be on its way.
    page.asked_for_all_at = 0 if tab.down else -ALL_LIMIT
    if tab.way == "socket":
        page.send_move_by_socket(Sending({"key": tab.move}, page.number))
    browser.effects.clear()
    act(page, *args)
    known = Known(page.number, page.newest, page.is_live, page.is_lost)
    return known, tuple(browser.effects)
