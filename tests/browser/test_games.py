"""Games to their end, with a browser for each player.

After each move every page is compared with the others and with its viewer's observation
(`Party.check`); the tests add the events that must have occurred. Seeds are those of
short games, found by playing their plots without browsers, which show a part of them.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.rules.legal import legal_moves
from games.rules.moves import Announce, Move, Trade
from games.rules.state import Phase, State
from tests.browser.keyboard import KeyboardPhone
from tests.browser.players import Party, Phone, gather
from tests.browser.plots import Plot, fix_chance
from tests.browser.reading import expected_of, in_sets
from tests.browser.visits import beside, visit
from tests.support.cast import look_into, make
from tests.support.positions import FULL, offers, play, seat_with, state_of

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
STILL = {"arm", "appear", "help-comes"}


def play_to_the_end(
    party: Party, plot: Plot, shown: Callable[[State], bool]
) -> list[tuple[str, Move]]:
    """Play until the game is over; return each move with its phase.

    Moves in positions that are not `shown` are made without a browser.
    """
    made = []
    while (state := party.state()).phase != Phase.OVER:
        move = plot.next_move(state)
        if shown(state):
            party.make(move)
        else:
            make_unseen(party, move)
        made.append((state.phase.value, move))
    check_result(party)
    return made


def make_unseen(party: Party, move: Move) -> None:
    seats = party.game.seats.select_related("player").order_by("index")
    beside(make, party.game, [seat.player for seat in seats], move)
    party.count += 1
    party.is_behind = True


def ends_of_decks(state: State) -> bool:
    """Return whether round one comes to its last call, or a later round is played."""
    return state.number > 1 or len(state.deck) <= 3


def first_round_and_last_review(state: State) -> bool:
    return state.number == 1 or (state.number == 3 and state.phase == Phase.REVIEW)


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
@pytest.mark.twin
def test_three_play_with_open_discards_to_a_race_and_ten_points(new_phone):
    party = gather(new_phone, 3, first_player="chosen", discards="open")
    eve = Phone(new_phone())
    eve.visit(party.game.code)
    party.watchers.append(eve)
    plot = Plot(hunter=1, is_patient=True)
    fix_chance(party.game, 272, plot, 2)
    party.start(first_seat=2)
    made = play_to_the_end(party, plot, ends_of_decks)
    assert sorted(callers(made)) == [0, 1, 2]
    assert any(isinstance(move, Announce) for _, move in made)
    assert party.state().termination == "ten-points"


def test_three_play_by_keyboard_alone_without_motion(new_phone):
    def prepare(page):
        page.add_init_script(NOTE_MOTION)

    party = gather(
        new_phone, 3, first_player="chosen", phone=KeyboardPhone, before=prepare
    )
    fix_chance(party.game, 15, Plot(), 0)
    party.start(first_seat=0)
    play_to_the_end(party, Plot(), first_round_and_last_review)
    for phone in party.phones:
        moved = {*phone.page.evaluate("window.motion"), *phone.page.evaluate(RUNNING)}
        assert moved <= STILL


def test_tokens_are_traded_in_the_cafe(new_phone):
    game, players = beside(play, FULL, offers(Trade))
    state = beside(state_of, game)
    seat = seat_with(state, Trade)
    trade = next(move for move in legal_moves(state, seat) if isinstance(move, Trade))
    phone = visit(new_phone, game, players[seat])
    count = 1 + beside(look_into, game).table.move_count
    phone.make(trade)
    facts = phone.read(count)
    assert in_sets(facts) == expected_of(beside(state_of, game), seat)
