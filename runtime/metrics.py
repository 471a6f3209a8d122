"""Defines the metrics of a process, for Prometheus (docs/operations.md).

Names and labels must not hold codes, names of players or secrets of a game; each label
has few fixed values. The counters of every move are bound to their labels here, because
looking a label up costs more than counting.
"""

from prometheus_client import Counter, Gauge, Histogram

BUILD = Gauge("charlie_build_info", "1, and the release of this process.", ["version"])

_MOVES = Counter("charlie_moves", "Moves that were made, by who made them.", ["by"])
MOVES_BY = {by: _MOVES.labels(by) for by in ("player", "clock", "script", "bot")}

REFUSALS = Counter("charlie_refusals", "What was refused, by its kind.", ["kind"])

MOVE_TO_PUSH = Histogram(
    "charlie_move_to_push_seconds",
    "From asking for a table's lock until its last socket here was sent the change.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)

OPEN_TABLES = Gauge("charlie_open_tables", "Open tables of the whole site.")
SEATED_PLAYERS = Gauge("charlie_seated_players", "Players with a seat at one of them.")

SOCKETS = Gauge("charlie_sockets", "Sockets of tables that are open.")
CROWDED_OUT = Counter(
    "charlie_crowded_out", "Sockets refused because their address has too many open."
)

_HEALED = Counter(
    "charlie_healed_pages",
    "Pages that had missed a change: a heartbeat told them, or they asked.",
    ["by"],
)
HEALED_BY_HEARTBEAT = _HEALED.labels("heartbeat")
HEALED_BY_ASKING = _HEALED.labels("asking")

_DROPPED = Counter(
    "charlie_dropped_messages",
    "Messages that did not go their way: the channel layer failed, a change was too"
    " large for a message, a socket was closing, or a move came too late.",
    ["why"],
)
DROPPED_BY_LAYER = _DROPPED.labels("layer")
DROPPED_AS_LARGE = _DROPPED.labels("large")
DROPPED_AT_CLOSING = _DROPPED.labels("closing")
DROPPED_AS_LATE = _DROPPED.labels("late")

DUE_DELAY = Histogram(
    "charlie_due_move_delay_seconds",
    "How late a move of the clock or of a bot was made.",
    buckets=(0.25, 0.5, 1, 2, 5, 15, 60, 300),
)

NOTICES = Counter(
    "charlie_notices",
    "Notices to players' browsers: sent, failed, too late, or the browser is gone.",
    ["outcome"],
)

THREAD_CALLS = Gauge("charlie_thread_calls", "Calls that wait for a thread or run.")

ANSWERS = Counter("charlie_answers", "Answers over HTTP, by their class.", ["status"])
