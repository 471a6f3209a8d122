"""The proof of a game: commitment, contributions, hashes and record."""

import json
from datetime import time, timedelta

import pytest
from django.utils import timezone

from games.archive import records
from games.errors import Refused
from games.models import Game
from games.play import rows
from games.play.selectors import get_table_view_or_404
from games.proof import chain
from games.proof.verify import verify
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.people.seats import contribute
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    choose_all,
    make_players,
    make_setup,
    open_lobby,
)
from tests.support.finished import play_game
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db


def faults(record) -> list[str]:
    return [check.name for check in verify(record) if not check.holds]


@pytest.fixture
def table():
    players = make_players(3)
    return open_table(players[0], make_setup()), players


def test_seed_is_committed_to_when_a_table_opens(table):
    game, _ = table
    seen = get_table_view_or_404(game.code, None).table
    assert len(seen.commitment) == 64
    assert (seen.opened_seed, seen.head_hash) == ("", "")


def test_contribution_is_added_once_and_never_after_the_start():
    game, (alice, bob, carol) = begin_game()
    with refuses(Refused.ALREADY_STARTED):
        contribute(game.code, alice, "0" * 32)
    end_game(game.code, alice)
    following = play_again(game.code, bob)
    for sent in ("0" * 32, "1" * 32, ""):
        contribute(following.code, carol, sent)
    assert [seat.contribution for seat in following.seats.all()] == ["", "", "0" * 32]


def test_contributions_change_the_deals():
    game, _ = begin_game()
    before = records.deals.get_key_for(game)
    game.seats.filter(index=1).update(contribution="0" * 32)
    assert records.deals.get_key_for(game) != before


def test_seed_and_record_stay_closed_while_the_game_runs():
    game, (alice, *_players) = begin_to_draw()
    seen = get_table_view_or_404(game.code, alice).table
    assert (seen.opened_seed, seen.head_hash) == ("", "")
    with refuses(Refused.STILL_RUNNING):
        records.read_record(Game.objects.get(pk=game.pk))
    end_game(game.code, alice)
    seen = get_table_view_or_404(game.code, alice).table
    assert len(seen.opened_seed) == len(seen.head_hash) == 64


def test_table_that_was_closed_before_its_game_has_no_record(table):
    game, players = table
    end_game(game.code, players[0])
    with refuses(Refused.NOT_STARTED):
        records.read_record(Game.objects.get(pk=game.pk))


def test_each_move_holds_the_hash_of_the_one_before():
    game, _players = begin_to_draw()
    game = Game.objects.get(pk=game.pk)
    deal = records.deals.get_next_deal(
        game, records.deals.begin(game, game.seats.all())
    )
    entry = {"number": 1, "attempt": 1, "deal": deal.to_dict()}
    dealt = chain.deal_hash(game.start_hash, game.code, entry)
    hashes = list(game.moves.values_list("previous_hash", "hash"))
    assert [one[0] for one in hashes] == [dealt, hashes[0][1], hashes[1][1]]
    assert game.head_hash == hashes[-1][1]


def test_record_holds_no_names():
    record = json.dumps(records.read_record(play_game(1, most=20)))
    assert not any(name in record for name in ("alice", "bob", "carol"))


def test_times_never_go_back_when_the_clock_is_set(monkeypatch):
    game, players = begin_game()
    choose_all(game, players[:1])
    long_ago = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr(rows.timezone, "now", lambda: long_ago)
    choose_all(game, players[1:])
    end_game(game.code, players[0])
    record = records.read_record(Game.objects.get(pk=game.pk))
    assert faults(record) == []
    assert record["ended_at"] == record["rounds"][0]["moves"][0]["time"]


def test_lot_among_the_earliest_can_be_checked():
    game, players = open_lobby(first_player="earliest")
    for index, hour in enumerate((7, 6, 6)):
        game.seats.filter(index=index).update(got_up=time(hour))
    start_game(game.code, players[0])
    end_game(game.code, players[0])
    record = records.read_record(Game.objects.get(pk=game.pk))
    assert record["got_up"][1:] == ["06:00:00.000000"] * 2
    assert faults(record) == []
    assert "first seat" in faults(record | {"first_seat": 0})


@pytest.mark.parametrize("junk", [None, [], {}, {"rounds": [1]}, "text", {"seed": []}])
def test_junk_is_no_record(junk):
    assert faults(junk) == ["round 0, move 0"]
