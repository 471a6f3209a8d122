"""The notebook: private, for this round, and only where the table allows it."""

import pytest

from games.models import Note
from tests.cast import begin_game
from tests.views.test_table import browser_of

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HX-Request": "true"}


def mark(player, game, tapped, headers=None):
    address = f"/t/{game.code}/notebook/"
    return browser_of(player).post(address, {"mark": tapped}, headers=headers)


def test_a_mark_is_kept_and_taken_away():
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


def test_nobody_else_sees_a_mark():
    game, players = begin_game()
    mark(players[0], game, "2.coat.no")
    bob = browser_of(players[1]).get(f"/t/{game.code}/notebook/")
    assert 'data-mark="no"' not in bob.text
    assert browser_of(None).get(f"/t/{game.code}/notebook/").status_code == 403


def test_a_table_may_play_without():
    game, players = begin_game(notebook="off")
    assert mark(players[0], game, "1.hat.no").status_code == 409
    assert browser_of(players[0]).get(f"/t/{game.code}/notebook/").status_code == 409


@pytest.mark.parametrize(
    "tapped", ["", "0.hat.no", "4.hat.no", "1.beard.no", "1.hat.perhaps", "\x00", "1"]
)
def test_rubbish_is_not_noted(tapped):
    game, players = begin_game()
    assert mark(players[0], game, tapped).status_code == 422
    assert not Note.objects.exists()


def test_a_mark_does_not_change_the_table():
    game, players = begin_game()
    mark(players[0], game, "1.hat.no")
    number = game.number
    game.refresh_from_db()
    assert game.number == number
