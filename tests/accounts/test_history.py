"""The list of a player's games, running ones first."""

import random
import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts import history
from games.accounts.history import (
    describe_games,
    get_games_for,
    read_career,
    read_catches,
)
from games.archive.standings import get_standings
from games.models import Game, Player, Standing, Token
from games.rules.editions import Investigator
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.page.status import MINUS
from games.table.people.holders import note_standing
from games.table.people.seats import leave_table
from tests.accounts.conftest import start_with
from tests.support.cast import (
    begin_game,
    look_into,
    make_players,
    make_setup,
    newcomer,
    play_on,
)
from tests.support.finished import play_game
from tests.support.latecomers import let_play_now

pytestmark = pytest.mark.django_db


def test_guest_sees_own_games_and_their_players(phone, table):
    phone.join(table, "guest")
    start_with(table, *make_players(3)[1:])
    page = phone.get("/history/").content.decode()
    assert f'href="/t/{table.code}/"' in page
    assert "with bob and carol" in page


def test_long_history_has_pages_and_running_games_come_first(
    account, laptop, monkeypatch
):
    monkeypatch.setattr(history, "ON_A_PAGE", 3)
    codes = [open_table(account, make_setup()).code for _ in range(8)]
    for code in codes[1:]:
        end_game(code, account)
    pages = [laptop.get("/history/", {"page": number}).text for number in (1, 2, 3)]
    found = [re.findall(r'href="/t/([A-Z2-9]+)/"', page) for page in pages]
    assert found == [[codes[0], codes[7], codes[6]], codes[5:2:-1], codes[2:0:-1]]
    assert [
        ("?page=" in page, "Earlier" in page, "Later" in page) for page in pages
    ] == [
        (True, True, False),
        (True, True, True),
        (True, False, True),
    ]
    for odd in ("0", "x", "-1", "1" * 99, "\x00"):
        assert laptop.get("/history/", {"page": odd}).status_code == 200


def test_abandoned_game_is_marked(account, laptop, table):
    laptop.join(table, "alice")
    end_game(table.code, table.host)
    assert "game cancelled" in laptop.get("/history/").content.decode()


def test_finished_game_shows_points_and_victory(account, laptop, table):
    laptop.join(table, "alice", Investigator.MERIDIAN)
    table.seats.update(points=12, winner=True)
    Game.objects.filter(pk=table.pk).update(phase="over", ended_at=table.opened_at)
    page = laptop.get("/history/").content.decode()
    assert "12 points" in page
    assert "You win the game!" in page


def test_history_of_many_games_needs_two_queries(
    account, django_assert_max_num_queries
):
    for _ in range(20):
        open_table(Player.objects.get(pk=account.pk), make_setup())
    with django_assert_max_num_queries(3):
        assert len(get_games_for(account)) == 20


def test_career_counts_accusations_in_closed_games(db, django_assert_max_num_queries):
    game = play_game(4)
    seat = game.seats.select_related("player").get(index=0)
    due = Token.objects.filter(round__game=game, seat=0)
    with django_assert_max_num_queries(4):
        catches = read_catches(seat.player)
        career = read_career(seat.player, catches.values())
    assert (career["games"], career["points"]) == (1, seat.points)
    assert career["golds"] == seat.golds
    for name in ("chief", "assistant", "innocent"):
        expected = due.filter(due=name).count()
        assert catches[game.code][name] == expected
        assert career["catches"][name] == expected


def test_accusations_stay_with_the_player_who_made_them(db):
    game = play_game(4)
    seat = game.seats.select_related("player").get(index=0)
    (zoe,) = make_players(1)
    whole = read_catches(seat.player)[game.code]
    accusations = list(game.moves.filter(seat=0, content__move="accuse"))
    assert sum(whole.values()) == len(accusations) > 1
    for count, made in enumerate(accusations):
        for moves, theirs in ((made.number - 1, count), (made.number, count + 1)):
            Game.objects.filter(pk=game.pk).update(
                former=[[moves, 0, zoe.pk, zoe.name, ""]]
            )
            note_standing(game, zoe.pk, Standing.PLAYED)
            former = Counter(read_catches(zoe).get(game.code, {}))
            present = Counter(read_catches(seat.player).get(game.code, {}))
            assert former.total() == theirs
            assert former + present == +Counter(whole)


