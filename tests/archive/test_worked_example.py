"""The replay of the books' worked example, with the figures of docs/deduction.md."""

import re

import pytest

from games.models.game import Game, GameSecrets
from games.play.lifecycle import end_game, start_game
from games.play.setup import open_table
from games.rules.state import INVESTIGATOR
from games.table.present.words import percent
from tests.bots.worked_example import MOVES, read, rows
from tests.rules.tables import empty_table, make_deal
from tests.rules.tables import move as move_of
from tests.support.browsers import browser_of
from tests.support.cast import make, make_players, seat_all, setup_of
from tests.support.replays import address_of
from tests.support.worked_example import BORIS, FLEMING, LASH, NILS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def example():
    """Return the game of the example, ended after its round, and its players."""
    players = make_players(4)
    game = open_table(players[0], setup_of())
    seat_all(game, players)
    deal = make_deal(
        empty_table(4),
        bag=("hat", "coat", "fur", "newspaper", "glasses"),
        flips=["no-glasses"],
        first=[NILS, BORIS, LASH, "00001", "11001", "01111", INVESTIGATOR, FLEMING],
    )
    GameSecrets.objects.filter(game=game).update(deals=[deal.to_dict()])
    start_game(game.code, players[0], first_seat=0)
    for line in MOVES:
        make(game, players, move_of(line))
    end_game(game.code, players[0])
    return Game.objects.get(pk=game.pk), players


@pytest.mark.slow
def test_replay_shows_the_numbers_of_the_docs_at_each_move(example):
    game, players = example
    browser = browser_of(players[0])
    # The first row describes the position before the first card.
    for at, (_, *cells) in enumerate(rows(), 4):
        for seat, cell in enumerate(cells):
            page = browser.get(address_of(game, f"?at={at}&as={seat}")).text
            shown = re.search(rf'data-suspect="{NILS}"[^>]*Chief: Nils (\d+) %', page)
            assert (shown is None) == (at == 4)
            if shown:
                assert int(shown[1]) == percent(read(cell)[1]), (at, seat)


def test_replay_describes_the_example_in_words(example):
    game, players = example
    browser = browser_of(players[0])
    laces = browser.get(address_of(game, "?at=12&as=0")).text
    assert "Accused Nils on move 11 with a chance of 19 %" in laces
    assert "Could have known the chief from move 13" not in laces
    colombini = browser.get(address_of(game, "?at=12&as=1")).text
    assert "Accused Lash on move 12 with a chance of 0 %" in colombini
    assert "1 more draw would have settled it." in colombini
    britton = browser.get(address_of(game, "?at=12&as=2")).text
    assert "Could have known the chief from move 13." in britton
    assert "Accused Boris on move 14 with a chance of 0 %" in britton
    referee = browser.get(address_of(game, "?at=12&as=referee")).text
    assert "The chief was on the table from move 5." in referee
    assert "bob and carol could first have known the chief after move 13." in referee
