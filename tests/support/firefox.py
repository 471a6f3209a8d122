"""A Firefox for tests, driven by its own WebDriver BiDi, without another program."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.support.programs import find_firefox
from tests.support.servers import LOOPBACK, Server, free_port, running

PATIENCE = 60
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "ui.prefersReducedMotion": 1,
}


class BidiError(Exception):
    """Firefox refused a command, for example because its page has just left."""


class Firefox:
    """A session: commands to a running Firefox, and their results."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._number = connection, 0

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the result of a command.

        Raises: BidiError.
        """
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self._connection.send(json.dumps(command))
        while True:
            message = json.loads(self._connection.recv(PATIENCE))
            if message.get("id") != self._number:
                continue
            if "result" not in message:
                raise BidiError(message)
            result: dict[str, Any] = message["result"]
            return result


@contextmanager
def firefox_browser(folder: Path) -> Iterator[Firefox]:
    """Yield a Firefox without windows."""
    firefox = find_firefox()
    assert firefox, "no Firefox on this machine"
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in PREFERENCES.items()
    )
    (folder / "user.js").write_text("".join(lines))
    port = free_port()
    url = f"ws://{LOOPBACK}:{port}/session"
    options = ["--headless", "--no-remote", "--profile", folder]
    command = [firefox, *options, f"--remote-debugging-port={port}", "about:blank"]
    server = Server(url, command, folder, ask=ask_firefox)
    with running(server), connect(url, max_size=None, proxy=None) as connection:
        session = Firefox(connection)
        session.send("session.new", capabilities={})
        yield session


def ask_firefox(url: str) -> None:
    """Raise unless Firefox listens."""
    with connect(url, proxy=None):
        pass
