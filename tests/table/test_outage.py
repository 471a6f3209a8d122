"""A read-only, full or absent database: 503 in words, and no partial write."""

import itertools
import uuid

import pytest
from django.db import OperationalError, connection
from django.test import Client

from games.models import Move, Player
from tests.races.arena import assert_rows_equal_fold
from tests.support.browsers import HTMX, open_browser, post_move
from tests.support.cast import begin_to_draw, open_lobby

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def ask(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


@pytest.fixture
def read_only():
    """Return functions that make the database read-only and writable again."""
    word, on, off = (
        ("PRAGMA query_only =", "1", "0")
        if connection.vendor == "sqlite"
        else ("SET default_transaction_read_only =", "on", "off")
    )
    yield lambda: ask(f"{word} {on}"), lambda: ask(f"{word} {off}")
    ask(f"{word} {off}")


def begin_in_browser():
    game, players = begin_to_draw()
    return game, open_browser(players[0], raise_request_exception=False)


def test_move_is_answered_503_while_the_database_is_read_only(read_only):
    shut, open_again = read_only
    game, client = begin_in_browser()
    key = str(uuid.uuid4())
    shut()
    answer = post_move(client, game, "draw", HTMX, key=key)
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "save anything right now" in answer.content.decode()
    assert "<html" not in answer.content.decode()
    open_again()
    assert Move.objects.filter(game=game).count() == 3
    assert_rows_equal_fold(game)
    assert post_move(client, game, "draw", HTMX, key=key).status_code == 200
    assert Move.objects.filter(game=game).count() == 4


def test_unsaved_session_is_answered_with_a_503_page(read_only):
    shut, _open_again = read_only
    game, _players = open_lobby(2)
    stranger = Client(raise_request_exception=False, headers={"Accept-Language": "pl"})
    shut()
    assert stranger.get(f"/t/{game.code}/").status_code == 200
    page = stranger.post("/bots/")
    assert page.status_code == 503
    assert '<html lang="pl"' in page.content.decode()
    assert "Nothing" not in page.content.decode()


def test_join_writes_no_part_while_the_database_is_read_only(read_only):
    shut, open_again = read_only
    game, _players = open_lobby(2)
    stranger = Client(raise_request_exception=False)
    stranger.get(f"/t/{game.code}/")
    count = Player.objects.count()
    shut()
    fields = {"name": "dave", "investigator": "lansbury"}
    assert stranger.post(f"/t/{game.code}/join/", fields).status_code == 503
    open_again()
    assert (game.seats.count(), Player.objects.count()) == (2, count)
    assert stranger.post(f"/t/{game.code}/join/", fields).status_code == 302


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a limit of SQLite")
def test_full_disk_is_answered_503_until_there_is_room():
    game, players = begin_to_draw()
    browsers = [
        open_browser(player, raise_request_exception=False) for player in players
    ]
    # VACUUM leaves no free page.
    ask("VACUUM")
    (pages,) = ask("PRAGMA page_count")
    ask(f"PRAGMA max_page_count = {pages}")
    turns = itertools.cycle(browsers)
    try:
        while (
            answer := post_move(turn := next(turns), game, "draw")
        ).status_code == 200:
            pass
    finally:
        ask("PRAGMA max_page_count = 1073741823")
    assert answer.status_code == 503
    assert_rows_equal_fold(game)
    assert post_move(turn, game, "draw").status_code == 200


def test_every_page_is_503_while_the_database_is_away():
    game, client = begin_in_browser()

    def fail(*arguments, **options):
        raise OperationalError("connection refused")

    addresses = (
        "/",
        f"/t/{game.code}/",
        f"/t/{game.code}/update/?protocol=2",
        "/history/",
    )
    with connection.execute_wrapper(fail):
        for address in addresses:
            answer = client.get(address)
            assert (answer.status_code, bool(answer["Retry-After"])) == (503, True)
