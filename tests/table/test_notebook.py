"""The notebook: private, for one round, and only if the table allows it."""

import random
import re
from dataclasses import replace

import pytest

from games.models import GameSecrets, Note
from games.play.selectors import see
from games.table.lobby.starting import start_game
from games.table.notebook import present_notebook
from tests.rules.tables import empty_table, make_deal
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    choose_all,
    look_into,
    move,
    open_lobby,
)
from tests.support.worlds import another_world

pytestmark = pytest.mark.django_db


def mark(player, game, tapped, headers=None):
    address = f"/t/{game.code}/notebook/"
    return open_browser(player).post(address, {"mark": tapped}, headers=headers)


def test_mark_is_stored_and_removed():
    game, players = begin_game()
    answer = mark(players[0], game, "1.hat.no", HTMX)
    assert 'value="1.hat.yes"' in answer.text
    assert Note.objects.get().mark == "no"
    assert (
        'value="1.hat.yes"'
        in open_browser(players[0]).get(f"/t/{game.code}/notebook/").text
    )
    mark(players[0], game, "1.hat.")
    assert not Note.objects.exists()


def test_mark_is_visible_to_its_player_only():
    game, players = begin_game()
    mark(players[0], game, "2.coat.no")
    bob = open_browser(players[1]).get(f"/t/{game.code}/notebook/")
    assert 'data-mark="no"' not in bob.text
    assert open_browser(None).get(f"/t/{game.code}/notebook/").status_code == 403


def test_notebook_is_refused_if_switched_off():
    game, players = begin_game(notebook="off")
    assert mark(players[0], game, "1.hat.no").status_code == 409
    assert open_browser(players[0]).get(f"/t/{game.code}/notebook/").status_code == 409


@pytest.mark.parametrize(
    "tapped", ["", "0.hat.no", "4.hat.no", "1.beard.no", "1.hat.perhaps", "\x00", "1"]
)
def test_malformed_mark_is_refused(tapped):
    game, players = begin_game()
    assert mark(players[0], game, tapped).status_code == 422
    assert not Note.objects.exists()


def look(player, game) -> str:
    return open_browser(player).get(f"/t/{game.code}/notebook/", headers=HTMX).text


def play_lines(kind: str):
    """Return a game with a few cards on the table, and its players."""
    game, players = begin_to_draw(notebook=kind)
    for turn in range(9):
        move(game, players[turn % 3], "draw")
    return game, players


def test_manual_notebook_shows_no_deductions():
    game, players = play_lines("on")
    page = look(players[0], game)
    assert "data-impossible" not in page
    assert "%</small>" not in page
    assert "charlie:updated" not in page


def test_automatic_notebook_crosses_out_impossible_sides():
    game, players = play_lines("auto")
    page = look(players[0], game)
    clues = look_into(game).state.clues
    crossed = page.count("data-impossible")
    # At least the viewer's own token is impossible for both other seats.
    assert crossed >= 4
    assert crossed + page.count('name="mark"') == 20
    for seat in (1, 2):
        assert f'value="{seat}.{clues[seat]}.no"' in page
    assert "%</small>" not in page


def test_notebook_shows_chances_and_the_likeliest_suspects():
    game, players = play_lines("odds")
    page = look(players[0], game)
    chances = [int(found) for found in re.findall(r"<small>(\d+)%</small>", page)]
    assert sum(chances) == pytest.approx(200, abs=10)
    assert 0 < page.count("data-odds=") <= 5
    assert 'hx-trigger="charlie:updated from:document"' in page


@pytest.mark.parametrize("kind", ["auto", "odds"])
def test_automatic_notebook_is_the_same_in_two_worlds(kind):
    game, players = play_lines(kind)
    snapshot, chance = look_into(game), random.Random(1)
    assert snapshot.state.phase == "suspects"
    for seat, player in enumerate(players):
        shown = present_notebook(see(snapshot, player), {})
        for _ in range(5):
            other = another_world(snapshot.state, seat, chance)
            assert (
                present_notebook(see(replace(snapshot, state=other), player), {})
                == shown
            )


@pytest.mark.parametrize("kind", ["auto", "odds"])
def test_notebook_says_that_a_card_was_misplaced(kind):
    """No clue fits both cards that alice keeps."""
    game, players = open_lobby(notebook=kind, placement="players")
    deal = make_deal(empty_table(3), first=["11111", "01111", "10111", "00000"])
    GameSecrets.objects.filter(game=game).update(deals=[deal.to_dict()])
    start_game(game.code, players[0], first_seat=0)
    choose_all(game, players)
    for player in (*players, players[0]):
        move(game, player, "draw")
        move(game, player, "place", **{"as": "suspect"})
    for player in players:
        page = look(player, game)
        assert "Nothing fits any more: a card was misplaced." in page
        assert "data-impossible" not in page
        assert "data-odds" not in page
