"""Only some modules write the rows of tables; functions named as reads only read."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for name in ("charlie_site", "games", "runtime")
    for path in (ROOT / name).rglob("*.py")
)
# Acts of people at a table: each of these changes rows under the table's lock.
SUBJECTS = {
    f"games/table/{name}.py"
    for name in [
        "bets",
        "bots",
        "cleanup",
        "lobby/evening",
        "lobby/next_table",
        "lobby/opening",
        "lobby/starting",
        "notebook",
        "people/asking",
        "people/holders",
        "people/idle",
        "people/kept_out",
        "people/moderation",
        "people/ownership",
        "people/seats",
        "people/votes",
        "seat_transfer",
        "subscriptions",
        "tutorial",
    ]
}
METHODS = {"save", "create", "delete", "update", "execute", "executemany"}
METHODS |= {"bulk_create", "bulk_update", "get_or_create", "update_or_create"}
METHODS |= {f"a{method}" for method in METHODS}
# Of runtime.statements.
FUNCTIONS = {"insert_row", "update_rows"}
# The other writers, by module: the object and method of each call, and its reason.
EXPLAINED = {
    "charlie_site/static.py": {"joined.save": "a static file, in memory"},
    "games/accounts/forms.py": {
        "EmailAddress.delete": "an account's own address",
        "EmailAddress.create": "an account's own address",
        "user.save": "the address in the account",
        "super.save": "allauth sends a mail",
    },
    "games/accounts/adapters.py": {"user.save": "a new account, with its key"},
    "games/accounts/spellings.py": {
        "AccountName.update_or_create": "the key of an account's name"
    },
    "games/accounts/invitations.py": {"user.save": "an account for somebody else"},
    "games/admin/people.py": {
        "user.delete": "staff remove an account",
        "LogEntry.bulk_create": "who did what to people",
    },
    "charlie_site/management/commands/accounts.py": {
        "user.save": "another name of an account",
        "_find.delete": "removes an account",
    },
    "games/accounts/views.py": {"user.delete": "deletes an account on request"},
    "games/players/identity.py": {
        "Player.get_or_create": "a guest, or the player of an account",
        "Player.update": "the last visit, or the end of a session",
        "player.save": "the name of a guest",
    },
    "games/models/game.py": {
        "statements.update_rows": "what a locked change has changed"
    },
    "runtime/statements.py": {"cursor.execute": "the rows of a move, for games.play"},
    "games/management/commands/deal_games.py": {
        "Player.bulk_create": "the guests of a trial site"
    },
    "games/archive/records.py": {
        "StaffAct.create": "the note that is left of a game",
        "game.delete": "a closed game, under its lock",
        "following.update": "the next tables' way back, before the game goes",
        "Game.update": "the next table's way back to a game that goes",
        "row.update": "expected rows, for the audit: no rows of the site",
    },
    "games/archive/links.py": {
        "ReplayLink.get_or_create": "a player's link to a closed game",
        "ReplayLink.delete": "a player's link to a closed game",
    },
    "games/table/lobby/club.py": {
        "Club.get_or_create": "a host's link",
        "Club.delete": "a host's link",
    },
    "games/coach/complaints.py": {
        "WrongSentence.get_or_create": "a reader's word on a proof"
    },
    "games/archive/audit.py": {"Audit.update_or_create": "the last audit of a game"},
    "games/management/forgetting.py": {"cursor.execute": "shrinks the file"},
    # No rows of the site.
    "charlie_site/management/commands/backup.py": {
        "copy.execute": "reads a backup",
    },
    "charlie_site/management/commands/restore.py": {
        "cursor.execute": "puts the old tables of PostgreSQL aside"
    },
    "charlie_site/management/commands/support.py": {
        "cursor.execute": "the version of the database"
    },
    "charlie_site/transfer.py": {
        "cursor.execute": "another database, of a stopped site",
        "cursor.executemany": "another database, of a stopped site",
    },
    "charlie_site/schema.py": {"cursor.execute": "reads a row of each table"},
    "charlie_site/readiness.py": {"cursor.execute": "saves nothing"},
    "runtime/threads.py": {"connection.execute": "how long to wait for a lock"},
    "charlie_site/single_process.py": {"lock.execute": "locks an empty database"},
    "games/players/sessions.py": {
        "super.delete": "Django's own session",
        "cursor.execute": "asks for a session",
    },
    "games/table/page/views.py": {"segno.save": "a picture"},
}
READS = re.compile(
    r"(?!.*create)(_?(get|find|is|has|can|may|read)_|_?\w+_(of|for)$)",
)
EFFECTS = METHODS | {"inc", "hit", "enforce", "cycle_key", "flush"}


def root_of(node):
    """Return the name at the start of a chain of attributes and calls."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def calls_in(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def writes_in(source):
    """Return the writes of a module as `object.method`, or as `statements.function`."""
    functions = [call.func for call in calls_in(ast.parse(source))]
    methods = {
        f"{root_of(each)}.{each.attr}"
        for each in functions
        if isinstance(each, ast.Attribute) and each.attr in METHODS
    }
    names = {each.id for each in functions if isinstance(each, ast.Name)}
    return methods | {f"statements.{name}" for name in names & FUNCTIONS}


def test_only_play_and_a_tables_subjects_write_tables():
    writers = {
        path.relative_to(ROOT).as_posix(): writes_in(path.read_text())
        for path in SOURCES
        if not {"play", "migrations"} & set(path.parts)
        and path.relative_to(ROOT).as_posix() not in SUBJECTS
    }
    found = {path: writes for path, writes in writers.items() if writes}
    assert found == {path: set(writes) for path, writes in EXPLAINED.items()}


@pytest.mark.parametrize(
    ("source", "writes"),
    [
        ("Seat.objects.filter(game=game).update(name='')", {"Seat.update"}),
        ("game.seats.create(index=0)", {"game.create"}),
        ("await seat.asave()", {"seat.asave"}),
        ("update_rows(Game, {'id': 1}, number=2)", {"statements.update_rows"}),
        ("Seat.objects.filter(game=game).count()", set()),
    ],
)
def test_writes_are_recognised(source, writes):
    assert writes_in(source) == writes


def effects_in(function):
    """Return the calls of a function that write, count or publish."""
    names = [
        call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
        for call in calls_in(function)
        if isinstance(call.func, ast.Attribute | ast.Name)
    ]
    return {name for name in names if name in EFFECTS or name.startswith("publish")}


def test_function_that_is_named_as_a_read_has_no_effect():
    found = {
        f"{path.relative_to(ROOT)}:{node.name}": effects
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and READS.match(node.name)
        and (effects := effects_in(node))
    }
    assert found == {}
