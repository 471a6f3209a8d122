"""The card drawn last, with its caption: on all pages until the next draw (R3)."""

import re

import pytest

from games.labels import suspect_name
from games.play.selectors import see
from games.rules.state import Phase
from games.table.page.whole import show_page
from tests.support.cast import begin_to_draw, look_into, move

pytestmark = pytest.mark.django_db


def pages_of(game, players):
    snapshot = look_into(game)
    return [show_page(see(snapshot, player)).render() for player in (*players, None)]


def has_caption(page, caption):
    """Return whether a page shows a caption; the log's sentence ends in a stop."""
    return re.search(rf"{re.escape(caption)}(?!\.)", page) is not None


def draw(game, players):
    """Draw a card, and return its suspect and its caption on each page."""
    seat = look_into(game).state.turn
    name = game.seats.get(player=players[seat]).name
    move(game, players[seat], "draw")
    state = look_into(game).state
    verb = "keep" if any(state.drawn in line for line in state.lines) else "discard"
    captions = [f"{name} {verb}s {suspect_name(state.drawn)}"] * (len(players) + 1)
    captions[seat] = f"You {verb} {suspect_name(state.drawn)}"
    return state.drawn, captions


def test_drawn_card_is_on_all_pages_until_the_next_draw_or_the_reveal():
    game, players = begin_to_draw(3)
    gone = []
    while look_into(game).state.phase is Phase.SUSPECTS:
        suspect, captions = draw(game, players)
        for page, caption in zip(pages_of(game, players), captions, strict=True):
            assert f'data-drawn="{suspect}"' in page
            assert has_caption(page, caption)
            assert not any(re.search(rf"\b{suspect_name(one)}\b", page) for one in gone)
        gone += [suspect] if "discard" in captions[0] else []
    lines = look_into(game).state.lines
    accused = [card for line in lines for card in line if card != suspect]
    for player, card in zip(players, accused, strict=False):
        shown = zip(pages_of(game, players), captions, strict=True)
        assert all(has_caption(page, caption) for page, caption in shown)
        move(game, player, "accuse", suspect=card)
    for page in pages_of(game, players):
        assert "data-drawn" not in page
        assert not any(has_caption(page, caption) for caption in captions)


def test_card_that_waits_is_said_to_be_drawn():
    game, players = begin_to_draw(3, placement="players")
    drawer = look_into(game).state.turn
    move(game, players[drawer], "draw")
    name = suspect_name(look_into(game).state.drawn)
    pages = pages_of(game, players)
    assert has_caption(pages.pop(drawer), f"You draw {name}")
    assert all(f"draws {name}" in page for page in pages)
    move(game, players[drawer], "place", **{"as": "discard"})
    pages = pages_of(game, players)
    assert has_caption(pages.pop(drawer), f"You discard {name}")
    assert all(f"discards {name}" in page for page in pages)
