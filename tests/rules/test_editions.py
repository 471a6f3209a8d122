"""Editions are presets of options (docs/rules.md section 10)."""

import pytest

from games.rules.editions import PRESETS, Edition, FirstPlayer, Options
from games.rules.state import new_game
from tests.rules.tables import empty_table


@pytest.mark.parametrize("edition", [Edition.DEVIR, Edition.GAGA])
def test_devir_and_gaga_race_count_and_ask_who_got_up_first(edition):
    preset = PRESETS[edition]
    assert preset.first_player is FirstPlayer.EARLIEST
    assert preset.options == Options(last_call="race", ten_points="count")


def test_piatnik_goes_clockwise_lets_the_announcer_win_and_draws_lots():
    preset = PRESETS[Edition.PIATNIK]
    assert preset.first_player is FirstPlayer.LOT
    assert preset.options == Options(last_call="clockwise", ten_points="announcer")


@pytest.mark.parametrize("edition", Edition)
def test_every_preset_has_the_referee_closed_discards_and_no_extra_tokens(edition):
    options = PRESETS[edition].options
    assert (options.placement, options.discards) == ("referee", "closed")
    assert (options.stasi, options.adler) == (False, False)


def test_options_of_a_record_leave_out_what_only_the_table_sees():
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
def test_a_game_needs_three_to_five_different_investigators(seats):
    with pytest.raises(ValueError, match="investigators"):
        new_game(seats, Options(), 0)


@pytest.mark.parametrize("first_seat", [-1, 3])
def test_a_game_begins_with_somebody_who_sits_there(first_seat):
    with pytest.raises(ValueError, match="first seat"):
        empty_table(3, first_seat=first_seat)
