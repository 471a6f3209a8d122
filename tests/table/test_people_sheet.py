"""The sheet of the people: watchers with a guess, and promises to take back."""

import pytest

from games.errors import Refused
from games.models import Bet, Game, Player, Report, Standing
from games.table.lobby.ending import end_game
from games.table.people.asking import give_seat
from games.table.people.seats import leave_table
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, look_into, newcomer
from tests.support.latecomers import begin_again, key_of, with_promise
from tests.support.presence import open_votes

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def table():
    """Return a running game of three in which zoe has guessed the chief."""
    game, players = begin_to_draw()
    zoe = newcomer("Vulgaria")
    bet = Bet.objects.create(round=game.rounds.get(), player=zoe, suspect="10110")
    return game, players, zoe, bet


def reveal(game: Game) -> None:
    game.rounds.update(chief="10110")


def show_people(game: Game, player: Player | None) -> str:
    return open_browser(player).get(f"/t/{game.code}/people/").text


def send(game: Game, player: Player, address: str, **fields):
    return open_browser(player).post(f"/t/{game.code}/{address}/", fields)


def test_watcher_stands_in_the_sheet_once_the_round_is_revealed(table):
    game, (alice, bob, _carol), _zoe, _bet = table
    for player in (alice, bob, None):
        assert "Vulgaria" not in show_people(game, player)
    reveal(game)
    shown = {who: show_people(game, who) for who in (alice, bob, None)}
    assert all(page.count("Vulgaria<") == 1 for page in shown.values())
    assert [shown[who].count('name="watcher"') for who in shown] == [2, 1, 0]


def test_seated_player_reports_a_watcher(table):
    game, (_alice, bob, _carol), zoe, bet = table
    sent = {"watcher": bet.pk, "reason": "name"}
    # A guess is a secret at first.
    assert send(game, bob, "report", **sent).status_code == 409
    reveal(game)
    for _ in range(2):
        assert send(game, bob, "report", **sent).status_code == 302
    report = Report.objects.get()
    assert (report.reported, report.reporter, report.name) == (zoe, bob, "Vulgaria")
    assert send(game, zoe, "report", **sent).status_code == 403
    for wrong in ({"reason": "name"}, sent | {"seat": 0}):
        assert send(game, bob, "report", **wrong).status_code == 422
    other, _players = begin_to_draw()
    stranger = Player.objects.filter(seats__game=other).first()
    assert send(other, stranger, "report", **sent).status_code == 409


def test_host_keeps_a_watcher_out(table):
    game, (alice, bob, _carol), zoe, bet = table
    reveal(game)
    sent = {"watcher": bet.pk, "out": "on"}
    assert send(game, bob, "seat", **sent).status_code == 403
    assert send(game, alice, "seat", **sent).status_code == 302
    assert game.bystanders.get().standing == Standing.OUT
    assert show_people(game, alice).count('name="watcher"') == 1
    ask = send(game, zoe, "ask", name="zoe")
    assert ask.status_code == Refused.EXCLUDED.value.status
    assert send(game, zoe, "bet", name="zoe", suspect="10110").status_code == 403
    end_game(game.code, alice)
    assert send(game, alice, "seat", **sent).status_code == 409


def test_watcher_with_a_seat_is_no_watcher(table):
    game, (alice, _bob, _carol), zoe, _bet = table
    reveal(game)
    game.seats.filter(index=2).update(player=zoe)
    assert 'name="watcher"' not in show_people(game, alice)


def test_host_takes_a_promise_back_and_may_give_another_seat(table):
    game, (alice, bob, carol), _zoe, _bet = table
    _game, _players, dana = with_promise((game, (alice, bob, carol)))
    assert "Take back" in show_people(game, alice)
    assert "Take back" not in show_people(game, carol)
    sent = {"asker": key_of(game, dana)}
    assert send(game, carol, "seat", **sent).status_code == 403
    assert send(game, alice, "seat", **sent).status_code == 302
    row = game.bystanders.get(player=dana)
    assert (row.standing, row.promised_seat) == (Standing.ASKS, None)
    assert open_votes(game) == ()
    assert "Take back" not in show_people(game, alice)
    leave_table(game.code, carol)
    give_seat(game.code, alice, 2, row.pk)
    begin_again(game)
    assert look_into(game).table.find_seat(dana.pk) == 2
