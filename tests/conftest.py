"""Shared by all tests: automatic markers, and a clean state for each test."""

import json
import os
from concurrent.futures import wait
from pathlib import Path

import hypothesis
import pytest
from asgiref.sync import SyncToAsync
from channels.layers import channel_layers
from django.db import connection, connections, transaction
from django.test import TransactionTestCase
from django.utils import translation

from games.migrations._triggers import triggers_to_create, triggers_to_drop
from games.play import clock
from runtime import threads
from tests.support.clock import Clock
from tests.support.commits import running_callbacks
from tests.support.memory import forget_rows

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "server"}
# Folders of tests about rows, locks, and messages between processes: PostgreSQL or
# Redis may behave there in another way than SQLite and a single process.
STORAGE_FOLDERS = {"accounts", "faults", "management", "models", "play"}
STORAGE_FOLDERS |= {"races"}
# Tables that migrations fill and no test changes.
LASTING_TABLES = {"auth_permission", "django_content_type"}

# Machines that run tests are busy: a slow example is no failure.
hypothesis.settings.register_profile("site", deadline=None)
hypothesis.settings.load_profile("site")


def pytest_addoption(parser):
    parser.addoption(
        "--full",
        action="store_true",
        help="run what is tried over and over in its full size, for minutes",
    )


def pytest_collection_modifyitems(config, items):
    """Mark tests that use database, layer or browser, and run browsers last."""
    if not config.getoption("--full"):
        full = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=full)
        items[:] = [item for item in items if item not in full]
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")
        if fixtures & DATABASE_FIXTURES or is_marked_for_database(item):
            item.add_marker("database")
            if item.path.parent.name in STORAGE_FOLDERS:
                item.add_marker("storage")
    items.sort(key=place_of)


def place_of(item):
    """Return 0, or for a browser 1 if it is long: the last tests should be short.

    Playwright leaves an event loop running, which breaks Django's tests after it.
    """
    if not item.get_closest_marker("browser"):
        return 0
    return 1 if item.get_closest_marker("long") else 2


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Append the result of a fault to the file in FAULTS_FIGURES, if it is set."""
    report = yield
    fault, path = item.get_closest_marker("fault"), os.environ.get("FAULTS_FIGURES")
    if fault and path and (call.when == "call" or report.outcome != "passed"):
        line = {
            "name": item.name,
            "fault": fault.args[0],
            "pass": fault.args[1],
            "outcome": report.outcome,
            "database": connection.vendor,
            "figures": item.user_properties,
            "seconds": round(call.duration, 1),
        }
        with Path(path).open("a") as lines:
            lines.write(json.dumps(line) + "\n")
    return report


def is_marked_for_database(item):
    case = getattr(item, "cls", None)
    is_django_case = bool(case) and issubclass(case, TransactionTestCase)
    return is_django_case or item.get_closest_marker("django_db") is not None


@pytest.fixture(autouse=True)
def english():
    """Keep a request's language from leaking into the next test."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup):
    """Close the connections of other threads before the test database is removed."""
    yield
    wait([each.submit(connections.close_all) for each in threads.list_threads()])
    # The thread on which asynchronous tests run synchronous code.
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session", autouse=True)
def tables_are_emptied_quickly():
    """Empty tables after a test that commits by deleting their rows.

    Django's own way recreates all permissions after each of these tests and, on
    PostgreSQL, the files of every table: twenty times as much work.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield


def empty_tables(_case):
    names = connection.introspection.django_table_names(only_existing=True)
    deletes = [
        f"DELETE FROM {connection.ops.quote_name(name)}"
        for name in names
        if name not in LASTING_TABLES
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in unguarded(deletes):
            cursor.execute(statement)


def unguarded(deletes):
    """Return statements that delete in any order, despite the triggers on moves."""
    vendor = connection.vendor
    if vendor == "postgresql":
        # One round trip. Foreign keys are triggers too, and not needed when all rows
        # go.
        return ["; ".join(["SET LOCAL session_replication_role = replica", *deletes])]
    return [*triggers_to_drop(vendor), *deletes, *triggers_to_create(vendor)]


@pytest.fixture(scope="module")
def shared_rows(django_db_setup, django_db_blocker):
    """Let fixtures of a module make rows once for all its tests.

    Each test finds them unchanged: its own changes are rolled back after it, and those
    of the fixtures after the last test. No test of the module may commit.
    """
    forget_rows()
    with django_db_blocker.unblock(), transaction.atomic(), translation.override("en"):
        with running_callbacks():
            yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def empty_memory(request):
    """Clear the caches and the layer before each test."""
    if request.node.get_closest_marker("database"):
        forget_rows()
    channel_layers.backends.clear()


@pytest.fixture(autouse=True)
def commits(request):
    """Have changes look committed in tests whose rows are rolled back."""
    is_rolled_back = request.node.get_closest_marker("database") and not (
        {"transactional_db", "server"} & set(request.fixturenames)
        or has_transactions(request.node)
    )
    if not is_rolled_back:
        yield
        return
    request.getfixturevalue("db")
    with running_callbacks():
        yield


def has_transactions(node):
    marker = node.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction"))


@pytest.fixture
def hands(monkeypatch):
    """Return the clock that everything in this test follows."""
    hands = Clock()
    monkeypatch.setattr(clock, "now", hands.now)
    return hands
