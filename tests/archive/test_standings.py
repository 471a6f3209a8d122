"""The standings of an evening and its awards, counted again from the records."""

import random

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from games.archive.records import read_record
from games.archive.standings import (
    EveningFigures,
    choose_awards,
    get_closed_games,
    get_standings,
    present_evening,
)
from games.archive.story import tell_story
from games.coach.moments import get_revealed_rounds
from games.coach.review import USUAL_NERVE
from games.models import NAMELESS, Game, Player, Seat
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.people.holders import name_person
from games.table.people.moderation import remove_former_name, remove_name
from games.table.people.ownership import forget_player, leave_history
from games.table.people.seats import leave_table
from tests.rules.second_opinion import judge_record
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import begin_game, make_players, play_on
from tests.support.positions import FULL, in_phase, play

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def evening(shared_rows):
    """Return the two closed games of an evening of three, and the players."""
    chance = random.Random(1)
    game, players = begin_game(first_player="lot")
    finish(game, players, chance)
    for player in players:
        following = play_again(game.code, player)
    finish(following, players, chance)
    return get_closed_games(game.evening_code), players


def finish(game, players, chance):
    for _ in play_on(game, players, chance):
        pass


def count_again(games):
    """Return wins, points and chiefs by name, as another referee counts them."""
    counted = {}
    for game in games:
        outcome = judge_record(read_record(game))
        for seat in game.seats.order_by("index"):
            wins, points, chiefs = counted.get(seat.name, (0, 0, 0))
            catches = [
                accusation
                for each in outcome["rounds"]
                if not each["mistaken"]
                for accusation in each["accusations"]
                if accusation["seat"] == seat.index and accusation["matches"] == 5
            ]
            counted[seat.name] = (
                wins + (seat.index in outcome["winners"]),
                points + outcome["scores"][seat.index]["points"],
                chiefs + len(catches),
            )
    return counted


def test_standings_agree_with_another_referee(evening):
    games, _players = evening
    assert len(games) == 2
    standings = get_standings(games)
    found = {one.name: (one.wins, one.points, one.chiefs) for one in standings}
    assert found == count_again(games)
    order = [(one.points, one.wins) for one in standings]
    assert order == sorted(order, reverse=True)
    counted = [
        seat
        for game in games
        for _start, each in get_revealed_rounds(game)
        for seat in each.seats
    ]
    total = sum(one.luck for one in standings)
    assert total == pytest.approx(sum(s.luck for s in counted if not s.is_void))


def test_standings_tell_the_places_won_by_the_last_game_also_in_words(client, evening):
    games, _players = evening
    for game, points in zip(games, ((3, 2, 1), (0, 0, 9)), strict=True):
        for index, each in enumerate(points):
            game.seats.filter(index=index).update(points=each, winner=False)
    games = get_closed_games(games[0].evening_code)
    names = [seat.name for seat in games[0].seats.order_by("index")]
    climbs = {one.name: one.climb for one in get_standings(games)}
    assert climbs == dict(zip(names, (-1, -1, 2), strict=True))
    assert {one.climb for one in get_standings(games[:1])} == {0}
    page = client.get(reverse("evening", args=[games[-1].code])).text
    words = " ".join(page.split())
    assert words.count("up 2 places since the last game") == 1
    assert words.count("down 1 place since the last game") == 2


def test_awards_go_to_the_extremes():
    ann = EveningFigures(
        "Ann", "britton", points=9, rounds=1, luck=-2.0, nerve=2.0, lead=0
    )
    ben = EveningFigures(
        "Ben", "meridian", points=9, rounds=1, luck=-1.0, nerve=2.5, lead=3
    )
    cool = f"+{2.5 - USUAL_NERVE:.1f} points more than usual by choosing whom and when"
    assert list(choose_awards([ann, ben])) == [
        ("Fastest nose", "Ben", "named the chief 3 moves before it was certain"),
        ("Coolest head", "Ben", cool),
        ("Unluckiest dog", "Ann", "2.0 points lost to bad cards and tokens"),
    ]
    assert list(choose_awards([EveningFigures("Ann", "britton")])) == []


