"""The coach: a seat's possible knowledge, and its proofs."""

import re

import pytest

from games.coach.moments import build_moment, get_last_revealed, get_position_at
from games.deduction.deductions import prove
from games.deduction.steps import IsChief
from games.labels import suspect_name
from games.models import Game
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Announce, Draw
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from tests.support.browsers import open_browser
from tests.support.cast import begin_game, choose_all, look_into, make, make_players
from tests.support.replays import build_replay_address, read_replay

pytestmark = pytest.mark.django_db
SENTENCES = re.compile(r"<p>([^<]+)</p>\s*</li>")


def coach_of(page):
    """Return the coach's panel without its form, which differs on each page."""
    start = page.index('id="coach"')
    panel = page[start : page.index("</section>", start)]
    return re.sub("<form.*?</form>", "", panel, flags=re.DOTALL)


def search_through(count=3, **options):
    """Return a game in the reveal of a round with all cards drawn.

    Every seat has known the chief since some move of it.
    """
    game, players = begin_game(count, **options)
    choose_all(game, players)
    while (state := look_into(game).state).phase is Phase.SUSPECTS:
        make(game, players, Draw(state.turn))
    while (state := look_into(game).state).phase is Phase.LAST_CALL:
        moves = [m for seat in range(count) for m in legal_moves(state, seat)]
        make(game, players, next(m for m in moves if isinstance(m, Accuse)))
    return Game.objects.get(pk=game.pk), players


def begin_next_round(game, players):
    """Close the reveal, and draw a card of the next round."""
    while (state := look_into(game).state).phase is not Phase.SIDES:
        moves = [m for seat in range(len(players)) for m in legal_moves(state, seat)]
        make(game, players, next(m for m in moves if not isinstance(m, Announce)))
    choose_all(game, players)
    make(game, players, Draw(look_into(game).state.turn))
    return Game.objects.get(pk=game.pk)


def certain_moment(game, seat):
    """Return the first position at which a seat was certain."""
    place = get_position_at(game, 0)
    at = place.analysis.seats[seat].certain_at
    return at, build_moment(get_position_at(game, at), seat)


@pytest.fixture(scope="module")
def closed(shared_rows):
    """Return a closed game with a round that was searched through, and its players."""
    game, players = search_through()
    end_game(game.code, players[0])
    return Game.objects.get(pk=game.pk), players


def test_replay_proves_the_chief_when_the_seat_is_certain(closed):
    game, players = closed
    at, moment = certain_moment(game, 1)
    page = read_replay(game, players[1], f"?at={at}&as=1")
    sentences = SENTENCES.findall(page)
    proof = prove(moment.position, IsChief(moment.place.analysis.chief))
    assert len(sentences) == len(proof)
    assert "Your own clue: " in page
    assert " can be the chief." in page
    assert "From here on the chief was certain." in page


def test_proof_of_the_chief_begins_with_the_move_that_settled_it(closed):
    game, players = closed
    at, _moment = certain_moment(game, 1)
    card = get_position_at(game, at).shown[at].suspect
    browser, ends = open_browser(players[1]), (at, game.move_count)
    first, last = (
        browser.get(build_replay_address(game, f"?at={end}")).text for end in ends
    )
    [settled] = re.findall(r"<p>Round 1: ([^<]+) That settled it\.</p>", last)
    assert suspect_name(card) in settled
    assert SENTENCES.findall(last) == SENTENCES.findall(first) != []


def test_coach_names_moves_by_their_round_and_words(closed):
    game, players = closed
    at, _moment = certain_moment(game, 1)
    address = build_replay_address(game, f"?at={at}&as=1")
    panel = coach_of(open_browser(players[1]).get(address).text)
    card = suspect_name(get_position_at(game, at).shown[at].suspect)
    assert re.search(rf"<b>Round 1: [^<]*{card}", panel)
    assert re.search(rf"Round 1: [^<]*{card}\. From here on the chief was", panel)
    assert not re.search(r"Move \d", panel)


def test_other_player_reads_the_proof_without_you(closed):
    game, players = closed
    at, _moment = certain_moment(game, 1)
    page = read_replay(game, players[0], f"?at={at}&as=1")
    assert "bob has this clue: " in page
    assert "Your own clue" not in page


