"""Servers with switches, crowds of phones that play on them, and final checks."""

import asyncio
import time
import uuid
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings

from bench.meter import memory_mb
from games.models import EnteredAccusation, Game, Move
from tests.faults.crowd import ACKNOWLEDGED, Crowd
from tests.faults.served import Switches
from tests.races.arena import assert_rows_equal_fold
from tests.races.conftest import phone_of, serve_sites, site  # noqa: F401
from tests.support.cast import begin_game
from tests.support.site_server import IDLE_LIMIT, SiteServer


class SwitchedServer(SiteServer):
    """A server with switches for its test; its log may report the fault."""

    module = "tests.faults.served"

    def __init__(self, folder: Path, **environment: str) -> None:
        self.switches = Switches(folder / "switches")
        self.switches.set()
        keys = {"SECRET_KEY": settings.SECRET_KEY}
        switched = {"SWITCHES": str(self.switches.path)}
        # All phones of a crowd have one address.
        own = keys | switched | {"RATE_LIMIT_FACTOR": "1000"}
        super().__init__(folder, **(own | environment))

    def collect(self) -> SimpleNamespace:
        """Return the memory in MB, the file handles and the objects of the server.

        All closed sockets are freed first.
        """
        limit = time.monotonic() + IDLE_LIMIT
        while (left := self._collect_once())["sockets"]:
            assert time.monotonic() < limit, left
        handles = len(list(Path(f"/proc/{self.pid}/fd").iterdir()))
        memory, objects = memory_mb(self.pid), left["objects"]
        return SimpleNamespace(memory=memory, handles=handles, objects=objects)

    def _collect_once(self) -> dict:
        word = uuid.uuid4().hex
        self.switches.set(collect=word)
        limit = time.monotonic() + IDLE_LIMIT
        while (answer := self.switches.read_answer()).get("collected") != word:
            assert time.monotonic() < limit, answer
            time.sleep(0.02)
        return answer


@pytest.fixture
def is_full(request) -> bool:
    """Return whether faults run in full size, with their real limits."""
    return request.config.getoption("--full")


@pytest.fixture
def limit(is_full):
    """Return a function that scales a limit in seconds to this run.

    Outside of full size tests share the machine, so that limits are ten times as long.
    """
    return lambda seconds: seconds if is_full else 10 * seconds


@pytest.fixture
def note(request):
    """Return a function that notes a figure for `make faults`."""

    def note(name: str, value: float, unit: str = "") -> None:
        told = f"{value:.3g}" if isinstance(value, float) else f"{value:,}"
        request.node.user_properties.append((name, f"{told}{unit}"))

    return note


@pytest.fixture
def serve(transactional_db, tmp_path_factory):
    """Return a factory of servers with switches on this test's database."""
    servers = []

    def serve(**environment: str) -> SwitchedServer:
        folder = tmp_path_factory.mktemp("served")
        server = SwitchedServer(folder, **environment)
        servers.append(server)
        server.start()
        return server

    yield serve
    for server in servers:
        server.stop()


@pytest.fixture
def run():
    """Return a function that runs coroutines one by one, on one loop for all sockets.

    Between them the test may query the database.
    """
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture
def crowd_at(run, phone_of):  # noqa: F811
    """Return a factory of crowds at started tables of three to five.

    Each phone has an address of its own, unless all have the same.
    """

    def crowd_at(servers, tables: int, pause: float = 0.0, address: str = "") -> Crowd:
        games = [begin_game(3 + number % 3) for number in range(tables)]
        seats = [(game, player) for game, players in games for player in players]
        # The phones of each table are spread over the servers.
        phones = [
            phone_of(
                servers[place % len(servers)],
                player,
                game,
                address or f"198.51.100.{place}",
            )
            for place, (game, player) in enumerate(seats)
        ]
        crowds.append(Crowd(phones, [server.port for server in servers], pause))
        return crowds[-1]

    crowds: list[Crowd] = []
    yield crowd_at
    for crowd in crowds:
        run(crowd.leave())


def wait_for_races() -> None:
    """Wait until every entered accusation is played, or has come too late."""
    waiting = EnteredAccusation.objects.filter(outcome=EnteredAccusation.WAITING)
    limit = time.monotonic() + IDLE_LIMIT
    while waiting.exists():
        assert time.monotonic() < limit
        time.sleep(0.02)


@pytest.fixture
def finish(run):
    """Return a function that checks that no move was lost and every page is right.

    It returns the seconds until every page had its table's number.
    """

    def finish(crowd: Crowd) -> float:
        assert crowd.statuses <= {*ACKNOWLEDGED, 409}
        wait_for_races()
        numbers = dict(Game.objects.values_list("code", "number"))
        took = run(crowd.settle(numbers))
        run(crowd.assert_pages_are_right())
        kept = [*Move.objects.filter(by="player").values_list("key", flat=True)]
        late = EnteredAccusation.objects.exclude(outcome=EnteredAccusation.PLAYED)
        kept += late.values_list("key", flat=True)
        assert sorted(kept) == sorted(each.key for each in crowd.accepted)
        for game in Game.objects.filter(started_at__isnull=False):
            assert_rows_equal_fold(game)
        return took

    return finish
