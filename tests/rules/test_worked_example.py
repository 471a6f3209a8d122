"""The books' worked example (docs/rules.md section 11)."""

from games.rules.results import AwardReason
from games.rules.state import INVESTIGATOR, Phase
from games.rules.suspects import SUSPECTS
from tests.rules.tables import accuse_all, close, deal_round, draw, play, refusal, table
from tests.support.worked_example import BORIS, FLEMING, LASH, NILS


def example():
    """Return the table after six draws, before Britton's turn."""
    state = table(
        4,
        bag=("hat", "coat", "fur", "newspaper", "glasses"),
        flips=["no-glasses"],
        first=[NILS, BORIS, LASH, "00001", "11001", "01111", INVESTIGATOR, FLEMING],
    )
    state = play(state, "0 choose hat", "1 choose coat", "2 choose grey")
    return draw(play(state, "3 choose no-newspaper"), 6)


def test_third_of_four_accusations_ends_the_phase():
    state = accuse_all(example(), {0: NILS, 1: LASH})
    state = play(state, "2 draw")
    assert state.public_clues == ("no-glasses",)
    assert FLEMING in state.lines[2]
    state = play(state, f"2 accuse {BORIS}")
    assert state.phase is Phase.REVIEW
    assert refusal(state, f"3 accuse {FLEMING}") == "no accusing now"


def test_tokens_are_gold_white_black_black_and_laces_begins_the_next_round():
    state = accuse_all(example(), {0: NILS, 1: LASH})
    state = play(state, "2 draw", f"2 accuse {BORIS}")
    result = state.results[0]
    assert result.chief == NILS
    assert [a.matches for a in result.accusations] == [5, 4, 3]
    assert [(a.seat, a.colour, a.due) for a in result.awards] == [
        (0, "gold", AwardReason.CHIEF),
        (1, "white", AwardReason.ASSISTANT),
        (2, "black", AwardReason.INNOCENT),
        (3, "black", AwardReason.NO_ACCUSATION),
    ]
    assert deal_round(close(state)).first_seat == 0


def test_suspects_of_the_example_agree_with_the_books():
    assert {NILS, LASH, BORIS, FLEMING} < set(SUSPECTS)
    assert NILS[3] == FLEMING[3] == "1"
    assert NILS[1] == "0"
    assert sum(a != b for a, b in zip(NILS, LASH, strict=True)) == 1
    assert sum(a != b for a, b in zip(NILS, BORIS, strict=True)) >= 2
