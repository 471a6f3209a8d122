"""Lists the project's files that take part in one drawn card.

    python -m tools.trace [--files]

A card is drawn four times, each time warm: by the seam alone, by POST of a page with a
live socket and of one without, and by a socket, whose page is updated then. Counts
modules of `games`, `runtime` and `charlie_site` with a function that ran.
"""

import argparse
import os
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import get_ident
from types import CodeType
from typing import Any

import django

ROOT = Path(__file__).parents[1]
TOOL = sys.monitoring.PROFILER_ID


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="name the files")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/trace.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        django.setup()
        for name, files in trace_all().items():
            print(f"{name}: {len(files)} files")
            if arguments.files:
                print("".join(f"    {file}\n" for file in sorted(files)), end="")


def trace_all() -> dict[str, set[str]]:
    """Return the files of each way to draw a card, on an empty database."""
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)
    return {name: trace(way) for name, way in WAYS.items()}


def trace(way: Callable[..., Callable[[int], None]]) -> set[str]:
    """Return the files of one way to draw a card."""
    from games.hosting.lifecycle import start_game
    from games.models.game import Game
    from games.rules.deal import shuffle_deal
    from games.rules.editions import PRESETS, Edition, Investigator
    from games.rules.state import new_game
    from tests.support.cast import choose_all, open_lobby

    game, players = open_lobby(5)
    # Which parts of a page change depends on the cards.
    empty = new_game(tuple(Investigator), PRESETS[Edition.DEVIR].options, 0)
    deals = [shuffle_deal(bytes(32), empty)]
    start_game(game.code, players[0], first_seat=0, deals=deals)
    choose_all(Game.objects.get(pk=game.pk), players)
    draw = way(game, players)
    draw(0)
    with traced() as files:
        draw(1)
    return files


def by_seam(game: Any, players: list[Any]) -> Callable[[int], None]:
    """Return a call that draws for a seat through the seam alone."""
    from games.play.moves import make_move

    def draw(seat: int) -> None:
        make_move(game.code, players[seat], {"move": "draw"}, uuid.uuid4())

    return draw


def by_post(
    game: Any, players: list[Any], *, is_live: bool = False
) -> Callable[[int], None]:
    """Return a call that draws for a seat by a POST of its page."""
    from tests.support.browsers import browser_of

    browsers = [browser_of(player) for player in players]

    def draw(seat: int) -> None:
        sent = {"move": "draw", "key": str(uuid.uuid4())}
        headers = {"HX-Request": "true", "Table-Live": str(is_live).lower()}
        answer = browsers[seat].post(f"/t/{game.code}/moves/", sent, headers=headers)
        assert answer.status_code == (204 if is_live else 200), answer.status_code

    return draw


def by_socket(game: Any, players: list[Any]) -> Callable[[int], None]:
    """Return a call that takes a draw as a socket's message, and updates that page."""
    from games.play.race import Arrival
    from games.play.selectors import get_table_view_at
    from games.table.present.table import present
    from games.table.socket_messages import to_json
    from games.table.socket_moves import make_move, read_message
    from runtime.html.update import update_between

    def draw(seat: int) -> None:
        player = players[seat]
        before = get_table_view_at(game.code, 0, player)
        text = to_json(now=1, move=f"move=draw&key={uuid.uuid4()}")
        message = read_message(text)
        assert message
        assert message.move
        answer = make_move(game.code, player, message.move, Arrival.of())
        after = get_table_view_at(game.code, answer["number"], player)
        assert before
        assert after
        update_between(present(before), present(after))

    return draw


WAYS = {
    "seam": by_seam,
    "POST of a live page": partial(by_post, is_live=True),
    "POST of another page": by_post,
    "socket": by_socket,
}


@contextmanager
def traced() -> Iterator[set[str]]:
    """Yield the set of the project's files that this thread runs in the block."""
    files: set[str] = set()
    thread = get_ident()

    def note(code: CodeType, _offset: int) -> object:
        if get_ident() != thread:
            return None
        path = Path(code.co_filename)
        if path.is_relative_to(ROOT):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(("games/", "runtime/", "charlie_site/")):
                files.add(name)
        return sys.monitoring.DISABLE

    sys.monitoring.use_tool_id(TOOL, "trace")
    sys.monitoring.register_callback(TOOL, sys.monitoring.events.PY_START, note)
    sys.monitoring.set_events(TOOL, sys.monitoring.events.PY_START)
    try:
        yield files
    finally:
        sys.monitoring.set_events(TOOL, 0)
        sys.monitoring.free_tool_id(TOOL)


if __name__ == "__main__":
    main()
