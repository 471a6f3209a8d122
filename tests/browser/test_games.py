"""Games to their end, with a browser for each player.

After each move every page is compared with the others and with its viewer's observation
(`Party.check`); the tests add the events that must have occurred. The games are
recorded ones, of which browsers show a part.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import GameSecrets
from games.rules.legal import legal_moves
from games.rules.moves import Announce, Move, Trade, move_from_dict
from games.rules.state import Phase, State
from tests.browser.keyboard import KeyboardPhone
from tests.browser.players import Party, Phone, gather
from tests.browser.reading import build_expected, in_sets
from tests.browser.visits import beside, visit
from tests.support.cast import look_into
from tests.support.positions import (
    FULL,
    RECORDS,
    list_moves,
    make_recorded,
    offers,
    play,
    read_state,
    seat_with,
)

# Collects the names of animations with a duration.
NOTE_MOTION = """
  window.motion = [];
  const note = ({ target, animationName }) => {
    const isLong = ({ effect }) => effect.getComputedTiming().activeDuration > 0;
    if (target.getAnimations().some(isLong)) window.motion.push(animationName ?? "-");
  };
  for (const name of ["animationstart", "transitionrun"])
    document.addEventListener(name, note, true);
"""
RUNNING = """() => document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().activeDuration > 0)
  .map(({ animationName }) => animationName ?? "-")"""
# None moves an element: they delay a button and two sentences.
STILL = {"locked", "locked-again", "appear", "help-comes"}


def begin_recorded(party: Party, name: str) -> list[dict[str, Any]]:
    """Start the game of a record, and return its moves.

    Deals that are not stored would depend on the contributions of the browsers.
    """
    record = json.loads((RECORDS / f"{name}.json").read_text())["record"]
    deals = [entry["deal"] for entry in record["rounds"]]
    GameSecrets.objects.filter(game=party.game).update(deals=deals)
    party.start(first_seat=record["first_seat"])
    return list_moves(record)


def play_to_the_end(
    party: Party, moves: list[dict[str, Any]], shown: Callable[[State], bool]
) -> list[tuple[str, Move]]:
    """Play until the game is over; return each move by a player with its phase.

    Moves in positions that are not `shown`, and those of the clock, are made without a
    browser.
    """
    made = []
    for entry in moves:
        state = party.state()
        if entry["move"] == "pass" or not shown(state):
            make_unseen(party, entry)
        else:
            move = move_from_dict(entry)
            party.make(move)
            made.append((state.phase.value, move))
    assert party.state().phase == Phase.OVER
    check_result(party)
    return made


def make_unseen(party: Party, entry: dict[str, Any]) -> None:
    seats = party.game.seats.select_related("player").order_by("index")
    beside(make_recorded, party.game, [seat.player for seat in seats], entry)
    party.count += 1
    party.is_behind = True


def starts_and_ends_of_rounds(state: State) -> bool:
    """Return whether a later round begins, or one comes to its last call or review."""
    begins = state.number > 1 and len(state.deck) > 31
    return begins or len(state.deck) <= 3 or state.phase == Phase.REVIEW


def first_round_and_last_review(state: State) -> bool:
    return state.number == 1 or (state.number == 4 and state.phase == Phase.REVIEW)


def check_result(party: Party) -> None:
    """Check that each page shows the reason, the winners and correct sums."""
    state = party.state()
    for phone in party.everybody:
        facts = phone.read(party.count)
        assert facts["reason"] == state.termination
        winners = [view["seat"] for view in facts["seats"] if "winner" in view["marks"]]
        assert tuple(winners) == state.winners
        for view in facts["seats"]:
            # Without Stasi and Adler a token's face is its points.
            faces = [int(token["face"]) for token in view["tokens"]]
            assert view["points"] == sum(faces)
        expect(phone.page.locator("[data-reason]").first).to_be_attached()
        assert facts["forms"] == []


def callers(made: list[tuple[str, Move]]) -> list[int]:
    return [move.seat for phase, move in made if phase == "last-call"]


@pytest.mark.core
def test_three_play_with_open_discards_to_a_race_and_ten_points(new_phone):
    party = gather(new_phone, 3, first_player="chosen", discards="open")
    eve = Phone(new_phone())
    eve.visit(party.game.code)
    party.watchers.append(eve)
    moves = begin_recorded(party, "game-3p-devir")
    made = play_to_the_end(party, moves, starts_and_ends_of_rounds)
    assert callers(made) == [2, 1, 1, 0, 2]
    assert any(isinstance(move, Announce) for _, move in made)
    assert party.state().termination == "ten-points"


def test_three_play_by_keyboard_alone_without_motion(new_phone):
    def prepare(page):
        page.add_init_script(NOTE_MOTION)

    party = gather(
        new_phone, 3, first_player="chosen", phone=KeyboardPhone, before=prepare
    )
    moves = begin_recorded(party, "own-empty-colour")
    play_to_the_end(party, moves, first_round_and_last_review)
    for phone in party.phones:
        moved = {*phone.page.evaluate("window.motion"), *phone.page.evaluate(RUNNING)}
        assert moved <= STILL


def test_tokens_are_traded_in_the_cafe(new_phone):
    game, players = beside(play, FULL, offers(Trade))
    state = beside(read_state, game)
    seat = seat_with(state, Trade)
    trade = next(move for move in legal_moves(state, seat) if isinstance(move, Trade))
    phone = visit(new_phone, game, players[seat])
    count = 1 + beside(look_into, game).table.move_count
    phone.make(trade)
    facts = phone.read(count)
    assert in_sets(facts) == build_expected(beside(read_state, game), seat)
