"""A page of a table: `socket.js`, `table.js` and `signs.js` as a model.

It knows numbers and keys, and leaves the rest to its browser: `world.Browser` in a
world, and a recorder in `vectors.py`, which holds the model against the scripts.
"""

import json
from dataclasses import dataclass, replace
from functools import partial
from math import inf

# Seconds, as in the scripts.
PAUSES = (0, 0.5, 1, 2, 4, 4, 4, 4)
SEND_LIMIT, PUSH_LIMIT, HOLD_LIMIT = 6, 0.5, 0.2
SILENCE, POLL_PAUSE, TICK, ANSWER_LIMIT, ALL_LIMIT = 12.5, 5, 0.5, 2.5, 2
MINUTE = 60
# And all above: gateways without an answer of ours.
NO_ANSWER = 502
NO_CODE = 0
PROTOCOL = 2


@dataclass(eq=False)
class Sending:
    """A move, sent at a number of the page, and perhaps for the second time.

    On its way by POST `is_told` says that a socket has it, too.
    """

    fields: dict
    number: int
    is_told: bool = False
    is_second: bool = False


class Page:
    """A page's knowledge of its table, and its acts."""

    def __init__(self, browser, number, moves, viewer):
        self.browser = browser
        self.number, self.moves, self.viewer = number, moves, viewer
        self.is_live = self.is_refused = self.is_lost = False
        self.heard_at = self.asked_at = browser.now()
        self.asked_for_all_at = -ALL_LIMIT
        self.newest = 0
        # How often the page has taken content, now and when it sent the question.
        self.taken, self.taken_before = 0, None
        self._keys, self._waiting, self._sendings = {}, {}, []
        # A watching page tells no signs. The question is "Still there?".
        self.has_signs, self.is_asking = viewer.isdecimal(), False
        self._signed_at, self._told_at, self._tells_at = -inf, -inf, None

    # Signs of the person.

    def sign(self):
        """Note a touch; tell it once a minute, or at once if the page asks for it."""
        self._signed_at = now = self.browser.now()
        if self.has_signs and self._tells_at is None:
            self._tells_at = now if self.is_asking else max(now, self._told_at + MINUTE)
            self.browser.after(self._tells_at - now, self._tell_sign, self._tells_at)
        self.is_asking = False

    def _tell_sign(self, at=None):
        if at is None or at == self._tells_at:
            self._told_at, self._tells_at = self.browser.now(), None
            if self.is_live:
                self.tell(sign=self.since_sign())
            else:
                self.ask()

    def since_sign(self):
        """Return how old the last sign is, in milliseconds; None without one."""
        age = self.browser.now() - self._signed_at
        return None if age == inf else round(1000 * age)

    def ask_for_sign(self, is_asked):
        """Ask the person for a sign, or no longer, unless one is not told yet."""
        is_fresh = self.browser.now() - self._signed_at < 1.5 * MINUTE
        if is_asked and is_fresh and not self.is_asking and self.has_signs:
            self._tell_sign()
        else:
            self.is_asking = is_asked and self.has_signs

    # The socket.

    def ask(self):
        self.asked_at = self.browser.now()
        self.browser.ask(self.number)

    def ask_for_all(self):
        """Say over the socket that the page differs from the server's idea of it."""
        self.is_lost = True
        if self.browser.now() - self.asked_for_all_at >= ALL_LIMIT:
            self.asked_for_all_at = self.browser.now()
            self.tell(lost=True)

    def expect(self, number):
        self.newest = max(self.newest, number)
        if self.number >= self.newest:
            return
        if self.is_live:
            self.ask_for_all()
        else:
            self.ask()

    def reconnect(self):
        self.is_live, self.heard_at = False, self.browser.now()
        self.browser.reconnect()
        # htmx tells the page that the old socket is gone.
        self.close(NO_CODE)

    def tick(self):
        now = self.browser.now()
        if not self.is_refused and now - self.heard_at > SILENCE:
            self.reconnect()
        if not self.is_live and now - self.asked_at >= POLL_PAUSE:
            self.ask()
        elif self.is_live and self.is_lost:
            self.ask_for_all()
        else:
            self.expect(0)

    def needs_ticks(self):
        """Return whether each tick may do something, and not just one after silence."""
        return not self.is_live or self.is_lost or self.number < self.newest

    def open(self):
        """Note that a socket is open."""
        self.asked_for_all_at = -ALL_LIMIT
        self.tell()
        if self.has_signs:
            self.tell(sign=self.since_sign())

    def hear(self, message):
        """Take a message of the socket."""
        self.heard_at = self.browser.now()
        if not self.is_live:
            self.browser.stop_asking()
        self.is_live = True
        if "own" in message:
            self.take_update(message)
        elif "number" in message and "key" not in message:
            self.check_number(message)
        if message.get("key") in self._waiting:
            self.browser.after(0, self._waiting[message["key"]], message)
        if "key" in message:
            self.expect(message.get("number", 0))
        if "now" in message:
            self.ask_for_sign("still" in message)

    def take_update(self, update):
        """Show an update; only the whole table helps a page that is lost."""
        is_whole = "table" in update["own"]
        is_wanted = is_whole or not self.is_lost
        if not (is_wanted and self.browser.has_places(update)):
            self.ask_for_all()
            return
        if is_whole:
            self.note_found()
        self._show(update["number"])

    def note_found(self):
        """Note that the whole table has come; no higher number is expected either."""
        self.newest, self.is_lost, self.asked_for_all_at = 0, False, -ALL_LIMIT

    def check_number(self, message):
        """Compare the page with a greeting or a heartbeat."""
        # Only a greeting names a viewer. One of the version before has no protocol.
        if "viewer" in message and message.get("protocol") != PROTOCOL:
            self.browser.reload("stale")
            return
        if message.get("viewer", self.viewer) != self.viewer:
            # The session ended, or began, while the page had no socket.
            self.browser.close(4000)
            self.browser.reload("out")
            return
        if message["number"] != self.number:
            self.ask_for_all()
        else:
            self.is_lost = False
        if "viewer" in message:
            self.send_by_next()

    def expect_more(self):
        self.expect(self.number + 1)

    def tell(self, **message):
        if not self.browser.is_open():
            return
        self.browser.tell({"now": self.browser.now(), "hidden": False, **message})

    def close(self, code):
        """Note that the socket has closed."""
        self.is_live, self.is_refused = False, code >= 4000
        if code == 4401:
            self.browser.reload("out")
        for resolve in list(self._waiting.values()):
            self.browser.after(0, resolve, None)

    def lose_network(self):
        """Note that the phone knows that it is offline."""
        self.is_live = False

    def come_back(self, kind="visibilitychange"):
        """Note that the page is shown again (by the back button: pageshow)."""
        if self.browser.is_open():
            self.tell()
        self.browser.stop_asking()
        if not self.is_live:
            self.ask()
        if kind == "pageshow" or (kind == "online" and not self.is_live):
            self.reconnect()
        self.tick()
        if kind == "visibilitychange":
            self.sign()

    # The extension of htmx.

    def send_move(self, fields):
        """Send a move until an answer comes; its key stays until the table moves on."""
        self.sign()
        place = f"{fields}#{self.moves}"
        if place not in self._keys:
            self._keys[place] = self.browser.new_key()
        fields = {**fields, "key": self._keys[place]}
        self.send(Sending(fields, self.number))
        return fields["key"]

    def send(self, move):
        """Send a move by the socket or by POST."""
        if self.is_live and self.browser.is_open():
            self.send_move_by_socket(move)
        else:
            self.begin_sending(move)

    def send_move_by_socket(self, move):
        """Send a move over the socket; without an answer it goes by the other ways."""
        note = partial(self.note_by_socket, move)
        self.send_by_socket(move.fields, note, partial(self.begin_sending, move))

    def begin_sending(self, move, attempt=0):
        """Send a move by POST, and by each socket that greets the page meanwhile."""
        self._sendings.append(move)
        self.post(move, attempt)

    def note_by_socket(self, move, message):
        if "again" in message:
            self.note_refused_for_now(move, message["again"])
        else:
            self.browser.note_answer(move.fields, 204, message)

    def note_refused_for_now(self, move, pause):
        """Send a move once more when the site says, if the page is at its number."""
        if move.is_second:
            self.browser.note_answer(move.fields, 503, None)
        else:
            self.browser.after(pause, self.send_again, move)

    def send_again(self, move):
        if self.number == move.number:
            self.send(replace(move, is_second=True, is_told=False))
        else:
            self.browser.note_answer(move.fields, 503, None)

    def send_by_next(self):
        """Send by the new socket the moves that wait for an answer by POST."""
        for move in [each for each in self._sendings if not each.is_told]:
            move.is_told = True
            note = partial(self.note_acknowledged, move)
            self.send_by_socket(
                move.fields, note, partial(setattr, move, "is_told", False)
            )

    def note_acknowledged(self, move, message):
        if self.finish(move):
            self.note_by_socket(move, message)

    def finish(self, move):
        """Note the answer to a move; return whether it is the first one."""
        is_first = move in self._sendings
        if is_first:
            self._sendings.remove(move)
        return is_first

    def send_by_socket(self, fields, succeed, fail):
        """Send a move over the socket, and wait for its acknowledgement."""

        is_over = False

        def resolve(message):
            nonlocal is_over
            if is_over:
                return
            is_over = True
            self._waiting.pop(fields["key"], None)
            if not message:
                # A socket that does not answer is not heard.
                self.is_live = False
            if message and not message.get("elsewhere"):
                succeed(message)
            else:
                fail()

        others = self._waiting.get(fields["key"])

        def resolve_all(message):
            for each in filter(None, (others, resolve)):
                each(message)

        # A double tap sends a move twice, with one key.
        self._waiting[fields["key"]] = resolve_all
        self.tell(move="&".join(f"{name}={value}" for name, value in fields.items()))
        self.browser.after(ANSWER_LIMIT, resolve, None)

    def post(self, move, attempt=0):
        """Send a move by POST until an answer comes."""
        if attempt < len(PAUSES):
            self._post_after(PAUSES[attempt], move, attempt)
        elif self.finish(move):
            self.browser.note_answer(move.fields, 504, None)

    def _post_after(self, pause, move, attempt):
        def send():
            if move in self._sendings:
                headers = {"Table-Live": self.is_live}
                way = "moves/", move.fields, headers, SEND_LIMIT
                self.browser.post(*way, answered)

        def answered(status, headers, content):
            is_for_now = status == 503 and "Retry-After" in headers
            if status >= NO_ANSWER and not is_for_now:
                self.post(move, attempt + 1)
            elif is_for_now and self.finish(move):
                self.note_refused_for_now(move, int(headers["Retry-After"]))
            elif self.finish(move):
                self.browser.note_answer(move.fields, status, None)
                self.take_answer("POST", status, headers, content)

        if pause:
            self.browser.after(pause, send)
        else:
            send()

    def take_answer(self, method, status, headers, content):
        """Take the answer to a move, a form or a question."""
        if method == "GET":
            self._note_asked(status, headers)
        if status == 202 and not self.is_live:
            # An accusation that waits for others counts in a moment.
            self.browser.after(HOLD_LIMIT, self.expect_more)
        if "HX-Refresh" in headers:
            self.browser.reload("stale" if method == "POST" else "")
            return
        if "Table-Number" not in headers:
            return
        number = int(headers["Table-Number"])
        if status == 204:
            self.browser.after(PUSH_LIMIT, self.expect, number)
            return
        was_told = self.browser.say(content)
        if self.wants(method, number) and self.browser.has_table(content):
            self.note_found()
            self._show(number, status, was_told)
            return
        self.browser.after(PUSH_LIMIT, self.expect, number)
        if status == 403:
            self.browser.reload(was_told or self._note(self.viewer))

    def _note_asked(self, status, headers):
        if status == 204:
            self.newest = 0
        self.ask_for_sign("Still-There" in headers)

    def wants(self, method, number):
        """Return whether the page takes the whole table of an answer.

        While its socket is heard, the page shows the content from the socket.
        """
        if self.is_live:
            return False
        if method == "POST":
            return number >= self.number
        return number != self.number and self.taken_before == self.taken

    def _show(self, number, status=200, was_told=""):
        """Show the content found; a page that is another viewer's goes."""
        before, self.number = self.viewer, number
        self.taken += 1
        self.viewer, self.moves = self.browser.show()
        is_out, was_out = self.viewer == "spectator", before == "spectator"
        if is_out != was_out or status == 403:
            self.browser.reload(was_told or self._note(before))

    def _note(self, before):
        return "" if before == "spectator" else "out"


def to_text(message):
    """Return a page's message as it goes over its socket."""
    return json.dumps(message, separators=(",", ":"))
