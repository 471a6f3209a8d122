"""Replays closed games, move by move."""

from games.models.game import Game
from games.play.deals import get_steps
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, facts_of
from games.rules.observe import Viewer, observe
from games.rules.state import Phase


def replay_table_view(game: Game, at: int, viewer: Viewer) -> TableView:
    """Return the table as a viewer saw it after `at` moves of a closed game.

    It has no legal moves.
    """
    steps, logs = get_steps(game.pk, game.code, game.move_count)
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
