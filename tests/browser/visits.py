"""Phones on running games, and the faults that they meet."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from playwright.sync_api import Page, Request, WebSocketRoute, expect

from games.models import Game, Player
from games.table.lobby.opening import open_table
from tests.browser.players import NewPhone, Phone
from tests.support.browsers import open_browser
from tests.support.cast import (
    begin_game,
    choose_all,
    make_players,
    make_setup,
    seat_all,
)
from tests.support.finished import play_game
from tests.support.servers import LOOPBACK
from tests.support.site_server import SiteServer

COUNT_TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...times) {
    window.tones += 1;
    return start.apply(this, times);
  };
"""
# A call of the phone, for example, stops the sounds of all pages.
NOTE_AUDIO = """
  window.audios = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.audios.push(this);
    }
  };
"""
STOP_AUDIO = "Promise.all(window.audios.map((audio) => audio.suspend()))"
# Reports of Chromium and htmx while a server is away or an answer is lost.
AWAY = (r"WebSocket", r"htmx:ws:error", r"net::ERR_", r"Failed to fetch")


def beside[**P, T](act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a service on a thread without Playwright's event loop."""

    def call() -> T:
        try:
            return act(*args, **kwargs)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


def wait_for_players(count: int) -> tuple[Game, list[Player]]:
    """Return a lobby with this many players; the first of the cast is the host."""
    players = make_players(max(count, 1))
    game = beside(open_table, players[0], make_setup())
    beside(seat_all, game, players[:count])
    return game, players


def begin(**options: object) -> tuple[Game, list[Player]]:
    """Return a game of three with all clues chosen; alice draws next."""
    game, players = beside(begin_game, 3, **options)
    beside(choose_all, game, players)
    return game, players


def visit(
    new_phone: NewPhone,
    game: Game,
    player: Player | None = None,
    *,
    live: str = "yes",
    before: Callable[[Page], Any] = lambda page: None,
    script: str = "",
    **options: Any,
) -> Phone:
    """Open a table on the phone of a player, or of a stranger.

    `before` and the `script` come before the page's own scripts.
    """
    page = new_phone(**options)
    if player is not None:
        page.context.add_cookies([build_cookie(player)])
    before(page)
    page.add_init_script(script)
    phone = Phone(page, player.name if player else "")
    phone.visit(game.code)
    expect_live(phone, live)
    return phone


def open_display(new_phone: NewPhone, game: Game, **options: Any) -> Phone:
    """Open the display of a table, on a large screen."""
    display = Phone(new_phone(**{"size": (1920, 1080)} | options))
    display.page.goto(f"/t/{game.code}/display/")
    expect_live(display, "yes")
    return display


def build_cookie(player: Player) -> Any:
    """Return the session cookie of a guest."""
    return as_cookie(open_browser(player).session.session_key)


def as_cookie(session_key: str | None) -> Any:
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": session_key, "domain": LOOPBACK, "path": "/"}


def open_page(new_phone: NewPhone, cookie: Any, path: str, **options: Any) -> Page:
    """Open a page with this session cookie."""
    page = new_phone(**options)
    page.context.add_cookies([cookie])
    page.goto(path)
    return page


@contextmanager
def killed(site_server: SiteServer) -> Iterator[None]:
    """Kill the server, and start it again at the end."""
    site_server.kill()
    try:
        yield
    finally:
        site_server.start()


def expect_live(phone: Phone, live: str) -> None:
    expect(phone.page.locator("[data-live]")).to_have_attribute("data-live", live)


def draw(phone: Phone) -> None:
    phone.offers("draw").get_by_role("button").tap()


def look_at_tv(phone: Phone) -> None:
    """Choose the hand in a phone's menu: its player looks at a TV."""
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("checkbox", name="looking at the TV").check()
    phone.page.locator(".menu-close").tap()


def note_requests(phone: Phone, ending: str) -> list[Request]:
    """Return a list that will hold every request to addresses with this ending."""
    sent: list[Request] = []

    def note(request: Request) -> None:
        if ending in request.url:
            sent.append(request)

    phone.page.on("request", note)
    return sent


def find_script(name: str) -> str:
    """Return an expression for the promise of what a script of the page exports."""
    return f"""import(document.querySelector("script[src*='/js/{name}.']").src)"""


def call_script(name: str, call: str) -> str:
    """Return an expression that calls a function of a script of the page."""
    return f"{find_script(name)}.then((script) => script.{call})"


def send_by_post(phone: Phone) -> None:
    """Make a page send its moves by POST, as without a socket."""
    phone.page.evaluate(
        "() => { window.WebSocket = class extends WebSocket { static OPEN = -1; }; }"
    )


def send_by_socket(phone: Phone) -> None:
    """Undo `send_by_post`: such a page asks for nothing by its socket either."""
    phone.page.evaluate(
        "() => { window.WebSocket = Object.getPrototypeOf(window.WebSocket); }"
    )


class Cable:
    """A page's connection to its socket, which may fall silent, and its clock.

    Messages with the words `unsent` or `unheard` are lost; `change` rewrites those to
    the page.
    """

    def __init__(self) -> None:
        self.is_silent = False
        self.unsent: str | None = None
        self.unheard: str | None = None
        self.change: Callable[[str], str] = str
        self.sockets: list[WebSocketRoute] = []

    def lay(self, page: Page) -> None:
        page.clock.install()
        page.route_web_socket(re.compile("/ws/"), self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        far = socket.connect_to_server()
        far.on_message(lambda text: self.deliver(socket, str(text)))
        socket.on_message(lambda text: self.forward(far, str(text)))

    def deliver(self, socket: WebSocketRoute, text: str) -> None:
        if not self.is_silent and not (self.unheard and self.unheard in text):
            socket.send(self.change(text))

    def forward(self, far: WebSocketRoute, text: str) -> None:
        if not (self.unsent and self.unsent in text):
            far.send(text)


def prepare_replay(seed: int = 3) -> tuple[Game, Any]:
    """Return a finished game, and the session cookie of a staff user."""

    def make() -> tuple[Game, Any]:
        client = Client()
        client.force_login(User.objects.create_superuser("staff"))
        return play_game(seed), as_cookie(client.session.session_key)

    return beside(make)


def expect_at(page: Page, number: int) -> None:
    """Expect a replay to show the position after this many moves."""
    expect(page.locator("#controls")).to_have_attribute("data-at", str(number))
    expect(page.locator("#table")).to_have_attribute("data-moves", str(number))
