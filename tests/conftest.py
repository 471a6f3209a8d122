"""What all tests share: the markers set by themselves, and a clean process."""

import json
import os
from pathlib import Path

import hypothesis
import pytest
from asgiref.sync import SyncToAsync
from channels.layers import channel_layers
from django.core.cache import cache
from django.db import connection, connections, transaction
from django.test import TransactionTestCase
from django.utils import translation

from games.live import clock
from games.models import triggers
from games.ops.threads import close_kept_connections
from games.play import store
from tests.clock import Clock

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "server"}
LAYER_FIXTURES = {"layer", "server"}
# What migrations have filled, and no test writes.
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
    """Mark what touches database, layer or browser, and run the browsers last."""
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
        if fixtures & LAYER_FIXTURES:
            item.add_marker("layer")
    # Playwright leaves an event loop running, which Django's tests stumble over.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Write a line for each fault where the program that makes docs/faults.md asks."""
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
    """Let no test leave its language to the next: a request leaves the one it spoke."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup):
    """Close what other threads hold open before the test database goes."""
    yield
    close_kept_connections()
    # Where asynchronous tests run what is synchronous.
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session", autouse=True)
def tables_are_emptied_quickly():
    """Let a test that commits leave its tables empty by deleting what is in them.

    Django's own way makes all permissions anew after each of these tests, and on
    PostgreSQL new files for every table: twenty times as much work.
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
    """Return statements that delete in any order, in spite of the triggers on moves."""
    vendor = connection.vendor
    if vendor == "postgresql":
        # One hop; keys are triggers, too, and none is of use while all rows go.
        return ["; ".join(["SET LOCAL session_replication_role = replica", *deletes])]
    return [*triggers.to_drop(vendor), *deletes, *triggers.to_create(vendor)]


def forget_rows():
    """Forget what is kept of rows, whose numbers may be given anew."""
    cache.clear()
    store.cache.clear()


@pytest.fixture(scope="module")
def shared_rows(django_db_setup, django_db_blocker):
    """Let fixtures of a module make rows once for all its tests.

    Each test finds them as they were made: what it does to them is taken back after it,
    as with any other rows, and what the fixtures did after the last one. No test of the
    module may commit.
    """
    forget_rows()
    with django_db_blocker.unblock(), transaction.atomic(), translation.override("en"):
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def empty_memory(request):
    """Let no test see what another has left in the cache or the layer."""
    if request.node.get_closest_marker("database"):
        forget_rows()
    channel_layers.backends.clear()


@pytest.fixture
def hands(monkeypatch):
    """Return the hands of the clock that everything goes by in this test."""
    hands = Clock()
    monkeypatch.setattr(clock, "now", hands.now)
    return hands