def test_every_question_of_a_position_has_a_proof(closed):
    game, players = closed
    browser = open_browser(players[2])
    page = browser.get(build_replay_address(game, f"?at={game.move_count}&as=2")).text
    questions = set(re.findall(r'href="(\?[^"#]*why=[^"#]*)#coach"', coach_of(page)))
    assert len(questions) > 3
    for query in questions:
        answer = browser.get(
            build_replay_address(game, query.replace("&amp;", "&"))
        ).text
        assert SENTENCES.findall(answer), query


def test_unknown_question_is_ignored(closed):
    game, players = closed
    for why in ("11111111", "9.hat", "x", "%00"):
        answer = open_browser(players[0]).get(
            build_replay_address(game, f"?at=5&as=0&why={why}")
        )
        assert answer.status_code == 200


@pytest.mark.parametrize("goes_on", [False, True])
def test_player_asks_why_after_a_round_and_still_in_the_next(goes_on):
    game, players = search_through()
    if goes_on:
        game = begin_next_round(game, players)
    browser = open_browser(players[0])
    page = browser.get(f"/t/{game.code}/why/").text
    query = re.search(r'href="(\?[^"#]*why=[^"#]+)#coach"', page)[1]
    answer = browser.get(f"/t/{game.code}/why/{query.replace('&amp;', '&')}").text
    assert SENTENCES.findall(answer)


def test_question_that_no_card_answers_says_so():
    game, players = search_through()
    address = f"/t/{game.code}/why/?at=4"
    unknown = next(iter(build_moment(get_position_at(game, 4), 0).chances))
    page = open_browser(players[0]).get(f"{address}&why={unknown}").text
    assert "The cards could not tell" in page
    assert f"Why not {suspect_name(unknown)}?" in page
    assert not SENTENCES.findall(page)


def test_round_that_runs_cannot_be_asked_about():
    game, players = search_through()
    browser = open_browser(players[0])
    before = coach_of(browser.get(f"/t/{game.code}/why/").text)
    game = begin_next_round(game, players)
    last = get_last_revealed(game)
    assert last < game.move_count
    asked, at_last = (
        coach_of(browser.get(f"/t/{game.code}/why/?at={at}").text)
        for at in (game.move_count, last)
    )
    assert asked == at_last == before


def test_only_players_may_ask_during_a_game_and_each_for_their_own_seat():
    game, players = search_through()
    [eve] = make_players(1)
    assert open_browser(eve).get(f"/t/{game.code}/why/").status_code == 404
    place = get_position_at(game, get_last_revealed(game))
    for seat, player in enumerate(players):
        moment = build_moment(place, seat)
        page = open_browser(player).get(f"/t/{game.code}/why/?as=0").text
        shown = set(re.findall(r"why=(\d\.[a-z-]+)", page))
        assert shown == {f"{other}.{side}" for other, side in moment.clues}


def test_own_games_are_practised_just_before_and_at_certainty(closed):
    game, players = closed
    browser = open_browser(players[1])
    addresses = {browser.get("/practice/mine/")["Location"] for _ in range(12)}
    at, _moment = certain_moment(game, 1)
    path = f"/practice/mine/{game.code}/"
    assert addresses <= {f"{path}{at - 1}/", f"{path}{at}/"}
    chief = get_position_at(game, 0).analysis.chief
    unsure = browser.get(f"{path}{at - 1}/?accuse=nobody").text
    sure = browser.get(f"{path}{at}/?accuse={chief}").text
    assert 'data-right="yes"' in unsure
    # The chief may still be in the deck, where it cannot be tapped.
    is_open = f'data-accuse="{chief}"' in browser.get(f"{path}{at}/").text
    assert ('data-right="yes"' in sure) is is_open
    assert browser.get(f"{path}{at + 1}/").status_code == 404


def test_own_games_are_nobody_elses_exercises(closed):
    game, _players = closed
    at, _moment = certain_moment(game, 0)
    [eve] = make_players(1)
    answer = open_browser(eve).get(f"/practice/mine/{game.code}/{at}/")
    assert answer.status_code == 404
    assert open_browser(eve).get("/practice/mine/")["Location"] == "/practice/"