def test_coolest_head_has_won_no_more_than_the_points():
    unlucky = EveningFigures("Ann", "britton", points=1, rounds=1, luck=-7, nerve=8)
    assert unlucky.coolness == 1
    usual = EveningFigures("Ben", "britton", points=9, rounds=2, nerve=2 * USUAL_NERVE)
    assert usual.coolness == 0


def test_lead_counts_the_moves_between_the_accusation_and_certainty(evening):
    games, _players = evening
    leads = {}
    for game in games:
        for _start, each in get_revealed_rounds(game):
            for seat in each.seats:
                made, name = seat.accusation, game.seats.get(index=seat.seat).name
                if not (made and made.is_catch and seat.certain_at is not None):
                    continue
                # State `at` has the accusation: no seat knew in the one before.
                if seat.certain_at >= made.at - 1:
                    lead = max(0, seat.certain_at - made.at)
                    leads[name] = max(leads.get(name, 0), lead)
    found = {one.name: one.lead for one in get_standings(games)}
    assert {name: lead for name, lead in found.items() if lead is not None} == leads


@pytest.fixture
def recorded(db):
    """Return a closed game in which the chief is caught in the first round."""
    game, _players = play(FULL, in_phase(Phase.OVER, 3))
    return Game.objects.get(pk=game.pk)


def test_chiefs_belong_to_who_held_the_seat_at_the_accusation(recorded):
    (start, seat) = next(
        (start, seat)
        for start, each in get_revealed_rounds(recorded)
        for seat in each.seats
        if seat.accusation and seat.accusation.is_catch
    )
    caught_at = start + seat.accusation.at
    present = recorded.seats.get(index=seat.seat).name
    before = {one.name: one.chiefs for one in get_standings([recorded])}
    for moves, chiefs in ((caught_at, 1), (caught_at - 1, 0)):
        recorded.former = [[moves, seat.seat, None, "zoe", ""]]
        standings = {one.name: one for one in get_standings([recorded])}
        assert standings[present].chiefs == before[present] - chiefs
        assert (standings["zoe"].chiefs, standings["zoe"].points) == (chiefs, 0)


def test_story_names_who_held_the_seat_then(recorded):
    names = [seat.name for seat in recorded.seats.all()]
    assert any(
        name in " ".join(words for words, _move in tell_story(recorded))
        for name in names
    )
    recorded.former = [
        [recorded.move_count, seat, None, f"zoe{seat}", ""] for seat in range(5)
    ]
    retold = " ".join(words for words, _move in tell_story(recorded))
    assert "zoe" in retold
    assert not any(name in retold for name in names)


def swap_investigators(game, one, other):
    """Give the seats of two players each other's dogs."""
    seats = [game.seats.get(player=player) for player in (one, other)]
    kinds = [seat.investigator for seat in reversed(seats)]
    Seat.objects.filter(pk=seats[0].pk).update(investigator="nobody")
    for seat, kind in zip(reversed(seats), reversed(kinds), strict=True):
        Seat.objects.filter(pk=seat.pk).update(investigator=kind)


def forget_all(games, player):
    # The instance of the other tests keeps its key.
    forget_player(Player.objects.get(pk=player.pk))


def remove_all(games, player):
    staff = User.objects.get_or_create(username="staff")[0]
    for game in games:
        remove_name(game.code, game.seats.get(player=player).index, staff)


def leave_all(games, player):
    for game in games:
        leave_history(player, game.code)


def count_figures(games):
    counted = get_standings(get_closed_games(games[0].code))
    return [
        (one.wins, one.points, one.chiefs, one.rounds, round(one.luck, 6))
        for one in counted
    ]


