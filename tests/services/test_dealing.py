"""Games that were played in memory are as sound as any."""

import pytest
from django.core.management import call_command

from games.audit import audit_game
from games.models import Game, Player, Reason
from games.records import record_of
from games.rules.record import parse_record, replay

pytestmark = pytest.mark.django_db


def test_dealt_games_are_sound(capsys):
    call_command("deal_games", "12", seed=1)
    games = list(Game.objects.all())
    assert len(games) == 12
    for game in games:
        assert audit_game(game).faults == ()
        assert game.reason in Reason.values
        state = replay(parse_record(record_of(game)))
        assert state.number == game.round_number
    assert "12 games in" in capsys.readouterr().out


def test_dealt_games_take_as_many_players_as_asked():
    call_command("deal_games", "1", seed=2, players=7)
    assert Player.objects.count() == 7
