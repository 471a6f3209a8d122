"""Replays games, move by move.

The moves of a game do not change, so that they are folded once and cached: a replay
asks for one position after another.
"""

from functools import lru_cache

from games.models.game import Game
from games.play.deals import begin, fold
from games.play.log import Entry, entries_of
from games.play.rows import move_of_row
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, facts_of
from games.rules.observe import Viewer, observe
from games.rules.replay import ReplayStep
from games.rules.state import Phase


def get_steps(pk: int, code: str, count: int) -> tuple[ReplayStep, ...]:
    """Return the deals and the first moves of a game, in their order. Holds secrets."""
    return _fold(pk, code, count)[0]


def replay_table_view(game: Game, at: int, viewer: Viewer) -> TableView:
    """Return the table as a viewer saw it after `at` moves of a closed game.

    It has no legal moves.
    """
    steps, logs = _fold(game.pk, game.code, game.move_count)
    last = max(index for index, step in enumerate(steps) if step.count <= at)
    state = steps[last].state
    table = facts_of(game, game.seats.order_by("index"))
    if state.phase != Phase.OVER:
        # The seed and the head hash are published only when a game closes.
        table = table._replace(head_hash="", opened_seed="")
    table = table._replace(
        phase=state.phase,
        reason=state.termination or "",
        move_count=at,
        log=tuple(entry for log in logs[: last + 1] for entry in log),
        next_code="",
    )
    seen = observe(state, viewer)._replace(moves=())
    return TableView(
        table=table,
        viewer=viewer,
        name="",
        is_host=False,
        is_display=False,
        observation=seen,
        public=PublicTable(table, seen, is_replay=True),
        is_replay=True,
    )


# A game takes 8 ms to fold, and a replay page asks for it three times. Steps share most
# of their values, about 1 MB for 32 games. The code is part of the key, because a
# restored database may use a primary key again.
@lru_cache(maxsize=32)
def _fold(
    pk: int, code: str, count: int
) -> tuple[tuple[ReplayStep, ...], tuple[tuple[Entry, ...], ...]]:
    """Return the steps of a game, and the log entries of each step."""
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
