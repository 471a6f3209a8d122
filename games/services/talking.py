"""What bots say, in bubbles: seen by who looks just then, and kept nowhere."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction

from games.bots.phrases import Line, line_at_result
from games.live.broadcast import publish_reaction
from games.models.game import Game, Reactions
from games.rules.events import CluesRevealed, Event
from games.rules.observe import SPECTATOR, observe
from games.rules.state import State
from games.snapshots import Table


def say(game: Game, seat: int, line: Line | None) -> None:
    """Show what a bot says after the commit, where the table is not to be silent."""
    if line is not None and game.reactions == Reactions.ON:
        tell = partial(publish_reaction, game.pk, seat, line.value)
        transaction.on_commit(tell, robust=True)


def say_results(
    game: Game, table: Table, state: State, events: Sequence[Event]
) -> None:
    """Let each bot of a table say something when the clues are revealed."""
    if any(isinstance(event, CluesRevealed) for event in events):
        for seat in table.bots:
            say(game, seat, line_at_result(observe(state, SPECTATOR), seat))
