"""Throw-away PostgreSQL and Redis servers on free ports of this machine.

They are removed at the end, even after an error. Works as root and as a plain user.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.programs import find_postgres, find_redis

# A machine that runs tests on all its processors starts a server slowly.
START_LIMIT = 90
STOP_LIMIT = 10
LOOPBACK = "127.0.0.1"


def end_on_signals() -> None:
    """Let a closed terminal or a time limit remove the servers, as Ctrl-C does."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: sys.exit(128 + number))


def run_with_servers(command: list[str]) -> int:
    """Run the command with the URLs of both servers, and return its exit code."""
    # A throw-away server need not survive a crash.
    with postgres_server(synchronous_commit="off") as database, redis_server() as redis:
        urls = {"DATABASE_URL": database.url, "REDIS_URL": redis.url}
        with subprocess.Popen(command, env=os.environ | urls) as process:
            try:
                return process.wait()
            except BaseException:
                # The terminal's Ctrl-C has reached the command too, which may need
                # time.
                with suppress(subprocess.TimeoutExpired):
                    process.wait(STOP_LIMIT)
                process.kill()
                raise


class Server:
    """A server process at a URL, which a test may stop hard, pause and start again."""

    def __init__(
        self,
        url: str,
        command: list[str | Path],
        folder: Path,
        *,
        ask: Callable[[str], object],
        user: str | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.url, self.log = url, folder / "log"
        # The folder that it runs in.
        self.root, self.environment = folder, environment
        self._command, self._user = command, user
        self._ask, self._stop_signal = ask, stop_signal
        self.process: subprocess.Popen[bytes] | None = None
        self._paused: list[int] = []

    @property
    def command(self) -> list[str | Path]:
        return self._command

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                user=self._user,
                group=self._user,
                cwd=self.root,
                env=self.environment,
                stdout=output,
                stderr=output,
                # Out of the reach of the terminal's Ctrl-C: tests still use it then.
                start_new_session=True,
            )
        try:
            wait_until_it_answers(self.process, lambda: self._ask(self.url), self.log)
        except RuntimeError:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        """Return the id of its first process."""
        assert self.process is not None
        return self.process.pid

    def stop(self) -> None:
        """Stop the server at once, despite open connections."""
        self._end(self._stop_signal)

    def kill(self) -> None:
        """Kill the server, as a power cut does."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(number)
        # A paused process handles the signal only once it continues.
        self.resume()
        try:
            self.process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def pause(self) -> None:
        """Suspend the server: connections stay open, requests hang."""
        # Its parent first, which starts the others.
        self._paused = self._pids()
        for pid in self._paused:
            os.kill(pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let a suspended server go on."""
        for pid in self._paused:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        self._paused = []

    def _pids(self) -> list[int]:
        """Return the ids of its processes; PostgreSQL has one for each connection."""
        listed = ["ps", "-A", "-o", "pid=,ppid="]
        rows = subprocess.check_output(listed, text=True).splitlines()
        pairs = [tuple(map(int, row.split())) for row in rows]
        return [self.pid, *(pid for pid, parent in pairs if parent == self.pid)]


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Run a server until the block ends."""
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def postgres_server(**settings: str) -> Iterator[Server]:
    """Yield an empty PostgreSQL server with these settings of its own."""
    programs = find_postgres()
    assert programs, "no PostgreSQL on this machine"
    # PostgreSQL refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    with temporary_folder("charlie-postgres-", user) as folder:
        password = secrets.token_hex(16)
        password_file = folder / "password"
        password_file.write_text(password)
        if user:
            shutil.chown(password_file, user, user)
        cluster = folder / "cluster"
        initdb = [programs / "initdb", "--pgdata", cluster, "--username=charlie"]
        initdb += [f"--pwfile={password_file}", "--auth=scram-sha-256", "--no-sync"]
        initdb += ["--locale=C", "--encoding=UTF8"]
        as_user = {"user": user, "group": user, "cwd": folder}
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **as_user)
        port = free_port()
        options = {
            "listen_addresses": LOOPBACK,
            "port": port,
            "unix_socket_directories": "",
            "max_connections": 200,
            # A throw-away server need not survive a power cut.
            "fsync": "off",
            "full_page_writes": "off",
            **settings,
        }
        flags = [part for name in options for part in ("-c", f"{name}={options[name]}")]
        server = Server(
            f"postgres://charlie:{password}@{LOOPBACK}:{port}/postgres",
            [programs / "postgres", "-D", cluster, *flags],
            folder,
            ask=ask_postgres,
            user=user,
            stop_signal=signal.SIGQUIT,
        )
        with running(server):
            yield server


@contextmanager
def redis_server() -> Iterator[Server]:
    """Yield an empty Redis server; its URL has no database number."""
    program = find_redis()
    assert program, "no Redis on this machine"
    with temporary_folder("charlie-redis-") as folder:
        port, password = free_port(), secrets.token_hex(16)
        url = f"redis://:{password}@{LOOPBACK}:{port}"
        options = {"port": port, "bind": LOOPBACK, "dir": folder, "appendonly": "no"}
        # In a file, because all users can read command lines.
        configuration = folder / "redis.conf"
        configuration.write_text(
            "".join(f"{name} {value}\n" for name, value in options.items())
            + f'save ""\nrequirepass {password}\n'
        )
        command = [program, configuration]
        with running(Server(url, command, folder, ask=ask_redis)) as server:
            yield server


@contextmanager
def temporary_folder(prefix: str, user: str | None = None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if user:
            shutil.chown(folder, user, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_it_answers(
    process: subprocess.Popen[bytes], ask: Callable[[], object], log: Path
) -> None:
    limit = time.monotonic() + START_LIMIT
    while True:
        try:
            ask()
            return
        except Exception:
            if process.poll() is not None or time.monotonic() > limit:
                raise RuntimeError(f"No server: {log.read_text()}") from None
            time.sleep(0.05)


def ask_postgres(url: str) -> None:
    import psycopg

    psycopg.connect(url, connect_timeout=2).close()


def ask_redis(url: str) -> None:
    import redis as client

    with client.Redis.from_url(url) as connection:
        connection.ping()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
