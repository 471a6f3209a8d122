"""Replays of closed games: access, and each seat's original view."""

import random

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.accounts.export import read_export
from games.archive.access import replay_table_view
from games.archive.replay_page import VIEWERS
from games.models import Game, Player, ReplayLink
from games.play.selectors import see
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.page.regions import Region
from games.table.page.seat_parts import Marks
from games.table.page.status import build_round, build_status
from games.table.page.whole import Frame, Page, Part, show_page
from games.table.people.ownership import adopt_guest
from tests.support.browsers import open_browser
from tests.support.cast import (
    begin_game,
    choose_all,
    look_into,
    make_players,
    make_setup,
    move,
    play_on,
)
from tests.support.replays import build_replay_address, read_replay

pytestmark = pytest.mark.django_db

TOOLS = {"moves", "accuse", "seat-tools", "leaving", "host-tools", "evening"}


@pytest.fixture(scope="module")
def closed(shared_rows):
    """Return a game that its host ended after a draw, and its players."""
    game, players = begin_game()
    choose_all(game, players)
    move(game, players[0], "draw")
    end_game(game.code, players[0])
    return Game.objects.get(pk=game.pk), players


def without_tools(page: Page) -> tuple[Frame, dict[str, Marks], dict[str, Part]]:
    """Return a page's content without moves, tools and the table's number."""
    parts = {name: part for name, part in page.parts.items() if name not in TOOLS}
    parts["hand"] = with_values(parts["hand"], tools=())
    parts["onward"] = with_values(parts["onward"], may_play_again=False)
    parts["status-sentence"] = with_values(
        parts["status-sentence"], chance=None, is_replay=False
    )
    if page.public.marks["table"]["data-phase"] in ("cafe", "review", "over"):
        # Nobody has to move on in a replay.
        nobody = {"mine": False, "waiting": ()}
        parts["status-sentence"] = with_values(parts["status-sentence"], **nobody)
    # A replay shows the whole log.
    parts["log"] = parts["log"]._replace(is_whole=False)
    return page.frame._replace(is_host=False), page.public.marks, parts


def with_values(region: Region, **changed: object) -> Region:
    """Return a region that shows one value, with some of its fields changed."""
    ((name, value),) = region.values
    value = value and value._replace(**changed)
    return region._replace(values=((name, value),))


def play_and_look(seed: int):
    """Play a random game; return it, its players and the snapshot after each move."""
    options = {"stasi": True, "adler": True, "placement": "players"}
    game, players = begin_game(3 + seed % 3, **(options if seed % 2 else {}))
    shown = [look_into(game), *play_on(game, players, random.Random(seed))]
    row = Game.objects.get(pk=game.pk)
    assert row.ended_at is not None
    return row, players, shown


@pytest.mark.parametrize(
    "seed",
    [
        0,
        pytest.param(1, marks=pytest.mark.slow),
        *(pytest.param(seed, marks=pytest.mark.full) for seed in range(2, 50)),
    ],
)
def test_replay_shows_a_seats_original_view(seed, request):
    row, players, shown = play_and_look(seed)
    for at, snapshot in enumerate(shown):
        # Each position replays the game from its start, which is slow for every seat.
        is_full = request.config.getoption("--full")
        for seat in range(len(players)) if is_full else [at % len(players)]:
            then = without_tools(show_page(see(snapshot, players[seat])))
            now = without_tools(
                show_page(replay_table_view(row, at, seat, is_own=True))
            )
            assert now == then, (at, seat)


def test_replay_names_its_viewer_and_position(closed):
    game, players = closed
    page = read_replay(game, players[1], "?at=2")
    assert 'data-viewer="1"' in page
    assert [f"{player.name} (you)</a>" in page for player in players] == [0, 1, 0]
    assert 'data-moves="2"' in page
    assert "data-move=" not in page
    assert "/reactions/" not in page
    assert "notebook" not in page
    referee = read_replay(game, players[1], "?at=3&as=referee")
    assert 'data-viewer="referee"' in referee
    assert referee.count("data-clue=") == 3


@pytest.mark.parametrize(
    ("shown", "at", "is_step"),
    [
        ("https://x{}?at=3", 4, True),
        ("https://x{}", 1, True),
        ("https://x{}?at=4", 3, False),
        ("https://x{}?at=x", 4, False),
        ("http://[?at=3", 4, True),
    ],
)
def test_replay_animates_only_a_step_to_the_next_move(closed, shown, at, is_step):
    address = build_replay_address(closed[0])
    asking = {"HX-Request": "true", "HX-Current-URL": shown.format(address)}
    browser = open_browser(closed[1][0])
    page = browser.get(f"{address}?at={at}", headers=asking).text
    assert ('class="is-step"' in page) == is_step
    assert "is-step" not in browser.get(f"{address}?at={at}").text


def test_replay_stops_at_the_last_move(closed):
    game, players = closed
    page = read_replay(game, players[0], "?at=999")
    assert f'data-moves="{game.move_count}"' in page


@pytest.mark.parametrize(
    "query", ["?at=-1", "?at=x", "?at=" + "9" * 5000, "?as=3", "?as=spectator", "?as="]
)
def test_replay_at_an_invalid_position_is_not_found(closed, query):
    game, players = closed
    assert (
        open_browser(players[0]).get(build_replay_address(game, query)).status_code
        == 404
    )


@pytest.mark.parametrize("link", ["", "%00"])
def test_replay_is_not_found_by_a_broken_link(closed, link):
    address = build_replay_address(closed[0], f"?link={link}")
    assert open_browser(None).get(address).status_code == 404


