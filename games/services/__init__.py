"""The only writers: every change of a table and every move comes through here."""

from games.services.lobby import (
    change_investigator,
    change_options,
    hand_over,
    leave_table,
    move_seat,
    open_table,
    show_out,
    take_seat,
)
from games.services.play import end_game, make_move, play_again, start_game

__all__ = [
    "change_investigator",
    "change_options",
    "end_game",
    "hand_over",
    "leave_table",
    "make_move",
    "move_seat",
    "open_table",
    "play_again",
    "show_out",
    "start_game",
    "take_seat",
]
