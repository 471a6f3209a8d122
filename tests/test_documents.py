"""The check of the documents finds wrong names, and leaves right ones alone."""

import pytest

from tools.documents import find_faults

WRONG = {
    "[moves](docs/no-page.md)": ("file", "docs/no-page.md"),
    "`games/play/no_file.py`": ("file", "games/play/no_file.py"),
    "`no_file.py:17`": ("file", "no_file.py"),
    "`games/no_room/`": ("file", "games/no_room/"),
    "`games.no_room`": ("name", "games.no_room"),
    "`play.rows.no_row()`": ("name", "play.rows.no_row"),
    "```\nwrites  play.rows.no_rows  then\n```": ("name", "play.rows.no_rows"),
    "`Game.no_column`": ("name", "Game.no_column"),
    "`make_no_move`": ("name", "make_no_move"),
    "`plan(no_option=1)`": ("name", "no_option"),
    "`NO_SETTING=1`": ("name", "NO_SETTING"),
    "`TableNothing`": ("name", "TableNothing"),
    "`charlie_nothings_total`": ("metric", "charlie_nothings_total"),
    "`manage.py no_command`": ("management command", "no_command"),
    "```sh\nmake nothing\n```": ("target of make", "nothing"),
    "```sh\npython -m tools.nothing\n```": ("module", "tools.nothing"),
    "Tap *Tell me when it's my turn*.": ("text", "Tell me when it's my turn"),
    "- Tap *Start a\n  silent game*.": ("text", "Start a silent game"),
}
RIGHT = (
    "[moves](docs/moves.md#a-heading)",
    "`games/play/rows.py`",
    "`rows.py:17`",
    "`games/table/`",
    "`play.rows.write_move(game, …)`",
    "`Game.due_at`",
    "`transaction.on_commit`",
    "`SECRET_KEY=…`",
    "`charlie_moves_total`",
    "`manage.py createsuperuser`",
    "`/t/<code>/moves/`",
    "```sh\nmake play\npython -m pytest\n```",
    "Players make no_names_outside_of_code.",
    "Tap *Notify me on\nmy turn*, or *Sign in with …*, in *this* way.",
    "- *Two worlds* look the same, **Whatever** happens; *P(x)* and `*No Text*`.",
)


@pytest.mark.parametrize(("text", "fault"), WRONG.items())
def test_wrong_name_is_found(text, fault):
    assert list(find_faults(text)) == [fault]


@pytest.mark.parametrize("text", RIGHT)
def test_right_name_is_no_fault(text):
    assert list(find_faults(text)) == []
