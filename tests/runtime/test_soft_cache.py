"""The soft cache: an outage fails no call, and makes no player absent."""

import pytest

from games.hosting.presence import note_missing
from games.models.game import Game
from runtime import soft_cache
from tests.support.browsers import browser_of
from tests.support.cast import begin_game, look_into

pytestmark = pytest.mark.storage


@pytest.fixture
def no_cache(monkeypatch):
    """Make every call of the cache fail."""

    def fail(*args, **options):
        raise ConnectionError

    for name in ("set_many", "get_many", "add", "delete"):
        monkeypatch.setattr(soft_cache.cache, name, fail, raising=False)


def test_first_note_is_told_from_a_second():
    assert soft_cache.note_first("once", 60)
    assert not soft_cache.note_first("once", 60)
    soft_cache.forget("once")
    assert soft_cache.note_first("once", 60)


def test_noted_key_is_known():
    soft_cache.note_all(["alice", "bob"], 60)
    assert soft_cache.find_unknown(["alice", "bob", "carol"]) == {"carol"}


def test_in_doubt_all_keys_are_known_and_no_note_is_the_first(no_cache, caplog):
    soft_cache.note_all(["alice"], 60)
    soft_cache.forget("alice")
    assert soft_cache.find_unknown(["alice"]) == set()
    assert not soft_cache.note_first("alice", 60)
    assert "The cache is away: ConnectionError" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_pages_are_shown_and_no_player_is_away_without_a_cache(no_cache):
    game, players = begin_game()
    for address in ("/", f"/t/{game.code}/", f"/t/{game.code}/update/"):
        assert browser_of(players[0]).get(address).status_code == 200
    unsure = note_missing(game.code, {players[1].pk: 100})
    assert unsure == {players[1].pk}
    assert look_into(Game.objects.get(pk=game.pk)).table.presences[1] == "here"
