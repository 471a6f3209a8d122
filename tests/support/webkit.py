"""A WebKit for tests: WebKitGTK's small browser, on a screen that nobody sees."""

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

from tests.support.programs import find_webkit
from tests.support.servers import LOOPBACK, Server, free_port, running

# The browser's toolbar needs 447 pixels.
SIZE = (480, 800)


@contextmanager
def webkit_browser(folder: Path) -> Iterator[Remote]:
    """Yield a WebKit with one window of the size of a phone."""
    driver = find_webkit()
    assert driver, "no WebKit on this machine"
    port = free_port()
    url = f"http://{LOOPBACK}:{port}"
    command = [driver, f"--port={port}"]
    with hidden_screen() as display:
        screen = os.environ | {"DISPLAY": display}
        server = Server(url, command, folder, ask=ask_driver, environment=screen)
        with running(server):
            connection = RemoteConnection(client_config=ClientConfig(url))
            browser = Remote(connection, options=Options())
            try:
                browser.set_window_size(*SIZE)
                yield browser
            finally:
                browser.quit()


@contextmanager
def hidden_screen() -> Iterator[str]:
    """Yield the name of a screen that exists in memory alone."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24"]
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
