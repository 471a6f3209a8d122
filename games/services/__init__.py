"""The only writers: every change of a table and every move comes through here."""

from games.services.company import add_bot, play_with_bots, remove_bot
from games.services.lobby import (
    change_investigator,
    change_options,
    contribute,
    hand_over,
    leave_table,
    move_seat,
    note_display,
    open_table,
    rename_seat,
    show_out,
    take_seat,
)
from games.services.notes import mark_note
from games.services.pausing import pause
from games.services.play import end_game, make_move, play_again, start_game
from games.services.presence import (
    is_missed,
    let_stand_in,
    note_here,
    note_missing,
    welcome,
)
from games.services.tidying import VISIT, note_visit, tidy_now_and_then
from games.services.timing import make_due_moves
from games.services.tutorial import go_on, open_tutorial

__all__ = [
    "VISIT",
    "add_bot",
    "change_investigator",
    "change_options",
    "contribute",
    "end_game",
    "go_on",
    "hand_over",
    "is_missed",
    "leave_table",
    "let_stand_in",
    "make_due_moves",
    "make_move",
    "mark_note",
    "move_seat",
    "note_display",
    "note_here",
    "note_missing",
    "note_visit",
    "open_table",
    "open_tutorial",
    "pause",
    "play_again",
    "play_with_bots",
    "remove_bot",
    "rename_seat",
    "show_out",
    "start_game",
    "take_seat",
    "tidy_now_and_then",
    "welcome",
]
