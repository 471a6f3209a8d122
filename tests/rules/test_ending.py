"""Announcing, the end of the game and the winners (sections 5 and 6, R10 to R12)."""

import pytest

from games.rules import events
from games.rules.scoring import find_winners
from games.rules.state import Phase, Termination, evolve
from games.rules.tokens import Colour, Pool, Token
from tests.rules.tables import (
    ASSISTANT,
    CHIEF,
    close,
    deal_round,
    empty_table,
    list_events,
    play,
    play_round,
    refusal,
)


def review(held, *, number=1, **options):
    """Return a review of three; `held` gives each seat's tokens, as "gold 5"."""
    state = play_round(empty_table(3, **options), {0: CHIEF, 1: ASSISTANT})
    tokens = tuple(
        Token(f"{round_}.{seat}", Colour(name.split()[0]), name.split()[1], seat, False)
        for seat, names in enumerate(held)
        for round_, name in enumerate(names, 1)
    )
    return evolve(state, tokens=tokens, number=number)


TEN = ("gold 5", "gold 5")
NINE = ("gold 5", "gold 4")


def test_ten_can_be_announced_only_in_the_review_and_if_true():
    """R10."""
    state = review([TEN, NINE, ()])
    assert refusal(state, "1 announce") == "not ten points"
    assert list_events(state, "0 announce") == (events.TenAnnounced(0),)


def test_announcing_closes_the_step_for_its_seat():
    state = play(review([TEN, NINE, ()]), "0 announce")
    assert refusal(state, "0 done") == "done already"
    assert refusal(state, "0 announce") == "done already"


def test_seat_that_has_closed_the_review_cannot_announce():
    state = play(review([TEN, NINE, ()]), "0 done")
    assert refusal(state, "0 announce") == "done already"


def test_other_seats_can_announce_until_the_review_closes():
    state = play(review([TEN, TEN, ()]), "0 announce", "1 announce")
    assert state.phase is Phase.REVIEW
    state = play(state, "2 done")
    assert state.termination is Termination.TEN_POINTS
    assert state.winners == (0, 1)


def test_game_goes_on_if_no_seat_announces():
    state = close(review([TEN, (), ()]))
    assert state.phase is Phase.BETWEEN
    state = play_round(state, {0: CHIEF, 1: ASSISTANT})
    assert close(state, announce=[0]).termination is Termination.TEN_POINTS


def test_next_round_starts_without_announcements():
    state = close(review([TEN, (), ()]))
    assert deal_round(state).announced == ()


def test_reasons_for_the_end_are_tested_in_order():
    state = evolve(review([TEN, (), ()], number=5), pool=Pool((), ("1",), ("0",)))
    assert close(state, announce=[0]).termination is Termination.TEN_POINTS
    assert close(state).termination is Termination.COLOUR_OUT
    state = review([TEN, (), ()], number=5)
    assert close(state).termination is Termination.FIVE_ROUNDS


@pytest.mark.parametrize("left", [((), "1", "0"), ("3", (), "0"), ("3", "1", ())])
def test_empty_colour_ends_the_game_even_if_every_seat_got_a_token(left):
    state = evolve(review([(), (), ()]), pool=Pool(*map(tuple, left)))
    assert close(state).termination is Termination.COLOUR_OUT


def test_finished_game_refuses_moves():
    state = close(review([TEN, (), ()]), announce=[0])
    assert refusal(state, "0 done") == "the game is over"


def test_finished_round_refuses_moves():
    assert refusal(close(review([(), (), ()])), "0 done") == "the round is over"


def test_event_of_the_end_has_the_reason_and_the_winners():
    state = play(review([TEN, NINE, ()]), "0 announce", "1 done")
    assert list_events(state, "2 done")[-1] == events.GameEnded(
        Termination.TEN_POINTS, (0,)
    )


WINNERS = {
    "most points": ([TEN, NINE, ()], (0,)),
    "a tie goes to the most golds": ([("white 2", "white 1"), ("gold 3",), ()], (1,)),
    "a gold Adler counts as gold": ([("gold adler",), ("gold 3",), ()], (0, 1)),
    "still tied, all of them": ([("white 2",), (), ("white 2",)], (0, 2)),
    "nobody has anything": ([(), (), ()], (0, 1, 2)),
    "the worst can win with less than nothing": (
        [("black -1",), ("black stasi",), ("black adler", "black -1")],
        (0,),
    ),
}


@pytest.mark.parametrize("case", WINNERS)
def test_winners(case):
    held, winners = WINNERS[case]
    assert find_winners(review(held)) == winners


TWELVE = ("gold 5", "gold 5", "white 2")


def test_most_points_win_after_an_announcement_in_devir_and_gaga():
    """R12."""
    state = close(review([TEN, TWELVE, ()], ten_points="count"), announce=[0])
    assert state.winners == (1,)


def test_announcer_wins_in_piatnik():
    """R12."""
    state = close(review([TEN, TWELVE, ()], ten_points="announcer"), announce=[0])
    assert state.winners == (0,)
