"""The moments of a closed game: names in them, and the viewers of their pictures."""

import re
from html import unescape
from struct import unpack

import pytest

from games.archive.records import read_record
from games.archive.story import MomentKind, list_moments
from games.labels import suspect_name
from tests.archive.test_replay import share
from tests.rules.second_opinion import judge_record
from tests.support.browsers import open_browser
from tests.support.cast import change_row
from tests.support.finished import play_game
from tests.support.replays import build_replay_address
from tests.support.samples import quick_first

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed(db):
    game = play_game(1)
    return game, [seat.player for seat in game.seats.order_by("index")]


@pytest.mark.parametrize("seed", quick_first(range(60), 2))
def test_moments_are_those_of_the_record(seed):
    game = play_game(seed)
    record, names = read_record(game), [seat.name for seat in game.seats.all()]
    moments, made = list_moments(game), 0
    judged = judge_record(record)["rounds"]
    for entry, outcome in zip(record["rounds"], judged, strict=False):
        for move in entry["moves"]:
            made += 1
            accusing = [each for each in moments if each.move == made and each.colour]
            assert len(accusing) == (move["move"] == "accuse")
            for each in accusing:
                assert (each.seat, each.suspect) == (move["seat"], move["suspect"])
                assert each.round == entry["number"]
                assert names[each.seat] in each.words
                assert suspect_name(each.suspect) in each.words
                is_catch = each.suspect == outcome["chief"]
                assert (each.colour == "gold") == is_catch
                assert is_catch or each.kind is MomentKind.ACCUSATION
    assert sum(each.kind is MomentKind.REVEAL for each in moments) == len(judged)
    assert sum(each.kind is MomentKind.DECISIVE for each in moments) <= 1
    assert moments == sorted(moments, key=lambda each: each.move)


def find_move(game, kind):
    return next(each.move for each in list_moments(game) if each.kind is kind)


def test_link_to_a_moment_opens_there_and_shows_its_picture(closed):
    game, players = closed
    at, eve = find_move(game, MomentKind.ACCUSATION), open_browser(None)
    query = f"{share(game, players[0], 'everybody')}&at={at}"
    page = eve.get(build_replay_address(game, query)).text
    assert 'data-viewer="spectator"' in page
    assert f'data-at="{at}"' in page
    assert re.search(r'og:title" content="Round \d: \w+ accuses \w+\."', page)
    assert "(you)" not in page
    change_row(game, language="de")
    page_of_now = eve.get(build_replay_address(game, query)).text
    assert re.search(r'og:title" content="Runde \d: ', page_of_now)
    [picture] = re.findall(r'og:image" content="http://testserver([^"]+)', page)
    answer = eve.get(picture.replace("&amp;", "&"))
    assert answer["Content-Type"] == "image/png"
    assert unpack(">II", answer.content[16:24]) == (1200, 630)
    sent = {"as": "everybody", "withdraw": "on"}
    open_browser(players[0]).post(build_replay_address(game, "share/"), sent)
    assert eve.get(picture.replace("&amp;", "&")).status_code == 404


def test_stranger_reads_what_a_link_shows_and_is_never_called_you(closed):
    game, players = closed
    at = find_move(game, MomentKind.ACCUSATION)
    title = next(each.title for each in list_moments(game) if each.move == at)
    query = f"{share(game, players[0], '1')}&at={at}"
    page = open_browser(None).get(build_replay_address(game, query)).text
    told = read_around(page)
    assert title in unescape(told)
    assert "#s-" in told
    assert all(seat.name in page for seat in game.seats.all())
    assert 'href="/tutorial/"' in told
    assert not re.search(r"\b(you|your)\b", told, re.IGNORECASE)
    own = open_browser(players[1]).get(build_replay_address(game, query)).text
    assert 'href="/tutorial/"' not in read_around(own)


def read_around(page):
    """Return what stands around the table: the moment, and the ways on."""
    above, _, rest = page[page.index('id="moment"') :].partition('id="table"')
    return above + rest.partition("</main>")[2].partition('id="controls"')[0]


def test_move_that_is_no_moment_has_no_picture(closed):
    game, players = closed
    moves = {each.move for each in list_moments(game)}
    at = next(move for move in range(game.move_count) if move not in moves)
    address = build_replay_address(game, f"moment.png?at={at}")
    assert open_browser(players[0]).get(address).status_code == 404
