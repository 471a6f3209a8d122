"""The deal of a round (docs/rules.md section 3)."""

from collections import Counter
from dataclasses import replace

import pytest

from games.rules.apply import begin_round
from games.rules.deal import Deal, draw_lot, shuffle_deal
from games.rules.illegal import Why
from games.rules.state import INVESTIGATOR, Phase, evolve
from games.rules.suspects import SUSPECTS, Side, Trait, trait_of
from games.rules.tokens import Pool
from tests.rules.tables import close, empty_table, make_deal, play_round, table
from tests.support.refusals import refuses

SEED = bytes(range(32))


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(20))
def test_shuffled_deal_is_valid(seats, seed):
    state = empty_table(seats, stasi=True, adler=True)
    deal = shuffle_deal(bytes([seed]) * 32, state)
    assert begin_round(state, deal)[0].phase is Phase.SIDES
    assert len(deal.deck) == 32 + 5 - seats
    assert INVESTIGATOR not in deal.deck[16 + 5 - seats :]


def test_shuffled_deal_depends_on_the_seed():
    state = empty_table(4)
    assert shuffle_deal(SEED, state) == shuffle_deal(SEED, state)
    assert shuffle_deal(SEED, state) != shuffle_deal(SEED[::-1], state)


def test_each_round_and_attempt_is_shuffled_anew():
    first = empty_table(3)
    second = evolve(first, number=1)
    assert shuffle_deal(SEED, first).deck != shuffle_deal(SEED, second).deck
    assert shuffle_deal(SEED, first).bag != shuffle_deal(SEED, second).bag


def test_shuffle_is_uniform():
    state = empty_table(3)
    deals = [shuffle_deal(number.to_bytes(32), state) for number in range(2000)]
    tops = Counter(deal.deck[0] for deal in deals)
    assert set(tops) == {*SUSPECTS, INVESTIGATOR}
    # The top half has 18 cards, two of which are investigators.
    assert 170 < tops[INVESTIGATOR] < 280
    assert all(30 < tops[suspect] < 90 for suspect in SUSPECTS)
    bags = Counter(deal.bag[0] for deal in deals)
    assert all(330 < bags[trait] < 470 for trait in Trait)
    flips = Counter(deal.flips[0] for deal in deals)
    assert all(150 < flips[side] < 250 for side in Side)


def test_lot_is_uniform():
    lots = Counter(
        draw_lot(bytes([n]) * 32, 5, f"{m}") for n in range(50) for m in range(50)
    )
    assert set(lots) == set(range(5))
    assert all(420 < count < 580 for count in lots.values())


def test_deal_survives_a_round_trip_through_its_format():
    deal = make_deal(empty_table(3, adler=True), first=[INVESTIGATOR])
    assert Deal.from_dict(deal.to_dict()) == deal
    assert Deal.from_dict(deal.to_dict() | {"seed": "more"}) == deal


# Fewer and other cards and tokens: test_second_opinion.
BROKEN = {
    "an investigator too many": lambda d: replace(d, deck=(INVESTIGATOR, *d.deck)),
    "an investigator below": lambda d: replace(
        d, deck=tuple(sorted(d.deck, key=lambda card: card == INVESTIGATOR))
    ),
    "a toss too many": lambda d: replace(d, flips=(*d.flips, Side.HAT)),
    "a token too many": lambda d: replace(
        d, pool=replace(d.pool, black=(*d.pool.black, "stasi"))
    ),
}


@pytest.mark.parametrize("breaking", BROKEN)
def test_deal_with_wrong_cards_or_tokens_is_refused(breaking):
    state = empty_table(3)
    deal = BROKEN[breaking](make_deal(state))
    with refuses(Why.BROKEN_DEAL):
        begin_round(state, deal)


def test_awarded_tokens_are_missing_from_the_next_deal():
    state = close(play_round(empty_table(3), {0: "11111", 1: "11110"}))
    with refuses(Why.BROKEN_DEAL):
        begin_round(state, make_deal(empty_table(3)))
    begun, _ = begin_round(state, make_deal(state))
    assert sum(map(len, (begun.pool.gold, begun.pool.white, begun.pool.black))) == 22


def test_round_cannot_begin_during_a_round_or_after_the_game():
    state = table(3)
    with refuses(Why.ROUND_UNFINISHED):
        begin_round(state, make_deal(state))
    with refuses(Why.GAME_OVER):
        begin_round(evolve(state, phase=Phase.OVER), make_deal(state))


def test_pool_of_a_deal_has_exactly_three_colours():
    fields = make_deal(empty_table(3)).to_dict()
    fields["pool"]["red"] = []
    with refuses(Why.BROKEN_DEAL):
        Deal.from_dict(fields)
    with refuses(Why.BROKEN_DEAL):
        Deal.from_dict([])


def test_tokens_are_drawn_in_the_order_of_the_deal():
    state = table(3, gold=["5"], black=["-1"])
    assert state.pool == Pool(
        ("5", "3", "3", "4", "4"),
        ("1",) * 6 + ("2",) * 6,
        ("-1", "0", "0", "0", "0", "-1", "-1", "-1"),
    )


def test_public_clues_come_from_the_tokens_that_no_seat_drew():
    state = table(3, bag=("fur", "hat", "coat", "newspaper", "glasses"))
    assert state.clue_tokens == (Trait.FUR, Trait.HAT, Trait.COAT)
    assert [trait_of(side) for side in state.flips] == [Trait.NEWSPAPER, Trait.GLASSES]


def test_five_players_have_no_toss_and_no_investigator_card():
    state = table(5)
    assert state.flips == ()
    assert len(state.deck) == 32
