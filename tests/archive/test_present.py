"""The knowledge of each seat in a replay, and the summary of a closed game."""

import re
from dataclasses import replace
from html import unescape

import pytest

from games.archive.access import Holding
from games.archive.replay_page import present_summaries
from games.coach.moments import get_position_at, get_revealed_rounds
from games.coach.review import count_paws
from games.deduction.analysis import analyse_round
from games.models import Game, Standing
from games.rules.suspects import SUSPECTS
from games.table.lobby.ending import end_game
from games.table.people.holders import note_standing
from tests.deduction.rounds import whole_round
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, choose_all, move, newcomer
from tests.support.replays import build_replay_address, play, read_replay

pytestmark = pytest.mark.django_db
RUSSIAN = {"Accept-Language": "ru"}
PERCENT = re.compile(r"<b>(\d+)%</b>")
PAWS = re.compile(r'<p class="small paws" data-paws="(\d)">(.*?)</p>', re.DOTALL)


@pytest.fixture(scope="module")
def played(shared_rows):
    """Return a game that was played to its end, and its players."""
    return play(1)


@pytest.fixture(scope="module")
def placed(shared_rows):
    """Return a game in which the players placed their cards, and its players."""
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
    browser = open_browser(players[0])
    at_first = browser.get(build_replay_address(game, "?at=0")).text
    assert "What you could know here" in at_first
    assert PERCENT.findall(at_first) == ["3"] * 5
    at_last = browser.get(build_replay_address(game, f"?at={game.move_count}")).text
    assert PERCENT.findall(at_last) == ["100"]


def test_replay_says_that_no_suspect_fits(placed):
    game, players = placed
    seen = (get_position_at(game, at) for at in range(game.move_count))
    places = enumerate(place.analysis.seats[0].certainty[place.index] for place in seen)
    at = next(at for at, certainty in places if certainty == 0)
    page = read_replay(game, players[0], f"?at={at}&as=0")
    assert PERCENT.findall(page) == []
    assert "Nothing fits any more: a card was misplaced." in page


def test_unrevealed_round_has_no_analysis():
    game, players = begin_game()
    choose_all(game, players)
    move(game, players[0], "draw")
    end_game(game.code, players[0])
    game.refresh_from_db()
    for query in ("", "?as=referee"):
        page = open_browser(players[0]).get(build_replay_address(game, query)).text
        assert "could know" not in page
        assert "card-chance" not in page


def test_seat_sees_its_own_curve_and_the_referee_all_curves(played):
    game, players = played
    browser = open_browser(players[0])
    own = browser.get(build_replay_address(game, "?at=9&as=1")).text
    assert curves(own) == ["bob"]
    everybody = browser.get(build_replay_address(game, "?at=9&as=referee")).text
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
    page = read_replay(game, players[1], "?at=9")
    shown = re.findall(r'<rect width="(\d+)" height="6" /></svg> (\d+)%</span>', page)
    spoken = re.findall(r"Chief: \w+ (\d+)%", page)
    assert [chance for chance, _ in shown] == [chance for _, chance in shown] == spoken
    lines = re.findall(r'class="card"[^>]*data-suspect="(\d+)"', page)
    chances = dict(zip(SUSPECTS, place.analysis.seats[1].chances[9], strict=True))
    assert [round(100 * chances[card]) for card in lines] == [int(p) for p in spoken]


def test_accessible_names_of_cards_contain_the_words_on_them(played):
    game, players = played
    places = (get_position_at(game, at) for at in range(game.move_count))
    with_cards = (any(place.states[place.index].lines) for place in places)
    at = next(at for at, has_cards in enumerate(with_cards) if has_cards)
    page = read_replay(game, players[1], f"?at={at}")
    cards = re.findall(r'<button class="card".*?</button>', page, re.DOTALL)
    assert cards
    for card in cards:
        [label] = re.findall(r'aria-label="([^"]+)"', card)
        shown = unescape(" ".join(re.sub(r"<[^>]+>", " ", card).split()))
        assert shown.endswith("%")
        assert shown in label


def test_table_beside_the_curve_has_the_same_values(played):
    game, players = played
    place = get_position_at(game, 9)
    page = read_replay(game, players[2], "?at=9")
    row = re.compile(r'<th scope="row">(\d+)</th>.*?<td>(\d+)%</td>', re.DOTALL)
    rows = row.findall(page)
    assert rows
    for at, percent in rows:
        certainty = place.analysis.seats[2].certainty[int(at) - place.start]
        assert int(percent) == pytest.approx(100 * certainty, abs=0.5)


def lines(page: str) -> list[str]:
    return re.findall(r'<p class="small">(.*?)</p>', page)


def test_result_links_to_lines_and_paws_for_each_player(played):
    game, players = played
    browser = open_browser(players[1])
    result = browser.get(f"/t/{game.code}/").text
    address = re.search(r'hx-get="(/t/\w+/summary/)"', result)[1]
    piece = browser.get(address, headers={"HX-Request": "true"}).text
    assert "<html" not in piece
    assert piece.count("<b>\n") == len(players)
    assert "The game as you saw it" in piece
    assert "as bob saw it" not in piece
    assert len(lines(piece)) == 2 * len(players)
    for seat in range(len(players)):
        assert f'href="/t/{game.code}/replay/?at=0&amp;as={seat}"' in piece
    whole = browser.get(address).text
    assert "<html" in whole
    assert (whole.count("<h1"), piece.count("<h1")) == (1, 0)
    assert lines(whole) == lines(piece)


