"""The notebook: private, for one round, and only if the table allows it."""

import random
import re
from dataclasses import replace

import pytest

from games.models.game import GameSecrets
from games.models.notes import Note
from games.play.lifecycle import start_game
from games.play.selectors import see
from games.play.setup import open_table
from games.rules.clues import matches, sides_of
from games.table.present.notebook import present_notebook
from tests.rules.tables import empty_table, make_deal
from tests.support.browsers import browser_of
from tests.support.cast import (
    begin_game,
    choose_all,
    look_into,
    make_players,
    move,
    seat_all,
    setup_of,
)
from tests.support.worlds import another_world

pytestmark = pytest.mark.usefixtures("commits")
HTMX = {"HX-Request": "true"}


def mark(player, game, tapped, headers=None):
    address = f"/t/{game.code}/notebook/"
    return browser_of(player).post(address, {"mark": tapped}, headers=headers)


def test_mark_is_stored_and_removed():
    game, players = begin_game()
    answer = mark(players[0], game, "1.hat.no", HTMX)
    assert 'value="1.hat.yes"' in answer.text
    assert Note.objects.get().mark == "no"
    assert (
        'value="1.hat.yes"'
        in browser_of(players[0]).get(f"/t/{game.code}/notebook/").text
    )
    mark(players[0], game, "1.hat.")
    assert not Note.objects.exists()


def test_mark_is_visible_to_its_player_only():
    game, players = begin_game()
    mark(players[0], game, "2.coat.no")
    bob = browser_of(players[1]).get(f"/t/{game.code}/notebook/")
    assert 'data-mark="no"' not in bob.text
    assert browser_of(None).get(f"/t/{game.code}/notebook/").status_code == 403


def test_notebook_is_refused_if_switched_off():
    game, players = begin_game(notebook="off")
    assert mark(players[0], game, "1.hat.no").status_code == 409
    assert browser_of(players[0]).get(f"/t/{game.code}/notebook/").status_code == 409


@pytest.mark.parametrize(
    "tapped", ["", "0.hat.no", "4.hat.no", "1.beard.no", "1.hat.perhaps", "\x00", "1"]
)
def test_malformed_mark_is_refused(tapped):
    game, players = begin_game()
    assert mark(players[0], game, tapped).status_code == 422
    assert not Note.objects.exists()


def test_mark_does_not_change_the_table():
    game, players = begin_game()
    mark(players[0], game, "1.hat.no")
    number = game.number
    game.refresh_from_db()
    assert game.number == number


def look(player, game) -> str:
    return browser_of(player).get(f"/t/{game.code}/notebook/", headers=HTMX).text


def play_lines(kind: str):
    """Return a game with a few cards on the table, and its players."""
    game, players = begin_game(notebook=kind)
    choose_all(game, players)
    for turn in range(9):
        move(game, players[turn % 3], "draw")
    return game, players


def test_manual_notebook_shows_no_deductions():
    game, players = play_lines("on")
    page = look(players[0], game)
    assert "data-impossible" not in page
    assert " %" not in page
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
    assert " %" not in page


def test_notebook_shows_chances_and_the_likeliest_suspects():
    game, players = play_lines("odds")
    page = look(players[0], game)
    chances = [int(found) for found in re.findall(r"<small>(\d+) %</small>", page)]
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


# Alice, with the hat, draws cats with hats; bob, with the glasses, and carol, with the
# coat, draw four cats each that match and have no hat.
FIRST_CARDS = [
    *("11100", "01000", "00100"),
    *("11101", "01001", "00101"),
    *("11110", "01010", "00110"),
    *("11111", "01011", "00111"),
]


def game_of_one_who_throws_all_away(kind):
    """Return a game whose deck is empty, and its players; alice discarded all cards."""
    players = make_players(3)
    game = open_table(players[0], setup_of(notebook=kind, placement="players"))
    seat_all(game, players)
    deal = make_deal(empty_table(3), first=FIRST_CARDS)
    GameSecrets.objects.filter(game=game).update(deals=[deal.to_dict()])
    start_game(game.code, players[0], first_seat=0)
    for player, side in zip(players, ("hat", "glasses", "coat"), strict=True):
        move(game, player, "choose", side=side)
    for turn in range(32):
        move(game, players[turn % 3], "draw")
        state = look_into(game).state
        fits = turn % 3 and matches(state.drawn, state.clues[turn % 3])
        as_ = "suspect" if fits else "discard"
        move(game, players[turn % 3], "place", **{"as": as_})
    return game, players


@pytest.mark.parametrize("kind", ["auto", "odds"])
def test_notebook_says_that_a_card_was_placed_wrongly(kind):
    """Alice has discarded 11 cats, and only eight without a hat are not in lines."""
    game, players = game_of_one_who_throws_all_away(kind)
    page = browser_of(players[0]).get(f"/t/{game.code}/notebook/")
    assert page.status_code == 200
    assert "Nothing fits any more: a card was misplaced." in page.text
    assert "data-impossible" not in page.text
    assert "data-odds" not in page.text
    for player in players[1:]:
        page = browser_of(player).get(f"/t/{game.code}/notebook/")
        assert page.status_code == 200


def test_notebook_gives_nobody_my_token_before_i_choose_a_side():
    game, players = begin_game(notebook="odds")
    page = look(players[0], game)
    trait = look_into(game).state.clue_tokens[0]
    for seat in (1, 2):
        for side in sides_of(trait):
            assert f'id="note-{seat}-{side}"' not in page
    # One of four tokens, with either side.
    assert re.findall(r"<small>(\d+) %</small>", page) == ["12"] * 16


def test_notebook_shows_the_revealed_clues_in_the_review():
    game, players = begin_game(notebook="odds")
    choose_all(game, players)
    free = []
    while len(free) < 2:
        state = look_into(game).state
        move(game, players[state.turn], "draw")
        free = [card for line in look_into(game).state.lines for card in line]
    for player, suspect in zip(players, free, strict=False):
        move(game, player, "accuse", suspect=suspect)
    state = look_into(game).state
    assert state.phase == "review"
    page = look(players[0], game)
    assert re.findall(r"<small>(\d+) %</small>", page) == ["100"] * 2
    assert page.count("data-impossible") == 18
    assert re.findall(r'data-odds="(\d+)"', page) == [state.results[-1].chief]
