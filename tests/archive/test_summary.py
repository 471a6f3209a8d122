"""The summary of a closed game: three lines for each player."""

import re

import pytest

from games.coach.analysis import get_analyses
from games.hosting.lifecycle import end_game
from games.models.game import Game
from tests.support.browsers import browser_of
from tests.support.cast import begin_game
from tests.support.replays import play

pytestmark = pytest.mark.django_db
RUSSIAN = {"Accept-Language": "ru"}


@pytest.fixture(scope="module")
def played(shared_rows):
    """Return a game that was played to its end, and its players."""
    return play(1)


def lines(page: str) -> list[str]:
    return re.findall(r'<p class="small">(.*?)</p>', page)


def test_result_links_to_three_lines_for_each_player(played):
    game, players = played
    browser = browser_of(players[1])
    result = browser.get(f"/t/{game.code}/").text
    address = re.search(r'hx-get="(/t/\w+/summary/)"', result)[1]
    piece = browser.get(address, headers={"HX-Request": "true"}).text
    assert "<html" not in piece
    assert len(lines(piece)) == 3 * len(players)
    for seat in range(len(players)):
        assert f'href="/t/{game.code}/replay/?at=0&amp;as={seat}"' in piece
    whole = browser.get(address).text
    assert "<html" in whole
    assert (whole.count("<h1"), piece.count("<h1")) == (1, 0)
    assert lines(whole) == lines(piece)


def test_summary_counts_all_rounds_of_the_game(played):
    game, players = played
    page = browser_of(players[0]).get(f"/t/{game.code}/summary/").text
    rounds = get_analyses(game)
    made = [each.seats[0].accusation for each in rounds]
    first, second, third = lines(page)[:3]
    assert first.startswith(f"{sum(a is not None for a in made)} accusation")
    assert f" of {len(rounds)} round" in second
    luck = sum(each.seats[0].luck or 0 for each in rounds)
    assert f"{abs(luck):.1f}, nerve" in third


def test_points_are_formatted_for_the_language(played):
    game, players = played
    address = f"/t/{game.code}/summary/"
    browser = browser_of(players[0])
    in_english = lines(browser.get(address).text)[2::3]
    in_russian = lines(browser.get(address, headers=RUSSIAN).text)[2::3]
    assert "Удача" in in_russian[0]
    pattern = r"[+\u2212]?\d+[.,]\d"
    expected = [re.findall(pattern, line) for line in in_english]
    assert expected[0][0].count(".") == 1
    assert [re.findall(pattern, line) for line in in_russian] == [
        [number.replace(".", ",") for number in line] for line in expected
    ]


def test_summary_needs_access_to_the_whole_game(played):
    game, _players = played
    assert browser_of(None).get(f"/t/{game.code}/summary/").status_code == 404
    stranger = browser_of(None).get(f"/t/{game.code}/").text
    assert "/summary/" not in stranger


def test_game_without_a_round_has_an_empty_summary():
    game, players = begin_game()
    browser = browser_of(players[0])
    assert browser.get(f"/t/{game.code}/summary/").status_code == 404
    end_game(game.code, players[0])
    game = Game.objects.get(pk=game.pk)
    page = browser.get(f"/t/{game.code}/summary/").text
    assert "No round was played" in page
