"""The project uses its libraries by their public names alone, and changes none."""

import ast

import pytest

from tests.support.plain_house import (
    assignments,
    copies,
    find_all,
    overridden_names,
    private_names,
)

# Findings that stay: each with its reason, or with the part of the code that goes.
EXPLAINED: dict[str, str] = {}


def test_nothing_foreign_is_changed_and_no_private_name_is_used():
    assert sorted(find_all()) == sorted(EXPLAINED)


def test_no_private_name_of_a_foreign_class_is_overridden():
    assert list(overridden_names()) == []


def test_no_foreign_code_is_copied():
    assert list(copies()) == []


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.time = float",
        "from daphne.server import Server\nServer.run = print",
        "from daphne.server import Server\nsetattr(Server, 'run', print)",
        "from daphne.server import Server\ndel Server.run",
        "from daphne.server import Server\nServer.__dict__['run'] = print",
        "Patched = type('Patched', (), {})",
    ],
)
def test_change_of_foreign_code_is_found(source):
    assert list(assignments(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    ["import asyncio\nasyncio._set_running_loop(None)", "from os import _exit"],
)
def test_private_name_is_found(source):
    assert list(private_names(ast.parse(source), set()))


def test_own_names_are_no_finding():
    source = "from games import x\nx.y = 1\nself._own = 2\nother._own"
    tree = ast.parse(source)
    assert not list(assignments(tree))
    assert not list(private_names(tree, {"_own"}))
