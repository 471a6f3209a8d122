"""The evidence of a fair deal is public, the seed only once the game is closed."""

import pytest
from django.urls import reverse

from games.archive.records import read_receipt
from games.models import Game
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, make_players, make_setup

pytestmark = pytest.mark.django_db


def page_of(player, game: Game, name: str = "table") -> str:
    return open_browser(player).get(reverse(name, args=[game.code])).text


def join(player, game: Game, **fields):
    sent = {"name": player.name, "investigator": "laces", **fields}
    return open_browser(player).post(reverse("join", args=[game.code]), sent)


@pytest.fixture
def table():
    players = make_players(4)
    game = open_table(players[0], make_setup())
    return game, players


@pytest.mark.parametrize("name", ["table", "display"])
def test_lobby_and_display_show_commitment_and_contributions(table, name):
    game, (alice, _, _, eve) = table
    join(alice, game, contribution="AB" * 16)
    page = page_of(eve, game, name)
    assert game.commitment in page
    assert "ab" * 16 in page


@pytest.mark.parametrize("sent", ["", "x" * 32, "ab" * 17, "<b>"])
def test_invalid_contribution_does_not_prevent_joining(table, sent):
    game, (alice, *_) = table
    assert join(alice, game, contribution=sent).status_code == 302
    assert game.seats.get().contribution == ""


def test_seed_is_hidden_until_the_game_is_closed():
    game, players = begin_game()
    seed = bytes(game.secrets.seed).hex()
    assert not any(seed in page_of(player, game) for player in (*players, None))
    assert get_proof(players[0], game).status_code == 404
    end_game(game.code, players[0])
    head = Game.objects.get(pk=game.pk).head_hash
    for player in players:
        page = get_proof(player, game).text
        assert seed in page
        assert head in page


def get_proof(player, game: Game):
    return open_browser(player).get(reverse("proof", args=[game.code]))


def test_only_players_get_a_receipt_and_only_at_the_end():
    game, players = begin_game(3)
    eve = make_players(4)[3]
    end_game(game.code, players[0])
    receipt = str(read_receipt(Game.objects.get(pk=game.pk)))
    for player in players:
        page = get_proof(player, game).text
        assert receipt in page
        assert 'src="data:image/svg+xml' in page
        assert "receipt-qr" not in page_of(player, game)
        address = reverse("proof", args=[game.code])
        assert f'href="{address}"' in open_browser(player).get(reverse("history")).text
    assert [get_proof(each, game).status_code for each in (eve, None)] == [404, 404]
