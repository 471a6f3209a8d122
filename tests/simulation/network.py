"""The network of a world: requests, sockets, and the trouble of both."""

from urllib.parse import urlencode

from tests.simulation.seeded import clock

HOST = b"localhost"
# Seconds after which a server cancels the work for a closed socket. Daphne's own
# are 10; of fewer the simulator makes more cases.
CLOSE_LIMIT = 0.3


class Line:
    """The connection of one browser to the site, and its present trouble."""

    def __init__(self, world, name):
        self._chance = world.draw(f"line {name}")
        # A player with a shorter way has to wait with an accusation.
        self._usual = self._chance.choice((0.02, 0.06, 0.25, 0.5))
        self.mend()

    def mend(self):
        # Seconds of the longest way, and shares of requests and of answers.
        self.slowest, self.lost, self.repeated = self._usual, 0.0, 0.0
        # No message passes before this time.
        self.stalled_until = 0.0

    def delay(self):
        """Return the seconds until a message sent now arrives."""
        way = 0.005 + self._chance.random() * self.slowest
        return max(0.0, self.stalled_until - clock.now) + way

    @property
    def is_offline(self):
        return self.lost == 1

    def is_lost(self):
        return self._chance.random() < self.lost

    def is_repeated(self):
        return self._chance.random() < self.repeated

    def patience(self):
        """Return the seconds after which a lost request is sent again or given up."""
        return 0.3 + self._chance.random() * 20


class Request:
    """A request on its way; its browser gets one answer, or 504 without any."""

    def __init__(self, world, line, process, scope, body, on_answer, limit):
        self._world, self._line, self._on_answer = world, line, on_answer
        self._process, self._scope, self._body = process, scope, body
        self.is_over = False
        if process is None:
            world.after(line.delay(), self.end, 502, {}, "")
            return
        process.requests.append(self)
        if line.is_lost():
            world.after(line.patience(), self.end, 504, {}, "")
        else:
            world.after(line.delay(), self._arrive)
            if line.is_repeated():
                world.after(line.delay() + line.patience(), self._arrive)
        world.after(limit, self.end, 504, {}, "")

    def _arrive(self):
        if self._process.is_alive:
            self._world.note_arrived(self._body.decode())
            self._process.serve_request(self._scope, self._body, self._answer)
        else:
            self.end(502, {}, "")

    def _answer(self, status, headers, body):
        found = {name.decode().title(): value.decode() for name, value in headers}
        found = {name.replace("Hx-", "HX-"): value for name, value in found.items()}
        if self._line.is_lost():
            self._world.after(self._line.patience(), self.end, 504, {}, "")
        else:
            self._world.after(
                self._line.delay(), self.end, status, found, body.decode()
            )

    def end(self, status, headers, body):
        if not self.is_over:
            self.is_over = True
            if self._process and self in self._process.requests:
                self._process.requests.remove(self)
            self._on_answer(status, headers, body)

    def reset(self):
        """Note that the process has died."""
        self._world.after(self._line.delay(), self.end, 502, {}, "")

    def abort(self):
        self.is_over = True


class Socket:
    """A web socket: messages arrive in order, or it is cut."""

    def __init__(self, world, line, process, scope, client):
        self._world, self._line, self.process, self._client = (
            world,
            line,
            process,
            client,
        )
        self.is_open, self.is_cut, self.is_closed_here = False, False, False
        self._last = {"up": 0.0, "down": 0.0}
        self._inbox, self._reader = [{"type": "websocket.connect"}], None
        self.task = None
        scope["round_trip"] = lambda: 2 * line.slowest
        if line.is_offline:
            self.is_cut = True
            world.after(line.patience(), self._close_page, 1006)
            return
        process.sockets.append(self)
        world.after(line.delay(), self._begin, scope)

    def _begin(self, scope):
        if self.is_cut or not self.process.is_alive:
            self._end()
            self.break_off()
            return
        self.task = self.process.serve_socket(scope, self._receive, self._send)
        self.task.add_done_callback(self._end)

    def _end(self, task=None):
        if self in self.process.sockets:
            self.process.sockets.remove(self)
        if task:
            self._world.note_end(task)

    # At the server.

    async def _receive(self):
        while not self._inbox:
            self._reader = self.process.loop.create_future()
            await self._reader
        return self._inbox.pop(0)

    async def _send(self, message):
        kind = message["type"]
        if kind == "websocket.close":
            self._to_page(self._close_page, message.get("code", 1000))
            self._arrive({"type": "websocket.disconnect", "code": 1000})
        elif kind == "websocket.accept":
            self._to_page(self._open_page)
        else:
            self._world.note_sent(self._client, message["text"])
            self._to_page(self._client.on_message, self, message["text"])

    def _arrive(self, message):
        if not self.process.is_alive or (self.is_cut and "text" in message):
            return
        self._world.note_arrived(message.get("text", ""))
        message["at"] = clock.time()
        self._inbox.append(message)
        if message["type"] == "websocket.disconnect":
            self._world.after(CLOSE_LIMIT, self._cancel)
        if self._reader and not self._reader.done():
            with self.process.running(self.process.loop):
                self._reader.set_result(None)

    def _cancel(self):
        if self.process.is_alive and self.task and not self.task.done():
            with self.process.running(self.process.loop):
                self.task.cancel()

    def _to_page(self, call, *args):
        self._last["down"] = max(self._last["down"], clock.now + self._line.delay())
        self._world.at(self._last["down"], self._reach_page, call, args)

    def _reach_page(self, call, args):
        if not self.is_cut and not self.is_closed_here:
            call(*args)

    def _open_page(self):
        self.is_open = True
        self._client.on_open(self)

    def _close_page(self, code):
        if not self.is_closed_here:
            self.is_open, self.is_closed_here = False, True
            self._client.on_close(self, code)

    # At the page.

    def send(self, text):
        self._last["up"] = max(self._last["up"], clock.now + self._line.delay())
        message = {"type": "websocket.receive", "text": text}
        self._world.at(self._last["up"], self._arrive, message)

    def close(self):
        """Close the socket from the page."""
        self.is_open, self.is_closed_here = False, True
        delay = self._line.delay()
        self._world.after(
            delay, self._arrive, {"type": "websocket.disconnect", "code": 1001}
        )

    def cut(self, until_server, until_page):
        """Break the connection; each side notices after these seconds, or never."""
        if self.is_cut:
            return
        self.is_cut = True
        gone = {"type": "websocket.disconnect", "code": 1006}
        self._world.after(until_server, self._arrive, gone)
        if until_page is not None:
            self._world.after(until_page, self._close_page, 1006)

    def break_off(self):
        """Note that the process has died."""
        self.is_cut = True
        self._world.after(self._line.delay(), self._close_page, 1006)


def headers_of(cookies, **further):
    pairs = {"host": "localhost", "hx-request": "true", **further}
    if cookies:
        pairs["cookie"] = "; ".join(
            f"{name}={value}" for name, value in cookies.items()
        )
    return [
        (name.replace("_", "-").lower().encode(), str(value).encode())
        for name, value in pairs.items()
    ]


def request_scope(method, path, query, headers):
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": urlencode(query).encode(),
        "headers": headers,
        "client": ("10.0.0.1", 1234),
        "server": ("localhost", 80),
        "scheme": "http",
    }


def socket_scope(code, cookies, query):
    return {
        "type": "websocket",
        "path": f"/ws/t/{code}/",
        "url_route": {"kwargs": {"code": code}},
        "query_string": query.encode(),
        "headers": headers_of(cookies),
        "cookies": cookies,
        "client": ("10.0.0.1", 1234),
    }
