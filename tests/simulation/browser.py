"""The people of a world and their browsers, which know the content of each tab."""

import json
from math import inf
from pathlib import Path
from re import DOTALL, search
from uuid import UUID

from django.conf import settings

from games.players.identity import find_player
from games.players.sessions import SessionStore
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
from tests.simulation.seeded import clock

SCRIPTS = Path(settings.BASE_DIR, "templates/games/table/_scripts.html").read_text()
HTMX = json.loads(search(r"content='(.+?)'", SCRIPTS, DOTALL)[1])
# Seconds: htmx gives up a request; its pauses before it opens a socket again double.
TIMEOUT = HTMX["defaultTimeout"] / 1000
PAUSE = HTMX["ws"]["reconnectDelay"] / 1000
LONGEST_PAUSE = HTMX["ws"]["reconnectMaxDelay"] / 1000
# Seconds after which a person loads a page again that does not come.
PATIENCE = 8
ALERT = '<hx-partial hx-target="#alert"'
TABLE = '<hx-partial hx-target="#table" hx-swap="outerMorph">'
PARTIAL_END = "</hx-partial>"


class Person:
    """A visitor with a session, perhaps at a seat."""

    def __init__(self, world, name, player=None, cookies=None):
        self.world, self.name, self.player = world, name, player
        # All players that the site has taken them for.
        self.players = [player] if player else []
        self.cookies = cookies or {}
        # Whether they may get another seat: a stranger, or one who has signed out.
        self.may_be_another = player is None
        # Whether they give no sign, and do nothing.
        self.is_silent = False
        self.line = Line(world, name)
        self.chance = world.draw(f"person {name}")

    def note_cookies(self, header):
        name, _, rest = header.partition("=")
        if name == settings.SESSION_COOKIE_NAME:
            self.cookies[name] = rest.partition(";")[0]


