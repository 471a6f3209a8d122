"""The lines of a summary, computed from the analyses of rounds."""

from dataclasses import replace

from games.archive.present import present_summaries
from games.deduction.analysis import analyse_round
from games.models.game import Seat
from tests.deduction.rounds import whole_round

SEATS = [Seat(index=index, name=name) for index, name in enumerate(("anna", "bob"))]


def as_void(found):
    seats = (replace(seat, is_void=True) for seat in found.seats)
    return replace(found, seats=tuple(seats))


def test_only_the_luck_of_a_void_round_counts():
    first, second = (analyse_round(whole_round(seed, 4)) for seed in (1, 2))
    without = present_summaries(SEATS, [first, second])[0]["lines"]
    lines = present_summaries(SEATS, [first, as_void(first), second])[0]["lines"]
    assert lines[:2] == without[:2]
    assert lines[2] != without[2]
    assert " of 2 rounds." in without[1]


def test_summary_of_void_rounds_counts_no_round():
    void = as_void(analyse_round(whole_round(1, 4)))
    accusations, certain, _worth = present_summaries(SEATS, [void])[0]["lines"]
    assert accusations == "No accusation."
    assert certain.endswith("0 of 0 rounds.")
