"""A page of a table: `table.js` as a model.

It knows numbers and keys, and leaves the rest to its browser: `world.Browser` in a
world, and a recorder in `vectors.py`, which holds the model against the scripts.
"""

import json

# Seconds, as in the scripts.
PAUSES = (0, 0.5, 1, 2, 4, 4, 4, 4)
SEND_LIMIT, PUSH_LIMIT, HOLD_LIMIT = 6, 0.5, 0.2
SILENCE, POLL_PAUSE, TICK, ANSWER_LIMIT = 12.5, 5, 0.5, 2.5
NO_ANSWER = (502, 503, 504)
NO_CODE = 0


class Page:
    """What a page knows of its table, and what it does about it."""

    def __init__(self, browser, number, moves, viewer):
        self.browser = browser
        self.number, self.moves, self.viewer = number, moves, viewer
        self.is_live = self.is_refused = False
        self.heard_at = self.asked_at = browser.now()
        self.newest = 0
        self._keys, self._waiting = {}, {}

    # The socket.

    def ask(self):
        self.asked_at = self.browser.now()
        self.browser.ask(self.number)

    def expect(self, number):
        self.newest = max(self.newest, number)
        if self.number < self.newest:
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
        else:
            self.expect(0)

    def needs_ticks(self):
        """Return whether each tick may do something, and not just one after silence."""
        return not self.is_live or self.number < self.newest

    def hear(self, message):
        """Take a message of the socket."""
        self.heard_at = self.browser.now()
        if not self.is_live:
            self.browser.stop_asking()
        self.is_live = True
        if message.get("viewer", self.viewer) != self.viewer:
            # The session ended, or began, while the page had no socket.
            self.browser.close(1000)
            self.browser.reload("out")
        if "content" not in message and "number" in message:
            is_lower = "key" not in message and message["number"] < self.number
            self.expect(self.number + 1 if is_lower else message["number"])
        if message.get("key") in self._waiting:
            self._waiting[message["key"]](message)
        if "content" in message:
            self._swap(message if "number" in message else {}, message["content"])

    def expect_more(self):
        self.expect(self.number + 1)

    def tell(self, **message):
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
        self.expect(self.number + 1)
        if kind == "pageshow" or (kind == "online" and not self.is_live):
            self.reconnect()
        self.tick()

    # The extension of htmx.

    def send_move(self, fields):
        """Send a move until an answer comes; its key stays until the table moves on."""
        place = f"{fields}#{self.moves}"
        if place not in self._keys:
            self._keys[place] = self.browser.new_key()
        fields = {**fields, "key": self._keys[place]}
        if self.is_live and self.browser.is_open():
            self.send_by_socket(fields)
        else:
            self.post(fields)
        return fields["key"]

    def send_by_socket(self, fields):
        """Send a move over the socket; it goes by POST without an acknowledgement."""

        is_over = False

        def resolve(message):
            nonlocal is_over
            if is_over:
                return
            is_over = True
            self._waiting.pop(fields["key"], None)
            if message and not message.get("elsewhere"):
                self.browser.note_answer(fields, 204, message)
            else:
                self.post(fields)

        self._waiting[fields["key"]] = resolve
        self.tell(move="&".join(f"{name}={value}" for name, value in fields.items()))
        self.browser.after(ANSWER_LIMIT, resolve, None)

    def post(self, fields, attempt=0):
        """Send a move by POST until an answer comes."""
        if attempt == len(PAUSES):
            self.browser.note_answer(fields, 504, None)
            return

        def send():
            headers = {"Table-Number": self.number, "Table-Live": self.is_live}
            self.browser.post("moves/", fields, headers, SEND_LIMIT, answered)

        def answered(status, headers, content):
            if status in NO_ANSWER:
                self.post(fields, attempt + 1)
                return
            self.browser.note_answer(fields, status, None)
            self.take_answer("POST", status, headers, content)

        if PAUSES[attempt]:
            self.browser.after(PAUSES[attempt], send)
        else:
            send()

    def take_answer(self, method, status, headers, content):
        """Take the answer to a move, a form or a question."""
        if method == "GET" and status == 204:
            self.newest = 0
        if status == 202:
            # An accusation that waits for others counts in a moment.
            self.browser.after(HOLD_LIMIT, self.expect_more)
        if "HX-Refresh" in headers:
            self.browser.reload("stale" if method == "POST" else "")
            return
        if "Table-Number" in headers:
            update = {
                "number": int(headers["Table-Number"]),
                "moves": int(headers.get("Table-Moves", 0)),
            }
            if "Table-Follows" in headers:
                update["follows"] = int(headers["Table-Follows"])
            self._swap(update, content, status)

    def _swap(self, update, content, status=200):
        if "number" not in update:
            self.browser.say(content)
            return
        number = update["number"]
        if status == 204:
            self.browser.after(PUSH_LIMIT, self.expect, number)
            return
        was_out, was_told = self.viewer == "spectator", self.browser.say(content)
        is_next = number > self.number == update.get("follows", self.number)
        is_taken = is_next and self.browser.has_places(content, number)
        if is_taken:
            self.number, self.moves = number, update["moves"]
            self.viewer = self.browser.show()
        else:
            self.expect(number)
        is_out = self.viewer == "spectator"
        if is_out != was_out or status == 403:
            self.browser.reload(was_told or ("" if was_out else "out"))


def to_text(message):
    """Return a page's message as it goes over its socket."""
    return json.dumps(message, separators=(",", ":"))