@pytest.mark.parametrize("forget", [forget_all, remove_all, leave_all])
def test_former_players_stay_as_many_as_they_are(evening, forget):
    games, (alice, bob, _carol) = evening
    swap_investigators(games[1], alice, bob)
    before = count_figures(games)
    for player in (alice, bob):
        forget(games, player)
    assert sorted(count_figures(games)) == sorted(before)
    shown = [name for name, _one in present_evening(games[0].code)["standings"]]
    assert sorted(shown) == ["a former player", "a former player", "carol"]


@pytest.mark.parametrize("forget", [forget_all, remove_all, leave_all])
def test_former_player_who_lost_a_seat_is_one_person(evening, forget):
    games, (alice, bob, _carol) = evening
    seat = games[1].seats.get(player=bob)
    games[1].former = [[9, seat.index, alice.pk, "alice", ""]]
    games[1].save()
    before = count_figures(games)
    forget(games, alice)
    if forget is remove_all:
        staff = User.objects.get(username="staff")
        for _ in range(2):
            remove_former_name(games[1].code, 0, staff)
    assert sorted(count_figures(games)) == sorted(before)
    former = Game.objects.get(pk=games[1].pk).former_holders[0]
    mark = Seat.objects.get(game=games[0], former_person__gt="").former_person
    assert (former.player_id, former.former_person) == (None, mark)
    # No mark leads from one evening to another, or to the player.
    assert mark not in (name_person(Game(code="OTHER1"), alice.pk), str(alice.pk))


def test_running_game_changes_nothing_in_the_standings(evening):
    games, players = evening
    eve = open_browser(make_players(1)[0])
    address = reverse("evening", args=[games[0].code])
    before = eve.get(address, headers=HTMX).content
    for player in players:
        following = play_again(games[-1].code, player)
    for _ in play_on(following, players, random.Random(4), most=12):
        assert eve.get(address, headers=HTMX).content == before
    end_game(following.code, Game.objects.get(pk=following.pk).host)
    # A cancelled game does not count either.
    assert eve.get(address, headers=HTMX).content == before


def test_only_the_host_is_offered_the_end_of_the_evening_and_ends_it(evening):
    games, (alice, bob, _carol) = evening
    page, end = (
        reverse(name, args=[games[-1].code]) for name in ("evening", "end-evening")
    )
    assert end.encode() not in open_browser(bob).get(page).content
    assert open_browser(bob).post(end).status_code == 403
    host = open_browser(alice)
    assert end.encode() in host.get(page).content
    assert b"The evening is over." not in host.get(page).content
    assert host.post(end).status_code == 302
    assert end.encode() not in host.get(page).content
    assert b"You need an account for this link" in host.get(page).content
    assert b"The evening is over." in open_browser(bob).get(page).content


def test_player_who_leaves_and_comes_back_has_one_standing():
    game, players = begin_game(first_player="lot")
    leave_table(game.code, players[1])
    chance = random.Random(5)
    finish(game, players, chance)
    for player in players:
        following = play_again(game.code, player)
    finish(following, players, chance)
    standings = get_standings(get_closed_games(game.code))
    assert sorted(one.name for one in standings) == ["alice", "bob", "carol"]


def test_stand_in_with_nothing_to_show_is_not_listed_and_has_no_place(evening):
    games, (_alice, bob, _carol) = evening
    seat = games[1].seats.get(player=bob)
    # After no move at all: a token drawn by the first moves would be something.
    games[1].former = [[0, seat.index, None, f"{NAMELESS}{seat.investigator}", ""]]
    games[1].save()
    names = [name for name, _one in present_evening(games[0].code)["standings"]]
    assert sorted(names) == ["alice", "bob", "carol"]
    for game in games:
        game.seats.update(points=-1, winner=False)
    standings = get_standings(get_closed_games(games[0].evening_code))
    assert [(one.points, one.climb) for one in standings] == [(-2, 0)] * 3


def test_evening_without_a_finished_game_says_so():
    game, (alice, *_others) = begin_game()
    end_game(game.code, alice)
    answer = open_browser(alice).get(reverse("evening", args=[game.code]))
    assert b"No game was played to the end." in answer.content
