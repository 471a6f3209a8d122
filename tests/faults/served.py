"""The real server, with switches that a test may set while it runs.

    python -m tests.faults.served

The environment's `SWITCHES` names a file of JSON:

    collect  a word: free all unused memory, and answer with the word
    latency  the seconds that an accusation of any rival may be under way
    sql      a statement that each database connection makes before its next one
"""

import ctypes
import gc
import json
import os
import sys
import threading
import time
from pathlib import Path

from charlie_site import devserver

PAUSE = 0.02


class Switches:
    """The current switches. The test writes them, the server reads them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict:
        return json.loads(self.path.read_text())

    def set(self, **switches: object) -> None:
        """Set all switches at once; a missing one is off."""
        _write(self.path, switches)

    @property
    def answer(self) -> Path:
        """Return the path of the server's answer to `collect`."""
        return self.path.with_suffix(".answer")

    def read_answer(self) -> dict:
        return json.loads(self.answer.read_text()) if self.answer.exists() else {}


def _write(path: Path, content: dict) -> None:
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(json.dumps(content))
    draft.replace(path)


def main() -> None:
    switches = Switches(Path(os.environ["SWITCHES"]))
    serve = devserver.serve

    def install_and_serve(*arguments, **options):
        install(switches)
        serve(*arguments, **options)

    # Installed this late, because the settings are loaded first.
    devserver.serve = install_and_serve
    devserver.main()


def install(switches: Switches) -> None:
    threading.Thread(target=keep_collecting, args=[switches], daemon=True).start()
    watch_connections(switches)
    set_latency(switches)


def set_latency(switches: Switches) -> None:
    from games.play import race

    measured = race.find_longest_latency

    def longest_latency(pk, players):
        return switches.read().get("latency", measured(pk, players))

    race.find_longest_latency = longest_latency


def keep_collecting(switches: Switches) -> None:
    """Answer each new word with the numbers of objects and sockets left."""
    collected = None
    while True:
        time.sleep(PAUSE)
        word = switches.read().get("collect")
        if word in (None, collected):
            continue
        collected = word
        _write(switches.answer, count_leftovers() | {"collected": word})


def count_leftovers() -> dict[str, int]:
    """Return the numbers of objects and of sockets in memory."""
    # Imported this late, because the server has to choose its reactor first.
    from daphne.ws_protocol import WebSocketProtocol

    # Twice, because freeing objects may make others unreachable.
    gc.collect()
    gc.collect()
    give_back_memory()
    objects = gc.get_objects()
    sockets = sum(isinstance(each, WebSocketProtocol) for each in objects)
    return {"objects": len(objects), "sockets": sockets}


def give_back_memory() -> None:
    """Have the C library return unused memory to the system."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim:
        trim(0)


def watch_connections(switches: Switches) -> None:
    from django.db import DEFAULT_DB_ALIAS, connections
    from django.db.backends.signals import connection_created

    def watch(connection, **_):
        made = []

        def make_first(execute, sql, params, many, context):
            wanted = switches.read().get("sql")
            if wanted and made[-1:] != [wanted]:
                made.append(wanted)
                connection.connection.execute(wanted)
            return execute(sql, params, many, context)

        connection.execute_wrappers.append(make_first)

    connection_created.connect(watch, weak=False)
    # The loop's own, on which the server has migrated.
    watch(connections[DEFAULT_DB_ALIAS])


if __name__ == "__main__":
    sys.exit(main())
