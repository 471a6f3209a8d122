"""Games to their end, with a browser for each player.

After each move every page is compared with the others and with its viewer's observation
(`Party.check`); the tests add the events that must have occurred. Seeds are those of
short games, found by playing their plots without browsers. The game by keyboard and the
one of test_grown.py are played in browsers as a whole, the others in part.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.rules.moves import Announce, Move, Place, Trade
from games.rules.state import Phase, State
from tests.browser.keyboard import KeyboardPhone
from tests.browser.motion import NOTE_MOTION, motion_of
from tests.browser.players import Display, Party, Phone, gather
from tests.browser.plots import Plot, fix_chance
from tests.browser.reading import points_of
from tests.browser.visits import beside
from tests.support.cast import make

SCREEN = (1920, 1080)
SECRETS = "[data-my-clue], form[data-move], #open-notebook"


def play_to_the_end(
    party: Party, plot: Plot, shown: Callable[[State], bool] = lambda state: True
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


def all_but_round_two(state: State) -> bool:
    return state.number != 2


def ends_of_decks(state: State) -> bool:
    """Return whether round one comes to its last call, or a later round is played."""
    return state.number > 1 or len(state.deck) <= 3


def check_result(party: Party) -> None:
    """Check that each page shows the reason, the winners and correct sums."""
    state = party.state()
    for phone in party.everybody:
        facts = phone.read(party.count)
        assert facts["reason"] == state.termination
        winners = [view["seat"] for view in facts["seats"] if "winner" in view["marks"]]
        assert tuple(winners) == state.winners
        for view in facts["seats"]:
            assert view["points"] == points_of(view["tokens"])
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
    plot = Plot(hunter=1, is_patient=True)
    fix_chance(party.game, 272, plot, 2)
    party.start(first_seat=2)
    made = play_to_the_end(party, plot, ends_of_decks)
    assert sorted(callers(made)) == [0, 1, 2]
    assert any(isinstance(move, Announce) for _, move in made)
    assert party.state().termination == "ten-points"


def test_four_play_before_a_display_with_officer_and_cafe(new_phone):
    times = ("08:00", "", "06:30", "07:15")
    party = gather(new_phone, 4, got_up=times, edition="gaga", stasi=True, adler=True)
    display = Display(new_phone(size=SCREEN))
    display.visit(party.game.code)
    expect(display.page.locator(".join-qr")).to_be_in_viewport(ratio=1)
    party.watchers.append(display)
    fix_chance(party.game, 620, Plot(), 2, "adler", "stasi")
    party.start()
    assert party.state().turn == 2
    made = play_to_the_end(party, Plot(), all_but_round_two)
    expect(display.page.locator(SECRETS)).to_have_count(0)
    expect(display.page.locator("#result")).to_be_in_viewport(ratio=1)
    assert any(isinstance(move, Trade) for _, move in made)
    assert any(result.exposed for result in party.state().results)


def test_three_place_their_cards_and_play_a_void_round_again(new_phone):
    party = gather(new_phone, 3, first_player="chosen", placement="players", stasi=True)
    plot = Plot(mistaken=1)
    fix_chance(party.game, 76, plot, 0, "0", "stasi")
    party.start(first_seat=0)
    while (state := party.state()).phase != Phase.REVIEW:
        party.make(plot.next_move(state))
    for phone in party.phones:
        expect(phone.page.get_by_text("Misplaced cards: bob.")).to_be_visible()
    made = play_to_the_end(party, plot, all_but_round_two)
    void, repeated, *others = party.state().results
    assert (void.number, void.attempt, void.mistaken) == (1, 1, (1,))
    assert (repeated.number, repeated.attempt) == (1, 2)
    assert not any(result.is_void for result in (repeated, *others))
    assert any(isinstance(move, Place) for _, move in made)


def test_three_play_by_keyboard_alone_without_motion(new_phone):
    def prepare(page):
        page.add_init_script(NOTE_MOTION)

    party = gather(
        new_phone, 3, first_player="chosen", phone=KeyboardPhone, before=prepare
    )
    fix_chance(party.game, 15, Plot(), 0)
    party.start(first_seat=0)
    play_to_the_end(party, Plot())
    for phone in party.phones:
        assert motion_of(phone.page) == set()