class Browser:
    """A tab of a person at a table, with all that `page.Page` needs of the world."""

    count = 0

    def __init__(self, person, code, *, is_display=False, opens=True):
        self.world, self.person, self.code = person.world, person, code
        self.is_display = is_display
        self.name = f"{person.name} tab {len(self.world.browsers) + 1}"
        self.world.browsers.append(self)
        self.page = self._socket = self._question = self.content = None
        self._loads = self._attempts = 0
        self._loaded_at = -1000.0
        self._next_tick = inf
        self.is_gone = self._is_loading = self.is_of_stranger = False
        if opens:
            self.load()

    # Opening.

    def load(self, sign=0):
        """Load the page, which is a sign of the person unless a script does so."""
        self._loads += 1
        self.begun_at = clock.now
        self.is_of_stranger = not self.person.cookies
        self._drop_socket()
        self.page, self._is_loading = None, True
        path = f"/t/{self.code}/" + ("display/" if self.is_display else "")
        loaded = self._loaded(self._loads)
        self._request("GET", path, {"sign": sign}, loaded, limit=PATIENCE)

    def _loaded(self, load):
        def loaded(status, headers, content):
            if self.is_gone or load != self._loads:
                return
            if "HX-Redirect" in headers:
                self._follow(headers["HX-Redirect"])
                return
            if status != 200 or "Table-Number" not in headers:
                self.world.after(3, self._load_again, load)
                return
            self._is_loading = False
            self._loaded_at = clock.now
            number = int(headers["Table-Number"])
            self.has_table(content)
            viewer, moves = self.show()
            self.page = Page(self, number, moves, viewer)
            self.check_seat(viewer, number)
            self._connect()
            self._keep_ticking()

        return loaded

    def _load_again(self, load):
        if not self.is_gone and load == self._loads:
            self.load(sign="")

    def reload(self, note=""):
        """Load the page again, as its scripts do: not twice within 10 s."""
        pause = max(0, self._loaded_at + 10 - clock.now) if self._loads > 1 else 0
        self.world.after(pause, self._load_again, self._loads)

    def player_there(self):
        """Return the player that the person is at this table, if any."""
        return (
            self.world.do(
                find_player,
                SessionStore(self.person.cookies.get("charlie_session")),
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

    def lose_network(self):
        """Let the page hear that the phone is offline."""
        if self.page:
            self.page.lose_network()
            self._keep_ticking()

    def come_back(self, kind):
        """Let the page hear that it is shown or online again."""
        if self.page:
            self.page.come_back(kind)
            self._keep_ticking()

    def lose_socket(self):
        """Break the socket; the page notices at once."""
        if self._socket:
            self._socket.cut(until_server=20, until_page=0)

    def send_form_if_open(self, path, fields):
        if self.page:
            self.send_form(path, **fields)

    def leave(self):
        """Close the tab."""
        self.is_gone = True
        self._drop_socket()
        self.page = None

    # The socket.

    @property
    def process(self):
        """The process at the other end of the socket."""
        return self._socket.process if self._socket else None

    def _drop_socket(self):
        if self._socket and not self._socket.is_closed_here:
            self._socket.close()
        self._socket = None

    def _connect(self):
        process = self.world.choose_process(self.person.chance)
        if process is None:
            self.world.after(0.1, self.on_close, None, 1006)
            return
        query = "language=en&protocol=2" + ("&display=1" if self.is_display else "")
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
            self.page.open()

    def on_message(self, socket, text):
        if socket is self._socket:
            self.page.hear(json.loads(text))
            self._keep_ticking()

    def on_close(self, socket, code):
        if self.is_gone or self.page is None or socket is not self._socket:
            return
        self._socket = None
        self.page.close(code)
        self._keep_ticking()
        if code in HTMX["ws"]["reconnectCodes"]:
            pause = min(LONGEST_PAUSE, PAUSE * 2**self._attempts)
            self._attempts += 1
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

    def _request(self, method, path, fields, on_answer, *, limit=TIMEOUT, **headers):
        person = self.person
        process = self.world.choose_process(person.chance)
        body = b""
        if method == "POST":
            headers["content_type"] = "application/x-www-form-urlencoded"
            body = "&".join(
                f"{name}={value}" for name, value in fields.items()
            ).encode()
        query = fields if method == "GET" else {}
        # A browser has its token from the page; the site refuses a form without one.
        cookies = person.cookies | {settings.CSRF_COOKIE_NAME: "token"}
        headers = headers_of(cookies, **headers)
        scope = request_scope(method, path, query, headers)
        self.world.counts["requests"] += 1
        load = self._loads

        def answered(status, headers, content):
            if "Set-Cookie" in headers:
                person.note_cookies(headers["Set-Cookie"])
                # A page that was loaded meanwhile or refused may still be a stranger's.
                self.is_of_stranger &= load != self._loads or self.say(content)
            self.world.sent.append(
                f"{clock.now:.6f} {self.name} {path} {status} {content}"
            )
            self.world.counts["unavailable"] += status == 503
            self.world.counts["forms"] += method == "POST" and status < 400
            if status == 500:
                self.world.fail(f"{self.name}: {path} is answered with an error")
            on_answer(status, headers, content)

        world = self.world
        return Request(world, person.line, process, scope, body, answered, limit)

    def send_plainly(self, method, path, on_answer):
        self._request(method, path, {}, on_answer, limit=10)

    def ask(self, number):
        if self._question and not self._question.is_over:
            return
        sign = self.page.since_sign()
        query = {"protocol": 2, "since": number, "sign": sign}
        query |= {"display": 1} if self.is_display else {}
        load, taken = self._loads, self.page.taken

        def answered(status, headers, content):
            if self._is_at(load):
                self.page.taken_before = taken
                self.page.take_answer("GET", status, headers, content)
                self._keep_ticking()

        self._question = self._request(
            "GET", f"/t/{self.code}/update/", query, answered
        )

    def stop_asking(self):
        # htmx drops a question that comes at once: the next tick asks it again.
        if self._question:
            self.world.after(0, self._question.abort)

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
        if self.page and not self.person.is_silent:
            self.page.sign()

            def answered(status, headers, content):
                if "HX-Redirect" in headers:
                    self._follow(headers["HX-Redirect"])
                else:
                    self.page.take_answer("POST", status, headers, content)

            self.post(path, fields, {}, TIMEOUT, answered)

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
        if self.page is None:
            return
        pause = TICK if self.page.needs_ticks() else self._until_silence()
        if clock.now + pause < self._next_tick:
            self._next_tick = clock.now + pause
            self.world.at(self._next_tick, self._tick, self._next_tick)

    def _until_silence(self):
        quiet = self.page.heard_at + 12.5 - self.now()
        return TICK * (int(max(quiet, 0) / TICK) + 1)

    def _tick(self, at):
        if at == self._next_tick:
            self._next_tick = inf
            if self.page is not None:
                self.page.tick()
                self._keep_ticking()

    # Contents.

    def has_table(self, html):
        """Find the content of the table in an answer."""
        html = html[html.index(TABLE) + len(TABLE) : html.rindex(PARTIAL_END)]
        return self._find_whole(html)

    def _find_whole(self, html):
        whole = self.world.contents.get(html)
        if whole is None:
            self.world.fail(f"{self.name} got a table that nobody rendered", html)
        self._next = whole.copy()
        return True

    def has_places(self, update):
        """Find the page's content after an update; there must be a place for all."""
        if "table" in update["own"]:
            return self._find_whole(update["own"]["table"])
        self._next = self.content.copy()
        if not self._next.take(update):
            self.world.fail(f"{self.name} has no place for an update", update)
        return True

    def show(self):
        """Show the content found; return the viewer, and the moves of the page."""
        self.content = self._next
        if self.page:
            self.check_seat(self.content.viewer, self.page.number)
        return self.content.viewer, self.content.moves

    def check_seat(self, viewer, number):
        """The person must have had the seat that the page shows."""
        if not viewer.isdecimal():
            return
        seat = self.world.snapshots[self.code][number].table.seats[int(viewer)]
        if self.person.may_be_another and (player := self.player_there()):
            self.person.players.append(player)
        if seat.player_id not in [player.pk for player in self.person.players]:
            self.world.fail(f"{self.name} is shown seat {viewer} at {number}")

    def say(self, content):
        return content.startswith(ALERT)

    def new_key(self):
        key = seeded.new_key()
        self.world.keys[UUID(key)] = self.name, self._loads, self.page.moves
        return key

    def note_answer(self, fields, status, message):
        """Note the answer to a move, as its player reads it."""
        self.world.answers.append((clock.now, self, fields, status, message))
