"""The analysis of each seat's knowledge in a replay."""

import re

import pytest

from games.coach.analysis import get_position_at
from games.hosting.lifecycle import end_game
from games.rules.suspects import SUSPECTS
from tests.support.browsers import browser_of
from tests.support.cast import begin_game, choose_all, move
from tests.support.replays import address_of, play

pytestmark = pytest.mark.django_db
PERCENT = re.compile(r"<b>(\d+) %</b>")


@pytest.fixture(scope="module")
def played(shared_rows):
    """Return a game that was played to its end, and its players."""
    return play(1)


@pytest.fixture(scope="module")
def placed(shared_rows):
    """Return a game whose players placed their cards, and its players."""
    return play(2, placement="players")


def test_every_move_of_a_game_has_a_position(placed):
    game, _players = placed
    for at in range(game.move_count + 1):
        place = get_position_at(game, at)
        assert place is not None
        assert place.start + place.index == at
        assert all(len(each.chances) > place.index for each in place.analysis.seats)


def test_seat_sees_probabilities_and_finally_the_chief(played):
    game, players = played
    browser = browser_of(players[0])
    at_first = browser.get(address_of(game, "?at=0")).text
    assert "What alice could know here" in at_first
    assert PERCENT.findall(at_first) == ["3"] * 5
    at_last = browser.get(address_of(game, f"?at={game.move_count}")).text
    assert PERCENT.findall(at_last) == ["100"]


def test_replay_says_that_no_suspect_fits(placed):
    game, players = placed
    seen = (get_position_at(game, at) for at in range(game.move_count))
    places = enumerate(place.analysis.seats[0].certainty[place.index] for place in seen)
    at = next(at for at, certainty in places if certainty == 0)
    page = browser_of(players[0]).get(address_of(game, f"?at={at}&as=0")).text
    assert PERCENT.findall(page) == []
    assert "Nothing fits any more: a card was misplaced." in page


def test_unrevealed_round_has_no_analysis():
    game, players = begin_game()
    choose_all(game, players)
    move(game, players[0], "draw")
    end_game(game.code, players[0])
    game.refresh_from_db()
    for query in ("", "?as=referee"):
        page = browser_of(players[0]).get(address_of(game, query)).text
        assert "could know" not in page
        assert "card-chance" not in page


def test_seat_sees_its_own_curve_and_the_referee_all_curves(played):
    game, players = played
    browser = browser_of(players[0])
    own = browser.get(address_of(game, "?at=9&as=1")).text
    assert curves(own) == ["bob"]
    everybody = browser.get(address_of(game, "?at=9&as=referee")).text
    assert curves(everybody) == ["alice", "bob", "carol"]
    assert "What everyone could know" in everybody
    assert "card-chance" not in everybody
    assert "the first could be certain" not in own


def curves(page: str) -> list[str]:
    """Return the names in the head of the table beside the curves."""
    head = page[page.index("What happened") : page.index("</thead>")]
    return re.findall(r'<th scope="col">([a-z]\w+)</th>', head)


def test_cards_show_the_seats_probabilities(played):
    game, players = played
    place = get_position_at(game, 9)
    page = browser_of(players[1]).get(address_of(game, "?at=9")).text
    shown = re.findall(r'<rect width="(\d+)" height="6" /></svg> (\d+) %</span>', page)
    spoken = re.findall(r"Chief: \w+ (\d+) %", page)
    assert [chance for chance, _ in shown] == [chance for _, chance in shown] == spoken
    lines = re.findall(r'class="card"[^>]*data-suspect="(\d+)"', page)
    chances = dict(zip(SUSPECTS, place.analysis.seats[1].chances[9], strict=True))
    assert [round(100 * chances[card]) for card in lines] == [int(p) for p in spoken]


def test_accessible_names_of_cards_contain_the_words_on_them(played):
    game, players = played
    page = browser_of(players[1]).get(address_of(game, "?at=9")).text
    cards = re.findall(r'<button class="card".*?</button>', page, re.DOTALL)
    assert cards
    for card in cards:
        [label] = re.findall(r'aria-label="([^"]+)"', card)
        shown = " ".join(re.sub(r"<[^>]+>", " ", card).split())
        assert shown.endswith(" %")
        assert shown in label


def test_table_beside_the_curve_has_the_same_values(played):
    game, players = played
    place = get_position_at(game, 9)
    page = browser_of(players[2]).get(address_of(game, "?at=9")).text
    row = re.compile(r'<th scope="row">(\d+)</th>.*?<td>(\d+) %</td>', re.DOTALL)
    rows = row.findall(page)
    assert rows
    for at, percent in rows:
        certainty = place.analysis.seats[2].certainty[int(at) - place.start]
        assert int(percent) == pytest.approx(100 * certainty, abs=0.5)
