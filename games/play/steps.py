"""Folds the moves of a game, step by step, for its replay and its analysis.

Made moves do not change, so that they are folded once and cached: a replay asks for one
position after another.
"""

from functools import lru_cache

from games.models.game import Game
from games.play.deals import begin, fold
from games.play.log import Entry, entries_of
from games.play.rows import move_of_row
from games.rules.replay import ReplayStep


# A game takes 8 ms to fold, and a replay page asks for it three times. Steps share most
# of their values, about 1 MB for 32 games. The code is part of the key, because a
# restored database may use a primary key again.
@lru_cache(maxsize=32)
def get_steps(
    pk: int, code: str, count: int
) -> tuple[tuple[ReplayStep, ...], tuple[tuple[Entry, ...], ...]]:
    """Return the deals and first moves of a game, and the log entries of each.

    Holds secrets.
    """
    game = Game.objects.select_related("secrets").get(pk=pk, code=code)
    rows = list(
        game.moves.filter(number__lte=count)
        .order_by("number")
        .values("seat", "content", "by")
    )
    state = begin(game, game.seats.order_by("index"))
    steps = tuple(fold(state, map(move_of_row, rows), game))
    logs = tuple(
        entries_of(
            step.events,
            game.options.discards,
            by="" if step.deal else rows[step.count - 1]["by"],
        )
        for step in steps
    )
    return steps, logs
