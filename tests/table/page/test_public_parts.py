"""The public parts are presented once, of what a spectator may know."""

import pytest

from games.play.selectors import see
from games.rules.observe import SPECTATOR, observe
from games.table.page.regions import build_region
from games.table.page.seat_parts import Card
from games.table.page.whole import show_page
from tests.support.cast import begin_to_draw, look_into, move

pytestmark = pytest.mark.django_db


def test_public_parts_are_made_of_the_spectators_observation():
    game, _players = begin_to_draw()
    snapshot = look_into(game)
    assert snapshot.public.observation == observe(snapshot.state, SPECTATOR)


def test_all_viewers_share_the_public_parts():
    game, players = begin_to_draw()
    move(game, players[0], "draw")
    snapshot = look_into(game)
    drawer, *others = [show_page(see(snapshot, viewer)) for viewer in (*players, None)]
    display = show_page(see(snapshot, players[0], is_display=True))
    assert all(page.public is drawer.public for page in (*others, display))
    # The drawer is "you" in the middle, and in the seat's head.
    assert drawer.parts["drawn"] != drawer.public.parts["drawn"]
    assert drawer.parts["seat-0-head"] != drawer.public.parts["seat-0-head"]
    for page in (*others, display):
        assert page.parts["drawn"] is page.public.parts["drawn"]
    for dom_id in ("deck", "pool", "reveal", "votes"):
        part = drawer.public.parts[dom_id]
        assert all(page.parts[dom_id] is part for page in (drawer, *others))


def build_line(*cards):
    return build_region("seat-0-line", "_line.html", parts=tuple(map(show_card, cards)))


def show_card(card):
    about = [] if card.accused_by is None else [card.accused_by]
    return build_region(f"suspect-{card.suspect}", "_card.html", card=card, about=about)


def test_line_is_rendered_with_its_cards_and_without_a_mark_for_them():
    first, second = Card("10110"), Card("01101", accused_by=1, accuser="bob")
    line = build_line(first, second)
    one, other = show_card(first), show_card(second)
    assert f">{one.render()}{other.render()}</ol>" in line.render()
    assert f">{one.render()}{other.to(1).render()}</ol>" in line.to(1).render()
    assert line.to(0) is line
    assert "parts" not in line.render() + build_line().render()


def test_changed_card_is_sent_alone_and_a_new_one_with_its_line():
    first, second = Card("10110"), Card("01101")
    accused = second._replace(accused_by=1, accuser="bob")
    before, after = build_line(first, second), build_line(first, accused)
    assert after.parts_since(before) == (show_card(accused),)
    for other in (build_line(first), build_line(second, first)):
        assert after.parts_since(other) == (after,)
