"""Replays closed games, move by move, with the races of accusations in words."""

from collections.abc import Mapping

from django.utils.translation import ngettext

from games.labels import join_names, name_or_removed
from games.models.game import Game
from games.models.move import MoveRow
from games.play.chaining import content_of
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


def race_in_words(move: MoveRow, names: Mapping[int, str]) -> str:
    """Return by how much an accusation was sent before others, empty without a race.

    The times are in the row of its move (games.play.race).
    """
    ahead: dict[str, int] = content_of(move).get("race", {}).get("ahead", {})
    if not ahead:
        return ""
    others = [name_or_removed(names[int(seat)]) for seat in ahead]
    count = min(ahead.values())
    words = ngettext(
        "%(name)s accused %(count)s ms before %(other)s.",
        "%(name)s accused %(count)s ms before %(other)s.",
        count,
    )
    name = name_or_removed(names[move.seat])
    return words % {"name": name, "count": count, "other": join_names(others)}
