"""`make play` and `charlie`: their addresses, hosts, certificate and start."""

import asyncio
import os
import re
import socket
import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import PureWindowsPath
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import django
import pytest
from cryptography import x509
from django.core.management import get_commands

from bench.http import Browser
from bench.phone import Phone
from charlie_site import __main__ as charlie
from charlie_site import __version__, devserver, healthcheck, serve
from charlie_site.certificate import LIFETIME, ensure_certificate
from charlie_site.management.commands import runserver
from runtime.server import daphne
from tests.faults.raw import RawSocket
from tests.support.commands import run_site
from tests.support.proxy import SiteProcess
from tests.support.servers import LOOPBACK, free_port
from tests.support.site_server import SiteServer

HOSTS = {"localhost", "127.0.0.1"}


def test_port_in_use_is_noticed():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert "in use" in serve.find_obstacle("127.0.0.1", port)
    assert serve.find_obstacle("127.0.0.1", port) is None


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1", "²"])
def test_invalid_port_is_refused_in_one_line(port, monkeypatch):
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit, match="PORT must be a number"):
        serve.read_port()


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("", "127.0.0.1"),
        ("::1", "::1"),
        ("[::1]", "::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("localhost # only here", "localhost"),
    ],
)
def test_host_to_listen_on_is_read_without_brackets(typed, host, monkeypatch):
    monkeypatch.setenv("HOST", typed)
    assert serve.read_listening_host("127.0.0.1") == host


@pytest.mark.parametrize(
    "host",
    [
        *("localhost:80", "127.0.0.1:80", "[::1]:80", "http://a", "a b", "[a]"),
        *("ff02::1", "224.0.0.1", "255.255.255.255"),
    ],
)
def test_host_with_a_port_or_a_scheme_is_refused_in_one_line(host, monkeypatch):
    monkeypatch.setenv("HOST", host)
    with pytest.raises(SystemExit, match="HOST must be an address or a name"):
        serve.read_listening_host("127.0.0.1")


@pytest.mark.slow
@pytest.mark.skipif(
    serve.find_obstacle("::1", 0) is not None, reason="needs IPv6 on this machine"
)
def test_server_on_an_ipv6_address_greets_and_answers_there(tmp_path):
    own = {"DATABASE_URL": "", "REDIS_URL": "", "HTTPS": "off", "HOST": "::1"}
    site = SiteServer(tmp_path, **own, PUBLIC_URL="http://köln.example:8000")
    site.url = f"http://[::1]:{site.port}"
    site.start()
    try:
        said = site.log.read_text()
        assert f"On this machine:         {site.url}/\n" in said
        (first, *_) = [line for line in said.splitlines() if "charlie_site" in line]
        assert first.endswith(f"Checkpoint Charlie {__version__} starts.")
        assert "http://xn--kln-sna.example:8000/\n" in said
        expected = {
            f"[::1]:{site.port}": 200,
            f"[fd00::7]:{site.port}": 200,
            "xn--kln-sna.example:8000": 200,
            "evil.example": 400,
        }
        found = {host: answer_to(site, "/", {"Host": host}) for host in expected}
        assert found == expected
    finally:
        site.stop()


def test_start_without_room_for_the_database_ends_in_one_sentence(tmp_path):
    (tmp_path / "charlie.sqlite3").mkdir()
    home = {"HOST": "127.0.0.1", "PORT": str(free_port())}
    ended = run_site(tmp_path, "-m", "charlie_site", **home)
    assert ended.returncode == 1
    assert ended.stderr.startswith("Cannot start: unable to open database file. Is ")
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "host",
    ["192.0.2.7", "2001:db8::7", "fe80::7%nowhere", "no.invalid", "a..b", "ö" * 60],
)
def test_host_of_another_machine_ends_the_start_in_one_sentence(host, monkeypatch):
    monkeypatch.setenv("HOST", host)
    with pytest.raises(SystemExit) as end:
        devserver.main()
    assert re.match(r"(Cannot serve on|HOST must be) [^\n]*\.$", end.value.code)


