"""Editions are presets of options (docs/rules.md section 10)."""

import pytest

from games.rules.editions import PRESETS, Edition, FirstPlayer, Options
from games.rules.state import begin_state
from tests.rules.tables import empty_table


@pytest.mark.parametrize("edition", [Edition.DEVIR, Edition.GAGA])
def test_devir_and_gaga_have_race_count_and_earliest(edition):
    preset = PRESETS[edition]
    assert preset.first_player is FirstPlayer.EARLIEST
    assert preset.options == Options(last_call="race", ten_points="count")


def test_piatnik_has_clockwise_announcer_and_lot():
    preset = PRESETS[Edition.PIATNIK]
    assert preset.first_player is FirstPlayer.LOT
    assert preset.options == Options(last_call="clockwise", ten_points="announcer")


@pytest.mark.parametrize("edition", Edition)
def test_presets_have_referee_closed_discards_and_no_extra_tokens(edition):
    options = PRESETS[edition].options
    assert (options.placement, options.discards) == ("referee", "closed")
    assert (options.stasi, options.adler) == (False, False)


def test_options_of_a_record_leave_out_discards():
    assert Options(discards="open").to_dict().keys() == {
        "stasi",
        "adler",
        "placement",
        "last_call",
        "ten_points",
    }


@pytest.mark.parametrize(
    "seats",
    [(), ("laces", "britton"), ("laces", "britton", "laces"), ("laces",) * 6],
)
def test_game_needs_three_to_five_different_investigators(seats):
    with pytest.raises(ValueError, match="investigators"):
        begin_state(seats, Options(), 0)


@pytest.mark.parametrize("first_seat", [-1, 3])
def test_first_seat_must_exist(first_seat):
    with pytest.raises(ValueError, match="first seat"):
        empty_table(3, first_seat=first_seat)
