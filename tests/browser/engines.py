"""Phones in every engine, with one vocabulary. An engine only shows, taps and types."""

import json
import time
import uuid
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, Error, Page
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Keys, Remote
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from urllib3.exceptions import HTTPError
from websockets.sync.client import ClientConnection, connect

from games.models import Game, Player
from games.rules.moves import Move
from tests.browser.visits import build_cookie
from tests.support.firefox import BidiError, Firefox
from tests.support.plain_browser import PlainBrowser
from tests.support.programs import find_old_chromium
from tests.support.servers import LOOPBACK, Server, free_port, running
from tests.support.webkit import hidden_screen, webkit_browser

type Size = tuple[int, int]
type NewPhone = Callable[..., "Phone"]

PHONE = (390, 844)
PATIENCE = 30
PAUSE = 0.03
KEYS = {"Tab": Keys.TAB, "Enter": Keys.ENTER, "Escape": Keys.ESCAPE}
# More tab stops than any page of a table has.
MOST_STOPS = 150
TABLE = "document.getElementById('table')?.dataset"
SEEN = """css => [...document.querySelectorAll(css)].some((one) =>
  one.getClientRects().length && getComputedStyle(one).visibility === "visible")"""
# The middle of a control that a finger reaches: nothing lies above it.
SPOT = """(css, place) => {
  const one = [...document.querySelectorAll(css)].filter((one) =>
    one.getClientRects().length && !one.disabled).slice(place)[0];
  // A form whose answer is on its way drops a tap; its update may be here already.
  if (!one || one.closest("form.htmx-request")) return null;
  const { x, y, width, height } = one.getBoundingClientRect();
  const isStill = document.getAnimations().every(({ playState, effect }) =>
    playState !== "running" || effect.getComputedTiming().endTime === Infinity ||
    !effect.target.contains(one));
  if (!isStill) return null;
  const spot = [x + width / 2, y + height / 2].map(Math.round);
  if (one.contains(document.elementFromPoint(...spot))) return spot;
  one.scrollIntoView({ block: "center", behavior: "instant" });
  return null;
}"""
# A page and its files have loaded. Fragments come later.
HAS_LOADED = """document.readyState === "complete" &&
  document.fonts.status === "loaded" &&
  !document.querySelector(".htmx-request") &&
  [performance.timeOrigin, performance.getEntriesByType("resource").length].join()"""
# After so many equal answers no fragment is expected.
EQUAL_ANSWERS = 10
# Where the last Tab led to, once it has moved the focus.
STOP = """css => {
  const held = document.activeElement;
  if (held === window.lastStop) return null;
  window.lastStop = held;
  return held.matches(css) ? "there" : "further";
}"""
# Before the scripts of each page. Errors of a page that has left stay with its tab.
NOTE = """(() => {
  const noted = () => sessionStorage.getItem("faults") || "";
  const note = (words) => sessionStorage.setItem("faults", `${noted()}${words};`);
  addEventListener("error", ({ message, target }) =>
    note(message || `load ${target.src || target.href}`), true);
  addEventListener("unhandledrejection", ({ reason }) => note(`rejected ${reason}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) =>
    note(`${violatedDirective} ${sourceFile}`));
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (...words) {
    window.socketInUse = this;
    send.apply(this, words);
  };
})();"""