@pytest.mark.slow
async def test_phones_play_at_an_address_that_the_machine_got_later(
    tmp_path, monkeypatch
):
    own = {"DATABASE_URL": "", "REDIS_URL": "", "RATE_LIMIT_FACTOR": "1"}
    site = SiteServer(tmp_path, **own)
    site.start()
    connect = asyncio.open_connection
    # The network of this test leads each address to the server.
    monkeypatch.setattr(
        asyncio, "open_connection", lambda _host, port: connect(LOOPBACK, port)
    )
    try:
        host, guest = (Phone(Browser("10.77.1.2", site.port)) for _ in "ab")
        await guest.sit_down(await host.open_table(edition="devir"), 0)
        socket = await RawSocket.open(guest.browser, guest.path)
        await socket.hear()
        await socket.close()
        wrong = [(await guest.browser.get(f"/t/QQQ{n}QQ/")).status for n in range(30)]
        assert wrong == [404] * 30
        evil = Browser("evil.example", site.port)
        refused = await evil.get("/")
        for browser in (host.browser, guest.browser, evil):
            await browser.close()
        assert refused.status == 400
        assert "by the address you opened" in refused.body
        assert f"the host 'evil.example:{site.port}' was" in site.log.read_text()
    finally:
        site.stop()


def test_environment_takes_precedence(monkeypatch):
    monkeypatch.setenv("PUBLIC_URL", "https://charlie.example.org")
    monkeypatch.setenv("ALLOWED_HOSTS", "charlie.example.org")
    monkeypatch.setenv("COOKIE_PREFIX", "club")
    monkeypatch.setenv("DATA_DIR", "no-such-folder")
    monkeypatch.setenv("HOME_URL", "")
    devserver.configure(HOSTS, home_url="http://0.0.0.0:8000")
    assert os.environ["PUBLIC_URL"] == "https://charlie.example.org"
    assert os.environ["ALLOWED_HOSTS"] == "charlie.example.org,127.0.0.1,localhost"
    assert os.environ["COOKIE_PREFIX"] == "club"


@pytest.fixture
def environment(monkeypatch):
    """Return an environment that is thrown away after the test."""
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return os.environ


def prefix_of(folder, monkeypatch):
    monkeypatch.setenv("DATA_DIR", str(folder))
    for name in ("ALLOWED_HOSTS", "COOKIE_PREFIX", "HOME_URL"):
        monkeypatch.setenv(name, "")
    # Each start of a server may be at another port.
    devserver.configure(HOSTS, home_url=f"http://0.0.0.0:{free_port()}")
    return os.environ["COOKIE_PREFIX"]


def test_each_data_folder_has_its_own_names_of_cookies(monkeypatch, tmp_path):
    first, second = tmp_path / "new" / "first", tmp_path / "second"
    prefix = prefix_of(first, monkeypatch)
    assert prefix.startswith("charlie_")
    assert prefix_of(first, monkeypatch) == prefix
    # Another server of this machine, perhaps at the first one's port of before.
    assert prefix_of(second, monkeypatch) != prefix


def test_options_win_over_variables(environment, monkeypatch):
    environment |= {"HOST": "localhost", "PORT": "8001"}
    monkeypatch.setattr("sys.argv", ["charlie", "--port", "8002", "--https"])
    monkeypatch.setattr(devserver, "main", lambda: None)
    charlie.main()
    read = [environment[name] for name in ("HOST", "PORT", "HTTPS")]
    assert read == ["localhost", "8002", "1"]


def test_interrupt_during_the_start_shows_no_traceback(environment, monkeypatch):
    def stop():
        raise KeyboardInterrupt

    monkeypatch.setattr(devserver, "main", stop)
    monkeypatch.setattr("sys.argv", ["charlie"])
    with pytest.raises(SystemExit) as end:
        charlie.main()
    assert end.value.code == 130


def test_word_instead_of_options_is_a_command_of_django(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["charlie", "version"])
    charlie.main()
    assert capsys.readouterr().out.strip() == django.get_version()


def test_paths_of_windows_stay_whole_in_an_endpoint():
    key, certificate = (PureWindowsPath(f"C:\\me\\{name}") for name in ("key", "cert"))
    endpoint = serve.describe_endpoint("::1", 8000, (key, certificate))
    files = r"privateKey=C\:/me/key:certKey=C\:/me/cert"
    assert endpoint == rf"ssl:port=8000:interface=\:\:1:{files}"


def test_certificate_fits_the_machine_and_its_key_is_private(tmp_path):
    key, certificate = ensure_certificate(tmp_path, HOSTS)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
    names = loaded.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    assert {str(name.value) for name in names.value} == HOSTS


def test_certificate_stays_while_it_fits(tmp_path):
    first = ensure_certificate(tmp_path, HOSTS)[1].read_bytes()
    assert ensure_certificate(tmp_path, {"localhost"})[1].read_bytes() == first
    assert ensure_certificate(tmp_path, {"elsewhere"})[1].read_bytes() != first


