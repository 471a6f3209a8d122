"""The hint of a first game explains what the last card tells of its drawer's clue."""

import re

import pytest
from django.utils import timezone

from games.labels import side_name
from games.models import Game
from games.play.selectors import see
from games.rules.state import Phase
from games.rules.suspects import list_matching_sides, sides_of, trait_of
from games.table.notebook import build_hint
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, begin_to_draw, look_into, move

pytestmark = pytest.mark.django_db


def hint_for(game, player):
    return build_hint(see(look_into(game), player))


def test_hint_is_true_new_and_never_withdrawn():
    game, players = begin_to_draw(3)
    told, kept = 0, {}
    while (state := look_into(game).state).phase is Phase.SUSPECTS:
        drawer = state.turn
        move(game, players[drawer], "draw")
        state = look_into(game).state
        if state.phase is not Phase.SUSPECTS:
            break
        for seat, player in enumerate(players):
            words = hint_for(game, player)
            if seat == drawer or state.drawn is None:
                assert words == "", words
                continue
            told += 1
            assert game.seats.get(player=players[drawer]).name in words
            named = re.split("[.!]", words.rpartition(": ")[2])[0].split(", ")
            assert side_name(state.clues[drawer]) in named
            shown = {side_name(side) for side in list_matching_sides(state.drawn)}
            is_kept = state.drawn in state.lines[drawer]
            # Of a cat that was discarded it names the sides that the cat lacks.
            assert {*named} <= shown if is_kept else not {*named} & shown
            # No two clues are of the same trait.
            own = trait_of(state.clues[seat])
            assert not {*named} & {side_name(side) for side in sides_of(own)}
            if is_kept:
                assert {*named} <= kept.setdefault((seat, drawer), {*named})
                kept[seat, drawer] = {*named}
    assert told > 10


def test_table_without_a_notebook_gives_no_hint():
    game, players = begin_to_draw(3, notebook="off")
    move(game, players[0], "draw")
    assert [hint_for(game, player) for player in players] == ["", "", ""]
    assert 'class="hints"' not in open_browser(players[1]).get(f"/t/{game.code}/").text


def test_hints_are_for_a_seat_in_its_first_game():
    game, players = begin_game(3)
    address = f"/t/{game.code}/"
    assert 'class="hints"' in open_browser(players[1]).get(address).text
    assert 'class="hints"' not in open_browser(None).get(address).text
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now())
    assert 'class="hints"' not in open_browser(players[1]).get(address).text


def test_stranger_gets_an_empty_hint():
    game, players = begin_to_draw(3)
    move(game, players[0], "draw")
    assert open_browser(None).get(f"/t/{game.code}/hint/").text.strip() == ""
    assert open_browser(players[1]).get(f"/t/{game.code}/hint/").text.strip() != ""