class Phone:
    """A browser in somebody's hand."""

    site = ""

    # What an engine can do.

    def load(self, address: str) -> None:
        raise NotImplementedError

    def value(self, expression: str) -> Any:
        """Return the value of an expression; None while a page is on its way."""
        raise NotImplementedError

    def tap_at(self, x: int, y: int) -> None:
        raise NotImplementedError

    def hold_at(self, x: int, y: int) -> None:
        """Press there without letting go. Not for Firefox, like the next two."""
        raise NotImplementedError

    def forget_cookies(self) -> None:
        raise NotImplementedError

    def take_picture(self, path: Path, *, is_whole: bool) -> None:
        """Save what the window shows, or if the engine can, the whole page."""
        raise NotImplementedError

    def key(self, name: str) -> None:
        """Press a key with this name, or a letter."""
        raise NotImplementedError

    # What a person does.

    def open(self, path: str) -> None:
        self.load(f"{self.site}{path}")

    def leave(self) -> None:
        self.load("about:blank")

    def come_as(self, player: Player, game: Game) -> None:
        """Open a player's table."""
        self.open("/privacy/")
        cookie = build_cookie(player)
        self.value(f"document.cookie = '{cookie['name']}={cookie['value']}; path=/'")
        self.open(f"/t/{game.code}/")
        self.wait_until_live()

    def tap(self, css: str, place: int = 0) -> None:
        """Tap one of the controls that are shown, by default the first."""
        self.tap_at(*self.find_spot(css, place))

    def hold(self, css: str) -> None:
        self.hold_at(*self.find_spot(css))

    def find_spot(self, css: str, place: int = 0) -> Any:
        """Return where to tap a control that stands still with nothing above it."""
        before = None
        expression = f"({SPOT})({json.dumps(css)}, {place})"
        for spot in self.polls(expression, f"to tap {css}"):
            if spot and spot == before:
                return spot
            before = spot
        return None

    def fill(self, css: str, words: str) -> None:
        """Put words and the focus into a field."""
        field = f"document.querySelector({json.dumps(css)})"
        self.value(f"({field}.focus(), {field}.value = {json.dumps(words)})")
        self.value(f"{field}.dispatchEvent(new Event('input', {{ bubbles: true }}))")

    def write(self, css: str, words: str) -> None:
        self.tap(css)
        for letter in words:
            self.key(letter)

    def walk_to(self, css: str) -> None:
        """Press Tab from the top of the page until an element has the focus.

        From the end Tab leads to Firefox's own controls, and its page loses the keys.
        """
        self.value("window.lastStop = document.querySelector('.skip-link').focus()")
        for _ in range(MOST_STOPS):
            if self.wait(f"({STOP})({json.dumps(css)})") == "there":
                return
            self.key("Tab")
        raise AssertionError(f"no Tab leads to {css}")

    def sit(self, name: str, dog: str) -> None:
        form = "form[action$='/join/']"
        self.write(f"{form} [name=name]", name)
        self.tap(f"{form} label:has([value={dog}])")
        self.tap(f"{form} button:not([type=button])")
        self.wait(rf"/\d/.test({TABLE}.viewer)")
        self.wait_until_live()

    def make(self, move: Move) -> None:
        """Tap the controls that make a move."""
        content = move.to_dict()
        kind = content.pop("move")
        content.pop("seat")
        if kind == "accuse":
            self.accuse(content["suspect"])
            return
        if kind == "trade":
            for name, token in content.items():
                field = f"document.querySelector('[data-move=trade] [name={name}]')"
                self.value(f"{field}.value = '{token}'")
            content = {}
        names = "".join(
            f"[name={name}][value={each}]" for name, each in content.items()
        )
        self.tap(f"form[data-move={kind}] button:not([type=button]){names}")

    def draw(self) -> None:
        self.tap("form[data-move=draw] button")

    def accuse(self, suspect: str) -> None:
        self.tap(f"[data-line] [data-suspect='{suspect}']")
        self.tap(f"[data-accuse='{suspect}']")

    def cut_the_socket(self) -> None:
        self.value("window.socketInUse.close()")

    def enlarge_text(self, percent: int) -> None:
        self.value(f"document.documentElement.style.fontSize = '{percent}%'")

    # What a person sees.

    def sees(self, css: str) -> bool:
        return bool(self.value(f"({SEEN})({json.dumps(css)})"))

    def see(self, css: str) -> None:
        self.wait(f"({SEEN})({json.dumps(css)})")

    def see_no(self, css: str) -> None:
        self.wait(f"!({SEEN})({json.dumps(css)})")

    def see_phase(self, phase: str) -> None:
        self.wait(f"{TABLE}.phase === '{phase}'")

    def see_moves(self, count: int) -> None:
        self.wait(f"{TABLE}.moves === '{count}'")

    def see_words(self, css: str, words: str) -> None:
        all_words = f"[...document.querySelectorAll({json.dumps(css)})]"
        self.wait(f"{all_words}.some((one) => one.innerText.includes({words!r}))")
        self.see(css)

    def settle(self) -> None:
        """Wait until the page and its fragments have come."""
        before, count = None, 0
        for now in self.polls(HAS_LOADED, "to see a loaded page"):
            count = count + 1 if now and now == before else 0
            if count == EQUAL_ANSWERS:
                return
            before = now

    def wait_until_live(self) -> None:
        self.wait("document.getElementById('wire')?.dataset.live === 'yes'")

    def share_of(self, css: str) -> float:
        """Return the part of the window's height that an element takes."""
        share = f"document.querySelector({json.dumps(css)}).offsetHeight / innerHeight"
        found: float = self.value(share)
        return found

    def is_wider_than_its_screen(self) -> bool:
        return bool(self.value("document.documentElement.scrollWidth > innerWidth"))

    def wait(self, expression: str) -> Any:
        for value in self.polls(expression, f"to see {expression}"):
            if value:
                return value
        return None

    def polls(self, expression: str, wish: str) -> Iterator[Any]:
        """Yield the value of an expression over and over, until patience ends."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.value(expression)
            yield value
            time.sleep(PAUSE)
        raise AssertionError(f"waited {wish}, in vain: {value}")

    def faults(self) -> str:
        return self.value("sessionStorage.getItem('faults')") or ""


class WebKitPhone(Phone):
    def __init__(self, browser: Remote) -> None:
        self.browser = browser

    def load(self, address: str) -> None:
        self.browser.get(address)

    def value(self, expression: str) -> Any:
        with suppress(WebDriverException, HTTPError):
            return self.browser.execute_script(f"return ({expression})")

    def tap_at(self, x: int, y: int) -> None:
        actions = ActionBuilder(self.browser)
        actions.pointer_action.move_to_location(x, y).click()
        actions.perform()

    def hold_at(self, x: int, y: int) -> None:
        actions = ActionBuilder(self.browser)
        actions.pointer_action.move_to_location(x, y).pointer_down()
        actions.perform()

    def forget_cookies(self) -> None:
        self.browser.delete_all_cookies()

    def take_picture(self, path: Path, *, is_whole: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.browser.save_screenshot(str(path))

    def key(self, name: str) -> None:
        ActionChains(self.browser).send_keys(KEYS.get(name, name)).perform()


class FirefoxPhone(Phone):
    def __init__(self, firefox: Firefox, size: Size) -> None:
        self.firefox = firefox
        self.user = firefox.send("browser.createUserContext")
        # Windows of their own are all in front.
        made = firefox.send("browsingContext.create", type="window", **self.user)
        self.context = made["context"]
        viewport = dict(zip(("width", "height"), size, strict=True))
        self.send("browsingContext.setViewport", viewport=viewport)
        script = {"functionDeclaration": f"() => {{{NOTE}}}"}
        firefox.send("script.addPreloadScript", contexts=[self.context], **script)

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.firefox.send(method, context=self.context, **parameters)

    def load(self, address: str) -> None:
        self.send("browsingContext.navigate", url=address, wait="complete")

    def leave(self) -> None:
        super().leave()
        self.firefox.send("browser.removeUserContext", **self.user)

    def value(self, expression: str) -> Any:
        with suppress(BidiError):
            found = self.firefox.send(
                "script.evaluate",
                expression=f"JSON.stringify(({expression}) ?? null)",
                target={"context": self.context},
                awaitPromise=False,
            )
            return json.loads(found["result"]["value"]) if "result" in found else None

    def act(self, kind: str, *actions: dict[str, Any]) -> None:
        self.send("browsingContext.activate")
        source = {"type": kind, "id": kind, "actions": actions}
        self.send("input.performActions", actions=[source])

    def tap_at(self, x: int, y: int) -> None:
        move = {"type": "pointerMove", "x": x, "y": y}
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self.act("pointer", move, down, up)

    def key(self, name: str) -> None:
        value = KEYS.get(name, name)
        self.act(
            "key", *({"type": f"key{way}", "value": value} for way in ("Down", "Up"))
        )


class ChromiumPhone(Phone):
    def __init__(self, page: Page) -> None:
        self.page = page

    def load(self, address: str) -> None:
        self.page.goto(address)

    def value(self, expression: str) -> Any:
        with suppress(Error):
            return self.page.evaluate(f"({expression}) ?? null")

    def tap_at(self, x: int, y: int) -> None:
        self.page.mouse.click(x, y)

    def hold_at(self, x: int, y: int) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def forget_cookies(self) -> None:
        self.page.context.clear_cookies()

    def take_picture(self, path: Path, *, is_whole: bool) -> None:
        self.page.screenshot(path=path, full_page=is_whole, animations="disabled")

    def key(self, name: str) -> None:
        self.page.keyboard.press("Space" if name == " " else name)


class OldChromiumDisplay(Phone):
    """A display on a Chromium that is too old for Playwright, by its own protocol."""

    def __init__(self, connection: ClientConnection, site: str) -> None:
        self._connection, self._number, self._reports = connection, 0, []
        self.site = site
        for domain in ("Page", "Runtime"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self._connection.send(json.dumps(command))
        while True:
            message = json.loads(self._connection.recv(PATIENCE))
            if message.get("id") == self._number:
                return message.get("result", {})
            told = message.get("params", {})
            if "exceptionDetails" in told or told.get("type") == "error":
                self._reports.append(json.dumps(told))

    def load(self, address: str) -> None:
        self.send("Page.navigate", url=address)

    def value(self, expression: str) -> Any:
        options = {"returnByValue": True, "silent": True}
        found = self.send("Runtime.evaluate", expression=expression, **options)
        return found.get("result", {}).get("value")

    def tap_at(self, x: int, y: int) -> None:
        spot = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, **spot)

    def take_picture(self, path: Path, *, is_whole: bool) -> None:
        path.write_bytes(b64decode(self.send("Page.captureScreenshot")["data"]))

    def faults(self) -> str:
        self.value("null")
        return "\n".join(self._reports)


@contextmanager
def old_display(folder: Path, site: str) -> Iterator[OldChromiumDisplay]:
    """Yield a display on Chromium 85."""
    port = free_port()
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1280,720",
        f"--remote-debugging-port={port}",
        f"--user-data-dir={folder / 'profile'}",
    ]
    url = f"http://{LOOPBACK}:{port}/json/list"
    command = [find_old_chromium(), *options, "about:blank"]
    with running(Server(url, command, folder, ask=list_tabs)):
        address = list_tabs(url)[0]["webSocketDebuggerUrl"]
        # It answers no ping.
        quiet = {"max_size": None, "ping_interval": None, "proxy": None}
        with connect(address, **quiet) as connection:
            display = OldChromiumDisplay(connection, site)
            yield display
            display.leave()


def list_tabs(url: str) -> list[dict[str, Any]]:
    """Return the tabs of a Chromium. Raises: OSError before it listens and has one."""
    with urlopen(url, timeout=2) as answer:
        tabs: list[dict[str, Any]] = json.load(answer)
    if not tabs:
        raise OSError("No tab is open yet.")
    return tabs


class Other(PlainBrowser):
    """A player without scripts, who moves on the same server."""

    def __init__(self, url: str, player: Player, game: Game) -> None:
        super().__init__(url)
        cookie = build_cookie(player)
        self.take_cookie(cookie["name"], cookie["value"], cookie["domain"])
        self.table = f"/t/{game.code}/"

    def make(self, move: Move) -> None:
        content = move.to_dict()
        content.pop("seat")
        page = self.read(self.table)
        self.send(page, f"{self.table}moves/", key=uuid.uuid4(), **content)

    def react(self, reaction: str) -> None:
        page = self.read(self.table)
        self.send(page, f"{self.table}reactions/", reaction=reaction)


@contextmanager
def phones_of(
    engine: str, folder: Path, running: Browser | Firefox | None
) -> Iterator[NewPhone]:
    """Yield a factory of phones of one engine, which takes a size.

    `running` is the browser of Chromium and Firefox. WebKit's driver has one window, so
    each phone starts its own, with files in `folder`.
    """
    with ExitStack() as stack:
        count = 0
        if engine == "WebKit":
            display = stack.enter_context(hidden_screen())

        def make(size: Size = PHONE) -> Phone:
            nonlocal count
            count += 1
            if isinstance(running, Firefox):
                return FirefoxPhone(running, size)
            if isinstance(running, Browser):
                viewport = dict(zip(("width", "height"), size, strict=True))
                page = running.new_page(viewport=viewport, reduced_motion="reduce")
                page.add_init_script(NOTE)
                return ChromiumPhone(page)
            own = folder / str(count)
            own.mkdir()
            browser = webkit_browser(own, size, NOTE, display=display)
            return WebKitPhone(stack.enter_context(browser))

        yield make
