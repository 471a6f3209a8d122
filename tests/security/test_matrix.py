"""The access matrix: the answer of every address to every role, in every phase.

Its rows follow the URL configuration, so that an address without a row fails. After an
intended change, run `UPDATE_MATRIX=1 pytest tests/security/test_matrix.py` and review
the difference.
"""

import os
from itertools import groupby
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client

from charlie_site.destinations import find_destination
from games.models import Game
from games.play.transaction import cache, get_snapshot
from tests.security.addresses import all_addresses, sent_to
from tests.security.roles import PHASES, ROLES, browsers_at, table_in
from tests.support.threads import acting_as

pytestmark = [pytest.mark.django_db, pytest.mark.long]

FILE = Path(__file__).with_name("matrix.txt")
METHODS = ("GET", "POST")
ANY = "any"
AGAIN = (ANY, "suspects", "over")
OTHERS = pytest.mark.full
# In the other phases these roles suffice; --full tries all roles everywhere.
FEW = ("outsider", "seat", "host")


def phases_to_try() -> list:
    """Return all phases; some suffice to reach each address, on PostgreSQL, too."""
    return [
        pytest.param(phase, marks=pytest.mark.storage if phase in AGAIN else OTHERS)
        for phase in (ANY, *PHASES)
    ]


class Undone(Exception):
    """Rolls back the effects of a request."""


def test_matrix_has_one_row_for_each_address_method_and_phase():
    expected = {
        (each.name, method, phase)
        for each in all_addresses()
        for method in METHODS
        for phase in (PHASES if each.is_of_game else (ANY,))
    }
    rows = read_matrix()
    assert rows.keys() == expected
    assert {len(cells) for cells in rows.values()} == {len(ROLES)}


def test_every_address_refuses_a_form_from_another_site():
    game, _players = table_in("sides")
    browser = Client(enforce_csrf_checks=True)
    for address in all_addresses():
        answer = browser.post(address.fill(game), sent_to(address, game))
        assert answer.status_code == 403, address


@pytest.mark.slow
@pytest.mark.parametrize("phase", phases_to_try())
def test_every_address_answers_every_role_as_the_matrix_says(
    phase, request, monkeypatch
):
    # The test's own transaction holds the file, so that no other connection can save.
    monkeypatch.setattr("charlie_site.readiness._try_saving", lambda: None)
    is_update = "UPDATE_MATRIX" in os.environ
    is_whole = phase in AGAIN or is_update or request.config.getoption("--full")
    roles = ROLES if is_whole else FEW
    found = rows_of(phase, roles)
    written = read_matrix()
    if is_update:
        write_matrix(written | found)
        return
    places = [ROLES.index(role) for role in roles]
    assert found == {
        key: [row[place] for place in places]
        for key, row in written.items()
        if key[2] == phase
    }


def test_head_is_answered_as_the_matrix_says_of_get(monkeypatch):
    monkeypatch.setattr("charlie_site.readiness._try_saving", lambda: None)
    # Most addresses have a page then.
    game, players = table_in("over")
    browsers, written = browsers_at(game, players), read_matrix()
    game.refresh_from_db()
    unlike = [
        (each.name, role)
        for each in all_addresses()
        for role in ("nobody", "host", "staff")
        if cell(browsers[role], "HEAD", each.fill(game), {}, game)
        != written[each.name, "GET", "over" if each.is_of_game else ANY][
            ROLES.index(role)
        ]
    ]
    assert unlike == []


def rows_of(
    phase: str, roles: tuple[str, ...]
) -> dict[tuple[str, str, str], list[str]]:
    """Return the answers of each address to these roles."""
    game, players = table_in("over" if phase == ANY else phase)
    browsers = browsers_at(game, players)
    game.refresh_from_db()
    rows = {}
    for each in all_addresses():
        if each.is_of_game == (phase != ANY):
            path, sent = each.fill(game), sent_to(each, game)
            for method, fields in zip(METHODS, ({}, sent), strict=True):
                rows[each.name, method, phase] = [
                    cell(browsers[role], method, path, fields, game) for role in roles
                ]
    return rows


def cell(browser: Client, method: str, path: str, sent: dict, game: Game) -> str:
    """Return the status of an answer, with a star if the table has changed."""
    kept, snapshot = browser.cookies.output(), get_snapshot(game)
    number = Game.objects.filter(pk=game.pk).values_list("number", flat=True)
    try:
        with transaction.atomic():
            send = getattr(browser, method.lower())
            with acting_as(find_destination(method, path).kind):
                answer = send(path, sent)
            after = number.get()
            raise Undone
    except Undone:
        # The cache must hold the table as it was, without the rolled-back changes.
        cache.clear()
        cache.put(snapshot)
    if browser.cookies.output() != kept:
        browser.cookies.clear()
        browser.cookies.load(kept.replace("Set-Cookie: ", ""))
    assert answer.status_code < 500, (path, method)
    return f"{answer.status_code}{'*' if after != game.number else ''}"


def read_matrix() -> dict[tuple[str, str, str], list[str]]:
    rows = {}
    for line in FILE.read_text().splitlines():
        if line.startswith("#") or not line:
            continue
        name, method, phases, *cells = line.split()
        for phase in phases.split(","):
            rows[name, method, phase] = cells
    return rows


def write_matrix(rows: dict[tuple[str, str, str], list[str]]) -> None:
    order = {each.name: place for place, each in enumerate(all_addresses())}
    phases = (ANY, *PHASES)
    ordered = sorted(
        (key for key in rows if key[0] in order),
        key=lambda key: (order[key[0]], key[1], phases.index(key[2])),
    )
    lines = [HEAD]
    for (name, method, cells), group in groupby(
        ordered, lambda key: (*key[:2], rows[key])
    ):
        where = ",".join(key[2] for key in group)
        lines.append(f"{name} {method} {where} {' '.join(cells)}")
    FILE.write_text("\n".join(lines) + "\n")


HEAD = f"""\
# What every address answers, by role and phase; a star where the table has changed.
# Written by UPDATE_MATRIX=1 pytest tests/security/test_matrix.py
# The roles, in this order: {", ".join(ROLES)}
"""