def test_table_that_never_began_has_no_replay():
    (alice,) = make_players(1)
    game = open_table(alice, make_setup())
    end_game(game.code, alice)
    assert open_browser(alice).get(build_replay_address(game)).status_code == 404


def share(game: Game, player, viewer: str) -> str:
    """Share a replay as this viewer and return the query of the link."""
    answer = open_browser(player).post(
        build_replay_address(game, "share/"), {"as": viewer}
    )
    assert answer.status_code == 302
    number = VIEWERS[viewer] if viewer in VIEWERS else int(viewer)
    link = ReplayLink.objects.get(game=game, player=player, viewer=number)
    return f"?link={link.token}"


def test_link_shows_one_seat_only(closed):
    game, players = closed
    query, eve = share(game, players[0], "1"), open_browser(None)
    page = eve.get(build_replay_address(game, query)).text
    assert 'data-viewer="1"' in page
    assert f"Clue of {players[1].name}" in page
    assert "My clue" not in page
    assert "again/" not in page
    assert eve.get(build_replay_address(game, f"{query}&as=0")).status_code == 404
    assert eve.get(build_replay_address(game, f"{query}&as=referee")).status_code == 404
    assert eve.get(f"/t/{game.code}/record.json{query}").status_code == 404


def test_link_calls_no_turn_that_of_its_reader(closed):
    game, players = closed
    query, eve = share(game, players[0], "1"), open_browser(None)
    for at in range(game.move_count + 1):
        page = eve.get(build_replay_address(game, f"{query}&at={at}")).text
        assert "data-mine" not in page


def test_reveal_waits_for_nobody_and_gives_a_stranger_no_points():
    game, _players, shown = play_and_look(0)
    at = next(
        at for at, snapshot in enumerate(shown) if snapshot.table.phase == "review"
    )
    for is_own in (True, False):
        seen = replay_table_view(game, at, 0, is_own=is_own)
        assert build_status(seen).sentence == "The reveal"
        assert (build_round(seen).points is None) is not is_own


def test_moment_is_shared_beside_its_caption(closed):
    game, players = closed
    address = build_replay_address(game, "?at=3&as=referee")
    moment = find_moment(open_browser(players[0]).get(address).text)
    assert "Share this moment" in moment
    assert '<input type="hidden" name="at" value="3">' in moment
    assert '<input type="hidden" name="as" value="referee">' in moment
    shared = build_replay_address(game, share(game, players[0], "1"))
    assert "Share" not in find_moment(open_browser(None).get(shared).text)


def test_strip_of_a_replay_says_what_came_next(closed):
    game, _players = closed
    for viewer, is_own, told in (
        (0, False, "Next: alice draws"),
        (0, True, "Next: you draw"),
        (1, True, "Next: alice draws"),
    ):
        seen = replay_table_view(game, game.move_count - 1, viewer, is_own=is_own)
        assert build_status(seen).sentence == told
        assert "data-mine" not in show_page(seen).render()


def test_any_shared_moment_has_its_caption_as_text(closed):
    game, players = closed
    share(game, players[0], "1")
    for at in range(game.move_count + 1):
        address = build_replay_address(game, f"?at={at}")
        page = open_browser(players[0]).get(address).text
        caption = page.split('aria-live="polite">')[1].split("<")[0]
        assert f'data-text="{caption}"' in page


def find_moment(page):
    """Return the part of a page that shows the moment."""
    return page[page.index('id="moment"') :].partition("</section>")[0]


def test_withdrawn_link_is_not_found(closed):
    game, players = closed
    query, eve = share(game, players[0], "referee"), open_browser(None)
    assert eve.get(build_replay_address(game, query)).status_code == 200
    sent = {"as": "referee", "withdraw": "on"}
    open_browser(players[1]).post(build_replay_address(game, "share/"), sent)
    assert eve.get(build_replay_address(game, query)).status_code == 200
    open_browser(players[0]).post(build_replay_address(game, "share/"), sent)
    assert eve.get(build_replay_address(game, query)).status_code == 404


def test_link_opens_its_own_game_only(closed):
    game, players = closed
    query = share(game, players[0], "referee")
    other, _players = begin_game()
    end_game(other.code, other.host)
    assert open_browser(None).get(build_replay_address(other, query)).status_code == 404


def test_visitor_by_link_cannot_share(closed):
    game, players = closed
    query, eve = share(game, players[0], "referee"), Client()
    answer = eve.post(build_replay_address(game, f"share/{query}"), {"as": "referee"})
    assert answer.status_code == 404
    assert ReplayLink.objects.count() == 1


def test_replay_offers_to_play_again(closed):
    game, players = closed
    assert "again/" in read_replay(game, players[2])


def test_replay_needs_few_queries_at_any_move(closed, django_assert_max_num_queries):
    game, players = closed
    browser = open_browser(players[0])
    browser.get(build_replay_address(game))
    for at in (0, game.move_count):
        with django_assert_max_num_queries(15):
            browser.get(build_replay_address(game, f"?at={at}"))


def test_link_still_works_after_its_owner_signs_in(closed):
    game, players = closed
    query = share(game, players[0], "referee")
    account = Player.objects.create(user=User.objects.create_user("alice"))
    assert adopt_guest(players[0], account)
    assert open_browser(None).get(build_replay_address(game, query)).status_code == 200
    assert read_export(account.user, account)["replay_links"][0]["table"] == game.code