def test_certificate_is_renewed_before_it_ends(tmp_path, time_machine):
    first = ensure_certificate(tmp_path, HOSTS)[1].read_bytes()
    time_machine.move_to(datetime.now(UTC) + LIFETIME - timedelta(days=10))
    assert ensure_certificate(tmp_path, HOSTS)[1].read_bytes() != first


@pytest.mark.parametrize("place", ["{}/notify", "@{}/notify"], ids=["file", "name"])
def test_supervisor_is_told_that_the_process_serves(tmp_path, monkeypatch, place):
    name = place.format(tmp_path)
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name.replace("@", "\0"))
        serve.tell_systemd(is_listening=True)
        assert systemd.recv(64) == b"READY=1"


@pytest.mark.slow
def test_server_tells_systemd_once_it_answers(tmp_path):
    name = str(tmp_path / "notify")
    site = SiteServer(tmp_path, DATABASE_URL="", REDIS_URL="", NOTIFY_SOCKET=name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name)
        site.start()
        try:
            assert systemd.recv(64) == b"READY=1"
        finally:
            site.stop()


@pytest.mark.slow
def test_second_server_beside_the_first_is_refused(tmp_path, monkeypatch):
    # No other server has collected the static files before.
    first = {"STATIC_ROOT": str(tmp_path / "static")}
    site = SiteServer(tmp_path, DATABASE_URL="", REDIS_URL="", **first)
    site.start()
    try:
        monkeypatch.setenv("PORT", str(site.port))
        assert healthcheck.find_problem() == ""
        assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
        for host, status in (("localhost", 200), ("evil.example.org", 400)):
            assert answer_to(site, "/", {"Host": host}) == status
        own = {"DATABASE_URL": "", "REDIS_URL": "", "PORT": str(site.port)}
        (tmp_path / "other").mkdir()
        other = SiteServer(tmp_path / "other", **own)
        with pytest.raises(RuntimeError, match=r"take another port: make play PORT=\d"):
            other.start()
        second = SiteServer(tmp_path, DATABASE_URL="", REDIS_URL="")
        with pytest.raises(RuntimeError, match=f"it is open at {site.url}/"):
            second.start()
    finally:
        site.stop()


def answer_to(site, path, headers):
    try:
        with urlopen(Request(site.url + path, headers=headers)) as answer:
            return answer.status
    except HTTPError as error:
        error.close()
        return error.code


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("header", ["", "X-Forwarded-For"])
def test_forged_client_address_is_ignored_behind_a_proxy(tmp_path, header):
    site = SiteProcess(
        tmp_path,
        CLIENT_ADDRESS_HEADER=header,
        # Plain HTTP is redirected to this address.
        PUBLIC_URL="https://127.0.0.1",
        RATE_LIMIT_FACTOR="1",
    )
    site.prepare()
    site.start()
    try:
        answers = [answer_to(site, "/t/ABCDEF/", forwarded(n)) for n in range(11)]
    finally:
        site.stop()
    assert answers == [404] * 10 + [429]


def forwarded(number):
    addresses = f"10.1.2.{number}, 192.0.2.7"
    return {"X-Forwarded-For": addresses, "X-Forwarded-Proto": "https"}


class DevelopmentServer(SiteServer):
    """`manage.py runserver`, as a developer starts it."""

    @property
    def command(self):
        return [sys.executable, "manage.py", "runserver", f"127.0.0.1:{self.port}"]


@pytest.fixture
def development_server(tmp_path):
    own = {"DATABASE_URL": "", "REDIS_URL": "", "DEBUG": "1"}
    site = DevelopmentServer(tmp_path, **own)
    site.manage("migrate", "--verbosity", "0")
    site.start()
    yield site
    site.stop()


@pytest.mark.slow
async def test_runserver_serves_pages_static_files_and_sockets(development_server):
    browser = Browser("127.0.0.1", development_server.port)
    style = re.search(r'href="(/static/css/[^"]+)"', (await browser.get("/")).body)[1]
    assert (await browser.get(style)).status == 200
    await browser.close()
    socket = await RawSocket.open(browser, "/t/ABC234/")
    async with asyncio.timeout(20):
        # The site's server pings at once, and Daphne's own does not.
        assert await socket.reader.readexactly(1) == b"\x89"
    await socket.close()


def test_runserver_is_the_server_of_the_site():
    assert get_commands()["runserver"] == "charlie_site"
    assert runserver.Command.server_cls is daphne.SiteServer
