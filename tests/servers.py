"""Throw-away PostgreSQL and Redis servers on free ports of this machine.

    python -m tests.servers COMMAND…

runs the command with `DATABASE_URL` and `REDIS_URL` set to them, and removes both
at the end, however that comes about. Works as root and as a plain user.
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

from tests.programs import find_postgres, find_redis

START_LIMIT = 30
STOP_LIMIT = 10
LOOPBACK = "127.0.0.1"


def main() -> None:
    end_on_signals()
    try:
        sys.exit(run_with_servers(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)


def end_on_signals() -> None:
    """Let a closed terminal or a time limit remove the servers as Ctrl-C does."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: sys.exit(128 + number))


def run_with_servers(command: list[str]) -> int:
    """Run the command with both servers, and return its exit code."""
    with postgres() as database_url, redis() as redis_url:
        urls = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
        with subprocess.Popen(command, env=os.environ | urls) as process:
            try:
                return process.wait()
            except BaseException:
                # The terminal's Ctrl-C reached it too; it may want to tidy up.
                with suppress(subprocess.TimeoutExpired):
                    process.wait(STOP_LIMIT)
                process.kill()
                raise


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of an empty PostgreSQL server."""
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
            # What is thrown away need not survive a power cut.
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
        }
        flags = [part for name in options for part in ("-c", f"{name}={options[name]}")]
        command = [programs / "postgres", "-D", cluster, *flags]
        url = f"postgres://charlie:{password}@{LOOPBACK}:{port}/postgres"
        with server(command, folder, user, signal.SIGQUIT, lambda: ask_postgres(url)):
            yield url


@contextmanager
def redis() -> Iterator[str]:
    """Yield the URL of an empty Redis server, without its database number."""
    program = find_redis()
    assert program, "no Redis on this machine"
    with temporary_folder("charlie-redis-") as folder:
        port, password = free_port(), secrets.token_hex(16)
        url = f"redis://:{password}@{LOOPBACK}:{port}"
        options = {"port": port, "bind": LOOPBACK, "dir": folder, "appendonly": "no"}
        # By a file: the command lines of all users can be read.
        configuration = folder / "redis.conf"
        configuration.write_text(
            "".join(f"{name} {value}\n" for name, value in options.items())
            + f'save ""\nrequirepass {password}\n'
        )
        command = [program, configuration]
        with server(command, folder, None, signal.SIGTERM, lambda: ask_redis(url)):
            yield url


@contextmanager
def temporary_folder(prefix: str, user: str | None = None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if user:
            shutil.chown(folder, user, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server(
    command: list[str | Path],
    folder: Path,
    user: str | None,
    stop_signal: signal.Signals,
    ask: Callable[[], object],
) -> Iterator[None]:
    """Run a server until the block ends, which begins when it answers."""
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            user=user,
            group=user,
            cwd=folder,
            stdout=output,
            stderr=output,
            # Out of the reach of the terminal's Ctrl-C: tests still use it then.
            start_new_session=True,
        )
    try:
        wait_until_it_answers(process, ask, log)
        yield
    finally:
        process.send_signal(stop_signal)
        try:
            process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


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


if __name__ == "__main__":
    main()
