"""Moves that are repeated, late, outdated, from two tabs or without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models.game import Game
from games.models.player import Player
from tests.browser.players import NewPhone, Phone
from tests.browser.reading import in_sets
from tests.browser.visits import (
    AWAY,
    begin,
    beside,
    draw,
    note_requests,
    send_by_post,
    visit,
)
from tests.support.cast import begin_game, choose_all, look_into, move

CYRILLIC = re.compile("[а-я]{3}")


def deafen(page: Page) -> None:
    """Block the moves of others from a page; its own moves are answered."""
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)
    page.route(re.compile("/update/"), lambda route: route.abort())


def deaf_phone(
    new_phone: NewPhone, game: Game, player: Player, language: str = "en"
) -> Phone:
    return visit(
        new_phone,
        game,
        player,
        live="no",
        before=deafen,
        expected=AWAY,
        language=language,
    )


def begin_with_suspects(count: int = 2) -> tuple[Game, list[Player], list[str]]:
    """Return a game of three with this many suspects in its lines, and the suspects."""
    game, players = begin()
    return game, players, draw_until(game, players, count)


def draw_until(game: Game, players: list[Player], count: int) -> list[str]:
    """Draw in turn until this many suspects lie in the lines, and return them."""
    while len(suspects := suspects_in(game)) < count:
        beside(move, game, players[look_into(game).state.turn], "draw")
    return suspects


def suspects_in(game: Game) -> list[str]:
    return [suspect for line in look_into(game).state.lines for suspect in line]


def count_moves(game: Game) -> int:
    return look_into(game).table.move_count


def test_double_tap_on_a_suspect_makes_no_accusation(new_phone):
    game, (alice, *_), (suspect, *_) = begin_with_suspects()
    phone = visit(new_phone, game, alice)
    send_by_post(phone)
    sent = note_requests(phone, "/moves/")
    phone.page.locator(f'[data-line] [data-suspect="{suspect}"]').dblclick()
    expect(phone.page.locator("[data-accused-by]")).to_have_count(0)
    assert sent == []


def test_double_tap_on_the_accusation_accuses_once(new_phone):
    game, (alice, *_), (suspect, *_) = begin_with_suspects()
    phone = visit(new_phone, game, alice)
    send_by_post(phone)
    sent = note_requests(phone, "/moves/")
    phone.page.locator(f'[data-line] [data-suspect="{suspect}"]').click()
    phone.page.locator(f'[data-accuse="{suspect}"]').dblclick()
    expect(phone.page.locator("[data-accused-by]")).to_have_count(1)
    assert len(sent) == 1
    expect(phone.page.locator("#alert")).to_be_empty()


def test_two_tabs_of_one_seat_show_the_same(new_phone):
    game, (alice, *_) = begin()
    one = visit(new_phone, game, alice)
    other = Phone(one.page.context.new_page())
    other.visit(game.code)
    other.expect_live()
    draw(one)
    other.expect_moves(4)
    assert in_sets(other.read(4)) == in_sets(one.read(4))


def test_outdated_tab_is_refused_and_updated(new_phone):
    game, (alice, *_) = begin()
    old = deaf_phone(new_phone, game, alice)
    now = visit(new_phone, game, alice)
    draw(now)
    now.expect_moves(4)
    draw(old)
    old.expect_alert("It's not your turn")
    old.expect_moves(4)
    expect(old.offers("draw")).to_have_count(0)


def test_second_accuser_of_a_suspect_can_choose_another(new_phone):
    game, (alice, bob, _), (wanted, other, *_) = begin_with_suspects()
    late = deaf_phone(new_phone, game, bob, "ru")
    count = count_moves(game)
    early = visit(new_phone, game, alice)
    early.accuse(wanted)
    early.expect_moves(count + 1)
    late.accuse(wanted)
    late.expect_alert(CYRILLIC)
    card = late.page.locator(f'[data-line] [data-suspect="{wanted}"]')
    expect(card).to_have_attribute("data-accused-by", "0")
    assert count_moves(game) == count + 1
    late.accuse(other)
    card = late.page.locator(f'[data-line] [data-suspect="{other}"]')
    expect(card).to_have_attribute("data-accused-by", "1")


def test_browser_without_its_session_is_told_that_it_has_no_seat(new_phone):
    game, (alice, *_) = begin()
    phone = visit(new_phone, game, alice)
    # An open socket keeps the session that it was opened with.
    send_by_post(phone)
    phone.page.context.clear_cookies(name="sessionid")
    draw(phone)
    phone.expect_alert("You don't have a seat here")
    expect(phone.table).to_have_attribute("data-viewer", "spectator")
    expect(phone.page.locator("[data-my-clue]")).to_have_count(0)


@pytest.mark.core
def test_round_is_played_without_scripts(new_phone):
    game, (alice, bob, carol) = beside(begin_game)
    beside(choose_all, game, [bob, carol])
    phone = visit(new_phone, game, alice, live="no", java_script_enabled=False)
    phone.offers("choose").locator("button[name=side]").first.click()
    draw(phone)
    phone.expect_moves(4)
    accused = draw_until(game, [alice, bob, carol], 3)
    phone.visit(game.code)
    phone.accuse(accused[0])
    expect(phone.page.locator("[data-accused-by='0']")).to_have_count(1)
    beside(move, game, bob, "accuse", suspect=accused[1])
    phone.visit(game.code)
    phone.offers("done").get_by_role("button").click()
    expect(phone.page.locator("[data-seat='0'][data-done]")).to_have_count(1)
    # The reload sends the last form again, with the same key.
    count = count_moves(game)
    phone.page.reload()
    phone.expect_moves(count)


@pytest.mark.core
def test_table_is_opened_and_joined_without_scripts(new_phone):
    phone = Phone(new_phone(java_script_enabled=False), "alice")
    phone.open_table(edition="gaga", stasi=True)
    phone.sit_down("lansbury", "06:45")
    seat = phone.page.locator("[data-seat='0'][data-investigator=lansbury][data-host]")
    expect(seat).to_contain_text("alice")
    expect(seat).to_contain_text("06:45")
