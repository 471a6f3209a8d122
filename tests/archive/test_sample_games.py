"""Sample games, played in memory, are as sound as played ones."""

import random

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.archive import sample_games
from games.archive.audit import audit_game
from games.archive.records import record_of
from games.models.game import Game, Reason
from games.models.player import Player
from games.rules.record import parse_record, replay_record
from games.rules.state import Phase
from tests.support.cast import make_players

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.mark.parametrize("count", [12, pytest.param(200, marks=pytest.mark.full)])
def test_sample_games_are_sound(capsys, count):
    call_command("deal_games", str(count), seed=1)
    games = list(Game.objects.all())
    assert len(games) == count
    for game in games:
        assert audit_game(game).faults == ()
        assert game.reason in Reason.values
        state = replay_record(parse_record(record_of(game)))
        assert state.number == game.round_number
    assert f"{count} games in" in capsys.readouterr().out


def test_game_ended_after_a_round_has_the_next_one_dealt(monkeypatch):
    players, phases, rounds = make_players(5), [], set()
    monkeypatch.setattr(sample_games, "_ABANDONED", 1)
    # The deals depend on the code, which therefore must not change.
    monkeypatch.setattr(sample_games, "new_code", lambda: "ABC234")
    monkeypatch.setattr(
        sample_games, "_close", lambda dealt, state, now: phases.append(state.phase)
    )
    for most in range(20, 90):
        monkeypatch.setattr(sample_games, "_ABANDONED_AFTER", most)
        dealt = sample_games.deal_game(players, timezone.now(), random.Random(1))
        rounds |= set(dealt.rows.rounds)
    assert len(rounds) > 1
    assert Phase.BETWEEN not in phases


def test_command_makes_the_requested_number_of_players():
    call_command("deal_games", "1", seed=2, players=7)
    assert Player.objects.count() == 7
