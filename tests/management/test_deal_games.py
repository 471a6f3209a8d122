"""Sample games are sound, and closed."""

import pytest
from django.core.management import call_command

from games.archive.audit import audit_game
from games.archive.records import read_record
from games.management.commands import deal_games
from games.models import Game, Player, Reason
from games.proof.record import parse_record, replay_record

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.mark.long
@pytest.mark.parametrize("count", [2, pytest.param(60, marks=pytest.mark.full)])
def test_sample_games_are_sound(capsys, count):
    call_command("deal_games", str(count), seed=1)
    games = list(Game.objects.all())
    assert len(games) == count
    for game in games:
        assert audit_game(game).faults == ()
        assert game.reason in Reason.values
        state = replay_record(parse_record(read_record(game)))
        assert state.number == game.round_number
    assert f"{count} games in" in capsys.readouterr().out


def test_host_ends_a_game_in_a_hundred(monkeypatch):
    monkeypatch.setattr(deal_games, "_ABANDONED", 1)
    call_command("deal_games", "2", seed=1)
    found = set(Game.objects.values_list("reason", "move_count"))
    assert found == {(Reason.ABANDONED, 40)}


def test_command_makes_the_requested_number_of_players():
    call_command("deal_games", "0", players=7)
    assert Player.objects.count() == 7