@pytest.mark.long
def test_accusations_of_many_games_that_changed_hands_need_few_queries(
    db, django_assert_max_num_queries
):
    (zoe,) = make_players(1)
    for seed in (4, 5, 6):
        game = play_game(seed)
        former = [[game.move_count, 0, zoe.pk, zoe.name, ""]]
        Game.objects.filter(pk=game.pk).update(former=former)
        note_standing(game, zoe.pk, Standing.PLAYED)
    with django_assert_max_num_queries(6):
        catches = read_catches(zoe)
    due = Token.objects.filter(seat=0, due__in=("chief", "assistant", "innocent"))
    assert sum(sum(each.values()) for each in catches.values()) == due.count() > 0


def test_hosts_admin_opens_for_every_account_and_explains_an_empty_list(
    account, laptop, phone, table
):
    phone.join(table, "guest")
    assert "/host/" in laptop.get("/").text
    assert "/host/" in laptop.get("/history/").text
    assert laptop.get("/host/")["Location"] == "/host/games/game/"
    assert "once its game is over" in laptop.get("/host/games/game/").text
    assert laptop.get("/host/games/game/statistics/").status_code == 200
    end_game(open_table(account, make_setup()).code, account)
    assert "/host/" not in phone.get("/history/").text
    assert phone.get("/host/games/game/").status_code == 302


def test_history_links_to_the_replay_of_a_closed_game(phone, table):
    phone.join(table, "guest")
    start_with(table, *make_players(3)[1:])
    replay = f'href="/t/{table.code}/replay/"'
    assert replay not in phone.get("/history/").text
    end_game(table.code, table.host)
    assert replay in phone.get("/history/").text
    assert phone.get(f"/t/{table.code}/replay/").status_code == 200


def test_stranger_does_not_touch_a_closed_game(phone, laptop, table):
    phone.join(table, "guest")
    laptop.sign_up("eve")
    end_game(table.code, table.host)
    before = Game.objects.values().get(pk=table.pk)
    with CaptureQueriesContext(connection) as queries:
        laptop.post("/history/", {"code": table.code})
    assert Game.objects.values().get(pk=table.pk) == before
    assert not any(each["sql"].startswith('UPDATE "games_game"') for each in queries)


def test_player_leaves_a_closed_game_for_good(phone, laptop, table):
    phone.join(table, "guest")
    laptop.join(table, "bob", Investigator.MERIDIAN)
    laptop.sign_up("eve")
    assert phone.post("/history/", {"code": table.code}).status_code == 404
    game = Game.objects.get(pk=table.pk)
    end_game(game.code, game.host)
    left = [(seat.name, seat.player) for seat in game.seats.all()]
    assert phone.post("/history/", {"code": table.code}).status_code == 302
    assert [(seat.name, seat.player) for seat in game.seats.all()][1:] == left[1:]
    assert table.code not in phone.get("/history/").content.decode()


@pytest.fixture(scope="module")
def handed_over(shared_rows):
    """Return games with seats that changed hands, now or with the next round."""
    games = []
    for seed in range(3):
        chance, code = random.Random(seed), f"ABC23{seed + 2}"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "games.table.lobby.opening.secrets.token_bytes", chance.randbytes
            )
            patch.setattr("games.table.lobby.opening.make_code", lambda code=code: code)
            game, players = begin_game(4, stasi=True, adler=True)
        for count, _ in enumerate(play_on(game, players, chance), 1):
            if count % 30 == 0 and look_into(game).state.phase is not Phase.OVER:
                seat = chance.randrange(1, 4)
                leave_table(game.code, players[seat])
                players[seat] = newcomer(f"late {seed} {count}")
                let_play_now(game, players[0], players[seat], seat)
        games.append(Game.objects.get(pk=game.pk))
    return games


@pytest.mark.long
def test_points_in_my_games_are_those_of_the_standings(handed_over):
    assert sum(len(game.former) for game in handed_over) > 5
    standings, careers, golds = Counter(), Counter(), 0
    for one in get_standings(handed_over):
        standings[one.name] += one.points
    for player in Player.objects.filter(name__in=standings):
        career = read_career(player, [])
        careers[player.name] += career["points"]
        golds += career["golds"]
        lines = list(describe_games(player, get_games_for(player), {}, {}))
        said = " ".join(line["outcome"].replace(MINUS, "-") for line in lines)
        for kind, key in (("point", "points"), ("gold token", "golds")):
            counted = re.findall(rf"(-?\d+) {kind}", said)
            assert sum(map(int, counted)) == career[key]
    assert careers == standings
    assert any(standings[name] for name in standings if name.startswith("late"))
    total = sum(seat.golds for game in handed_over for seat in game.seats.all())
    assert golds == total > 0
