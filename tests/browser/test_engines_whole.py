"""Whole games, and the pages around them, in the engines that no other test uses."""

import json

import pytest

from games.daily.days import FIRST_DAY
from games.deduction.puzzles import find_daily_case
from games.play.tutorial_script import STEPS
from games.rules.moves import move_from_dict
from tests.browser.engines import Other
from tests.browser.visits import beside
from tests.rules.proofs import proven_record
from tests.support.positions import (
    begin,
    list_moves,
    read_record,
)

in_both = pytest.mark.parametrize("engine", ["WebKit", "Firefox"], indirect=True)

SEAT = 0
CHECKS = 6
LARGE = (1280, 800)


@in_both
@pytest.mark.long
@pytest.mark.full
def test_game_with_the_cafe_is_played_to_its_end(new_phone_of, server):
    record = read_record("game-3p-piatnik-adler")
    game, phones = play_with_a_display(new_phone_of, server, record, list_moves(record))
    for one in phones:
        one.see_phase("over")
        one.see("[data-reason]")
        assert not one.is_wider_than_its_screen()
    phone = phones[0]
    phone.open(f"/t/{game.code}/replay/")
    phone.tap("[data-go=next]")
    phone.see_moves(1)
    phone.tap("[data-go=last]")
    phone.see_moves(len(list_moves(record)))


@in_both
def test_last_call_is_a_race(new_phone_of, server):
    record = read_record("game-3p-devir-adler")
    moves = record["rounds"][0]["moves"]
    _, phones = play_with_a_display(new_phone_of, server, record, moves)
    for one in phones:
        one.see_phase("sides")


def play_with_a_display(new_phone_of, server, record, moves):
    """Play moves, those of one seat on a phone; return the game, and both screens."""
    game, players = beside(begin, record)
    others = [beside(Other, server, player, game) for player in players]
    phone, display = new_phone_of(), new_phone_of(size=LARGE)
    phone.come_as(players[SEAT], game)
    display.open(f"/t/{game.code}/display/")
    display.wait_until_live()
    for count, entry in enumerate(moves, 1):
        player = phone if entry["seat"] == SEAT else others[entry["seat"]]
        player.make(move_from_dict(entry))
        for one in (phone, display):
            one.see_moves(count)
    return game, (phone, display)


@in_both
def test_players_place_their_suspects(new_phone_of, server):
    record = read_record("placement-4p")
    game, players = beside(begin, record)
    others = [beside(Other, server, player, game) for player in players]
    phone = new_phone_of()
    phone.come_as(players[SEAT], game)
    for count, entry in enumerate(list_moves(record)[:20], 1):
        player = phone if entry["seat"] == SEAT else others[entry["seat"]]
        player.make(move_from_dict(entry))
        phone.see_moves(count)


@in_both
def test_record_is_verified(new_phone_of):
    phone = new_phone_of()
    phone.open("/verify/")
    record = json.dumps(json.dumps(proven_record(4, 2000)))
    phone.value(f"document.querySelector('[name=record]').value = {record}")
    phone.tap("main form .button-main")
    held = "document.querySelectorAll('[data-check][data-holds=yes]').length"
    phone.wait(f"{held} === {CHECKS}")


@in_both
def test_case_is_solved(new_phone_of):
    chief = find_daily_case(FIRST_DAY).chief
    phone = new_phone_of()
    phone.open(f"/case/{FIRST_DAY}/")
    phone.tap(f"button[data-suspect='{chief}']")
    phone.tap(f"[data-accuse='{chief}']")
    phone.see("#verdict h2")


@in_both
def test_tutorial_is_played_to_its_end(new_phone_of):
    phone = new_phone_of()
    phone.open("/tutorial/")
    phone.tap("main form button")
    phone.wait_until_live()
    made = 0
    for step in STEPS[:-1]:
        if step.is_visitors:
            phone.make(step.moves[0])
        elif step.question:
            phone.tap(f"#tutorial [value={step.question.right}]")
        else:
            phone.tap("#tutorial form button")
        made += len(step.moves)
        phone.see_moves(made)
    phone.see("#reveal")


@in_both
def test_visitor_signs_up_and_chooses_a_language(new_phone_of):
    phone = new_phone_of()
    phone.open("/accounts/signup/")
    phone.write("[name=username]", "alice")
    for field in ("password1", "password2"):
        phone.write(f"[name={field}]", "a-quiet-crossing")
    phone.tap("main form:has([name=username]) button")
    phone.wait("location.pathname !== '/accounts/signup/'")
    phone.tap(".menu-button")
    phone.tap(".languages [value=ru]")
    phone.wait("document.documentElement.lang === 'ru'")


@in_both
def test_table_is_opened_and_joined_by_its_code(new_phone_of):
    host, guest = new_phone_of(), new_phone_of(size=(320, 568))
    host.open("/t/new/")
    host.tap("form[action$='t/new/'] button:not([type=button])")
    code = host.wait("document.getElementById('table')?.dataset.code")
    host.wait_until_live()
    host.sit("Ann", "laces")
    guest.open("/")
    guest.write("[name=code]", code)
    guest.key("Enter")
    guest.wait_until_live()
    guest.sit("Bob", "britton")
    host.see_words("[data-seat]", "Bob")
    assert not guest.is_wider_than_its_screen()