def test_summary_counts_all_rounds_of_the_game(played):
    game, players = played
    page = open_browser(players[0]).get(f"/t/{game.code}/summary/").text
    rounds = [each for _start, each in get_revealed_rounds(game)]
    made = [each.seats[0].accusation for each in rounds]
    first, second = lines(page)[:2]
    assert first.startswith(f"{sum(a is not None for a in made)} accusation")
    assert f" of {len(rounds)} round" in second


def test_summary_shows_as_many_paws_as_it_says(played):
    game, players = played
    page = open_browser(players[0]).get(f"/t/{game.code}/summary/").text
    for number, shown in PAWS.findall(page):
        words = {"1": " less than", "3": " more than"}
        assert shown.count("#paw") == int(number)
        assert words[number] in shown


def test_paws_compare_with_what_is_usual_in_so_many_rounds():
    [usual] = analyse_round(whole_round(1, 4)).seats[:1]
    lucks = [
        count_paws([replace(usual, luck=x)] * count)
        for x, count in ((-0.6, 1), (0, 1), (0.7, 1), (0.4, 1), (0.4, 9), (-0.2, 9))
    ]
    assert [luck for luck, _nerve in lucks] == [1, 2, 3, 2, 3, 1]


def test_points_are_formatted_for_the_language(played):
    game, players = played
    browser, address = open_browser(players[0]), build_replay_address(game, "?at=9")
    in_english = re.findall(r"<li>(Luck: .*)</li>", browser.get(address).text)
    page = browser.get(address, headers=RUSSIAN).text
    in_russian = re.findall(r"<li>(Удача: .*)</li>", page)
    pattern = r"[+\u2212]?\d+[.,]\d"
    [expected], [told] = (
        [re.findall(pattern, line) for line in found]
        for found in (in_english, in_russian)
    )
    assert expected[1:3] == ["\u22120.5", "+0.5"]
    assert told == [number.replace(".", ",") for number in expected]


def test_game_without_a_round_has_an_empty_summary():
    game, players = begin_game()
    browser = open_browser(players[0])
    assert browser.get(f"/t/{game.code}/summary/").status_code == 404
    end_game(game.code, players[0])
    game = Game.objects.get(pk=game.pk)
    page = browser.get(f"/t/{game.code}/summary/").text
    assert "No round was played" in page


def hold(seat, name, first=0, last=999):
    return Holding(seat, "laces", name, first, last, is_mine=False)


SEATS = [hold(0, "anna"), hold(1, "bob")]


def test_void_round_does_not_count():
    first, second = (analyse_round(whole_round(seed, 4)) for seed in (1, 2))
    without = present_summaries(SEATS, [(0, first), (200, second)])
    seats = tuple(replace(seat, is_void=True) for seat in first.seats)
    void = (100, replace(first, seats=seats))
    assert present_summaries(SEATS, [(0, first), void, (200, second)]) == without
    assert " of 2 rounds." in without[0]["lines"][1]
    assert present_summaries(SEATS, [void]) == []


def test_summary_counts_the_rounds_of_who_held_the_seat_then():
    found = analyse_round(whole_round(1, 4))
    rounds = [(0, found), (100, found)]
    by_seat = {
        seat.seat: seat.accusation.at if seat.accusation else found.revealed_at
        for seat in found.seats
    }
    for moves, counts in (
        (by_seat[0] - 1, {"zoe": 0, "anna": 2}),
        (by_seat[0], {"zoe": 1, "anna": 1}),
        (100 + by_seat[0], {"zoe": 2, "anna": 0}),
    ):
        holdings = [hold(0, "zoe", last=moves), hold(0, "anna", first=moves)]
        summaries = present_summaries(holdings, rounds)
        told = {each["name"]: each["lines"][1] for each in summaries}
        assert told.keys() == {name for name, count in counts.items() if count}
        for name, line in told.items():
            assert f" of {counts[name]} round" in line


def test_summary_says_you_of_the_own_rounds_alone(played):
    game, players = played
    seat = game.seats.get(player=players[0])
    rounds = get_revealed_rounds(game)
    moves = [start + each.revealed_at for start, each in rounds]
    zoe = newcomer("zoe")
    Game.objects.filter(pk=game.pk).update(
        former=[[moves[0], seat.index, zoe.pk, "zoe", ""]]
    )
    note_standing(game, zoe.pk, Standing.PLAYED)
    counts = {"zoe": 1, players[0].name: len(moves) - 1}
    for reader in (zoe, players[0]):
        page = open_browser(reader).get(f"/t/{game.code}/summary/").text
        rows = page.split('<li class="summary"')[1:]
        (own,) = (row for row in rows if "The game as you saw it" in row)
        assert f" of {counts[reader.name]} round" in own
        (other,) = (name for name in counts if name != reader.name)
        assert f"The game as {other} saw it" in page
