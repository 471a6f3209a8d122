"""Health checks and metrics, for the operators of the site."""

import logging.config
import threading

import pytest
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from charlie_site import __version__, health, readiness
from charlie_site.logging import build_logging
from charlie_site.readiness import Readiness
from games.table.lobby.ending import end_game
from tests.support.cast import begin_game, open_lobby

pytestmark = pytest.mark.storage

ELSEWHERE = "203.0.113.7"
LIMIT = 10


@pytest.fixture(autouse=True)
def unasked(monkeypatch):
    """Give each test a readiness of its own, without a cached answer."""
    monkeypatch.setattr(health, "readiness", Readiness())


@pytest.fixture
def quick(monkeypatch):
    """Shorten the wait for a service that does not respond."""
    monkeypatch.setattr(readiness, "LONGEST_WAIT", 0.05)


def test_health_check_is_public(client):
    answer = client.get("/healthz", REMOTE_ADDR=ELSEWHERE)
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("host", ["10.0.0.7:8000", "10.0.0.7", "[fd00::7]:8000"])
def test_probe_may_name_the_server_by_any_address(client, path, host):
    assert client.get(path, headers={"Host": host}).content == b"ok\n"
    assert client.head(path, headers={"Host": host}).status_code == 200
    assert client.get("/", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ["evil.example", "[fd00::7", "10.0.0.7.evil.example"])
def test_health_check_answers_under_no_other_name(client, host):
    assert client.get("/healthz", headers={"Host": host}).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_server_with_a_missing_migration_is_not_ready(client):
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("sessions", "0001_initial")
    try:
        answer = client.get("/readyz")
    finally:
        recorder.record_applied("sessions", "0001_initial")
    assert (answer.status_code, answer.content) == (503, b"not ready: migrations\n")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", ["RENAME TO lost", "RENAME COLUMN about TO lost"])
def test_server_without_a_table_or_a_column_is_not_ready(client, change):
    back = {"RENAME TO lost": "ALTER TABLE lost RENAME TO games_note"}
    again = "ALTER TABLE games_note RENAME COLUMN lost TO about"
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE games_note {change}")
        try:
            answer = client.get("/readyz")
        finally:
            cursor.execute(back.get(change, again))
    assert (answer.status_code, answer.content) == (503, b"not ready: tables\n")


@pytest.mark.django_db(transaction=True)
def test_server_with_a_broken_layer_is_not_ready(client, quick, monkeypatch):
    async def swallow(*_):
        """Lose the message, as a broken layer does."""

    monkeypatch.setattr(get_channel_layer(), "send", swallow)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: layer\n")


@pytest.mark.django_db(transaction=True)
def test_server_without_its_database_is_not_ready(client, monkeypatch):
    def refuse():
        raise OSError("nobody there at secret-host")

    monkeypatch.setattr(readiness, "_fresh_connection", refuse)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: database\n")


@pytest.mark.django_db(transaction=True)
def test_outage_is_logged_once_a_second_however_many_ask(client, monkeypatch, capfd):
    def refuse():
        raise OperationalError("nobody there")

    monkeypatch.setattr(readiness, "_fresh_connection", refuse)
    logging.config.dictConfig(build_logging("WARNING", "line"))
    try:
        statuses = [client.get("/readyz").status_code for _ in range(5)]
    finally:
        logging.config.dictConfig(settings.LOGGING)
    assert statuses == [503] * 5
    (line,) = capfd.readouterr().err.splitlines()
    assert "Not ready: database. (OperationalError: nobody there" in line


@pytest.mark.django_db(transaction=True)
def test_server_that_cannot_save_is_not_ready(client, monkeypatch):
    open_fresh = readiness._fresh_connection
    on_sqlite = connection.vendor == "sqlite"

    def open_read_only():
        fresh = open_fresh()
        with fresh.cursor() as cursor:
            cursor.execute(
                "PRAGMA query_only = 1"
                if on_sqlite
                else "SET default_transaction_read_only = on"
            )
        return fresh

    monkeypatch.setattr(readiness, "_fresh_connection", open_read_only)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: saving\n")


def test_readiness_is_checked_by_one_request_at_a_time(client, monkeypatch):
    has_begun, goes_on, looks = threading.Event(), threading.Event(), []

    def look():
        looks.append(threading.current_thread())
        has_begun.set()
        assert goes_on.wait(LIMIT)
        return []

    monkeypatch.setattr(readiness, "_check_parts", look)
    first = threading.Thread(target=health.readiness.check)
    first.start()
    assert has_begun.wait(LIMIT)
    assert client.get("/readyz").content == b"not ready: unknown\n"
    goes_on.set()
    first.join(LIMIT)
    assert [client.get("/readyz").status_code for _ in range(5)] == [200] * 5
    assert looks == [first]


def test_readiness_is_checked_again_after_a_while(client, monkeypatch):
    answers = iter([["layer"], []])
    monkeypatch.setattr(readiness, "_check_parts", lambda: next(answers))
    monkeypatch.setattr(readiness, "CACHE_SECONDS", -1)
    statuses = [client.get("/readyz").status_code for _ in range(2)]
    assert statuses == [503, 200]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_metrics_are_open_to_the_local_machine(client, address):
    answer = client.get("/metrics", REMOTE_ADDR=address)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    text = answer.content.decode()
    assert "charlie_sockets 0.0" in text
    assert f'charlie_build_info{{version="{__version__}"}} 1.0' in text


@pytest.mark.parametrize(
    "way",
    [
        {"REMOTE_ADDR": ELSEWHERE},
        {"REMOTE_ADDR": ""},
        # Through a local proxy, whether or not the server trusts it.
        *(
            {"REMOTE_ADDR": "127.0.0.1", "headers": {name: ELSEWHERE}}
            for name in ("X-Forwarded-For", "Forwarded", "Via")
        ),
    ],
)
def test_metrics_are_refused_to_other_machines(client, way):
    assert client.get("/metrics", **way).status_code == 403


@pytest.mark.django_db
def test_metrics_count_open_tables_and_the_players_there(client):
    lobby, players = open_lobby()
    begin_game(4)
    closed, others = begin_game()
    end_game(closed.code, others[0])
    # One player at two tables.
    lobby.pk, lobby.code, lobby.commitment = None, "ABC234", ""
    lobby.save()
    seat = players[0].seats.get()
    seat.pk, seat.game = None, lobby
    seat.save()
    answer = client.get("/metrics", REMOTE_ADDR="127.0.0.1").text
    assert "charlie_open_tables 3.0" in answer
    assert "charlie_seated_players 7.0" in answer


def test_metrics_are_there_without_the_database(client, monkeypatch):
    def fail():
        raise OperationalError

    monkeypatch.setattr(health, "count_open_tables", fail)
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 200


@pytest.mark.django_db
def test_metrics_require_the_token_if_one_is_set(client, settings):
    settings.METRICS_TOKEN = "of the house"

    def ask(shown):
        way = {"REMOTE_ADDR": ELSEWHERE, "headers": {"Authorization": shown}}
        return client.get("/metrics", **way).status_code

    assert ask("Bearer of the house") == 200
    assert ask("Bearer of the neighbours") == 403
    assert ask("of the house") == 403
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 403
