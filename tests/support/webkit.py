"""A WebKit for tests: a bare window of WebKitGTK, on an invisible screen."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from selenium.webdriver import Remote
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options

from tests.support.programs import DEBIAN_PYTHON, find_webkit
from tests.support.servers import LOOPBACK, Server, free_port, running

# Seconds for an answer of the driver, which may lose a question while a page leaves.
PATIENCE = 20
# WebKit's own small browser has a toolbar, which needs 447 pixels.
WINDOW = Path(__file__).with_name("webview.py")


@contextmanager
def webkit_browser(
    folder: Path, size: tuple[int, int], script: str, *, display: str, theme="light"
) -> Iterator[Remote]:
    """Yield a WebKit with one window of this size. Each page runs a script first."""
    driver = find_webkit()
    assert driver, "no WebKit on this machine"
    port = free_port()
    url = f"http://{LOOPBACK}:{port}"
    command = [driver, f"--port={port}"]
    look = "Adwaita:dark" if theme == "dark" else "Adwaita"
    screen = os.environ | {"DISPLAY": display, "GTK_THEME": look}
    options = Options()
    options.binary_location = DEBIAN_PYTHON
    for argument in (WINDOW, *size, script):
        options.add_argument(str(argument))
    # A driver has one session.
    server = Server(url, command, folder, ask=ask_driver, environment=screen)
    with running(server):
        connection = RemoteConnection(client_config=ClientConfig(url, timeout=PATIENCE))
        browser = Remote(connection, options=options)
        try:
            yield browser
        finally:
            browser.quit()


@contextmanager
def hidden_screen() -> Iterator[str]:
    """Yield the name of a screen that exists in memory alone."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1200x24"]
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **quiet) as screen:
        try:
            yield f":{screen.stdout.readline().strip()}"
        finally:
            screen.terminate()


def ask_driver(url: str) -> None:
    """Raise unless the driver answers."""
    with urlopen(f"{url}/status", timeout=2):
        pass
