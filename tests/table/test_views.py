"""The page of a table, its moves and updates, for its players and for eve."""

import re
import uuid

import pytest
from django.urls import reverse

from games.labels import suspect_label
from games.models import Move
from games.table.lobby.ending import end_game
from games.table.page.whole import PROTOCOL
from tests.support.browsers import HTMX, LIVE, open_browser, post_move
from tests.support.cast import begin_to_draw, look_into, move

pytestmark = pytest.mark.django_db

WHOLE_TABLE = '<hx-partial hx-target="#table" hx-swap="outerMorph">'


@pytest.fixture
def table():
    return begin_to_draw()


def test_unknown_and_malformed_codes_are_not_found():
    eve = open_browser(None)
    assert eve.get("/t/ABC234/").status_code == 404
    assert eve.get("/t/ABC234/update/").status_code == 404
    for code in ("%00", "AB%00CDE", "rubbish", "ABC23O", "%F0%9F%90%B1"):
        assert eve.get(f"/t/{code}/").status_code == 404
        assert eve.get(f"/t/{code}/qr.svg").status_code == 404
        assert eve.post(f"/t/{code}/join/", {"name": "eve"}).status_code == 404
        assert eve.post(f"/t/{code}/moves/", {"move": "draw"}).status_code == 404


def test_move_answers_with_the_whole_table_whatever_the_page_shows(table):
    game, players = table
    client, key = open_browser(players[0]), str(uuid.uuid4())
    number = look_into(game).table.number
    shown = [{"Table-Number": str(each)} for each in (number - 1, number, number + 1)]
    # A page that polls, or has lost its socket.
    for page in (*shown, {}, LIVE | {"Table-Live": "false"}):
        headers = HTMX | page
        answer = post_move(client, game, "draw", headers, key=key)
        assert answer.headers["Table-Number"] == str(number + 1)
        assert answer.status_code == 200
        assert answer.text.count("<hx-partial") == 1
        assert "#alert" not in answer.text
        assert answer.text.startswith(WHOLE_TABLE)


def test_move_of_a_live_page_answers_with_numbers_alone(table):
    game, players = table
    answer = post_move(open_browser(players[0]), game, "draw", LIVE)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Table-Number"] == str(look_into(game).table.number)


def test_refused_move_of_a_live_page_says_why(table):
    game, players = table
    answer = post_move(open_browser(players[1]), game, "draw", LIVE)
    assert answer.status_code == 409
    assert "not your turn" in answer.text
    assert WHOLE_TABLE in answer.text


def test_move_without_scripts_answers_with_the_page(table):
    game, players = table
    answer = post_move(open_browser(players[0]), game, "draw")
    assert answer.status_code == 200
    assert answer.text.startswith("<!DOCTYPE html>")
    assert 'data-moves="4"' in answer.text


def test_forms_of_a_page_carry_a_csrf_token_and_unique_keys(table):
    game, players = table
    text = open_browser(players[0]).get(f"/t/{game.code}/").text
    tokens = re.findall(r'name="csrfmiddlewaretoken" value="\w{64}"', text)
    assert len(tokens) == text.count('method="post"') > 1
    keys = re.findall(r'name="key" value="(\S{36})"', text)
    assert len(keys) == len(set(keys)) == text.count('data-move="') == 1
    assert all(uuid.UUID(key) for key in keys)


def test_shared_fragments_carry_no_csrf_token_and_no_key(table):
    game, players = table
    text = open_browser(players[0]).get(f"/t/{game.code}/update/?protocol=2").text
    assert 'data-move="draw"' in text
    assert "csrfmiddlewaretoken" not in text
    assert 'name="key"' not in text


def test_page_alone_lists_the_suspects_to_accuse_for_browsers_without_scripts():
    game, players = begin_to_draw()
    while not any(look_into(game).state.lines):
        move(game, players[look_into(game).state.turn], "draw")
    (suspect,) = sum(look_into(game).state.lines, ())
    option = f'<option value="{suspect}">{suspect_label(suspect)}</option>'
    alice = open_browser(players[0])
    assert option in alice.get(f"/t/{game.code}/").text
    # Each update would name every card again, and htmx would send the list's choice.
    assert option not in alice.get(f"/t/{game.code}/update/").text
    assert option not in open_browser(None).get(f"/t/{game.code}/").text
    move(game, players[0], "accuse", suspect=suspect)
    assert option not in alice.get(f"/t/{game.code}/").text


@pytest.mark.parametrize(
    ("kind", "fields", "status"),
    [
        ("draw", {}, 409),
        ("accuse", {"suspect": "00000"}, 409),
        ("fly", {}, 422),
        ("draw", {"key": "no-uuid"}, 422),
    ],
)
def test_refused_move_says_why_and_shows_the_table(table, kind, fields, status):
    game, players = table
    answer = post_move(open_browser(players[1]), game, kind, **fields)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert 'id="table"' in answer.text
    assert Move.objects.filter(game=game).count() == 3


def test_refusal_is_in_the_players_language(table):
    game, players = table
    client = open_browser(players[1], headers={"accept-language": "ru"})
    refused = post_move(client, game, "draw", HTMX)
    assert refused.headers["Content-Language"] == "ru"


def test_update_is_sent_only_if_newer(table):
    game, players = table
    client, number = open_browser(players[0]), look_into(game).table.number
    address = reverse("update", args=[game.code]) + f"?protocol={PROTOCOL}&since="
    assert client.get(f"{address}{number}").status_code == 204
    # A page with a higher number shows changes that were lost by restoring a backup.
    others = ("", "0", number - 1, number + 5, "rubbish", "\u0663", "9" * 5000)
    for since in others:
        answer = client.get(f"{address}{since}")
        assert answer.status_code == 200
        assert answer.headers["Table-Number"] == str(number)
        assert answer.text.startswith(WHOLE_TABLE)
        assert "HX-Refresh" not in answer.headers


@pytest.mark.parametrize("query", ["", "?protocol=1", "?protocol=1&since=3"])
def test_page_of_another_protocol_has_to_load_itself_anew(table, query):
    game, players = table
    address = reverse("update", args=[game.code])
    answer = open_browser(players[0]).get(address + query)
    assert answer.headers["HX-Refresh"] == "true"
    assert answer.content == b""


def test_abandoned_game_hides_closed_discards():
    game, players = begin_to_draw(placement="players")
    move(game, players[0], "draw")
    move(game, players[0], "place", **{"as": "discard"})
    # Its portrait: the five digits alone may stand in a hash on the page, too.
    card = f"#s-{look_into(game).state.drawn}"
    assert card in open_browser(None).get(f"/t/{game.code}/").text
    end_game(game.code, players[0])
    assert card not in open_browser(None).get(f"/t/{game.code}/").text


def test_only_the_placing_player_can_open_the_drawn_card():
    game, players = begin_to_draw(placement="players")
    move(game, players[0], "draw")
    pages = [open_browser(one).get(f"/t/{game.code}/").text for one in players]
    assert 'popovertarget="sheet-placing"' in pages[0]
    assert all("sheet-placing" not in page for page in pages[1:])
