"""Sums up rounds of several sides: medians, as a table of docs/performance.md."""

from statistics import median
from typing import Any

type Steps = list[dict[str, Any]]

HEADS = (
    "server",
    "rounds",
    "most moves/s, p99 < 100 ms",
    "as many as go",
    "p50/p95/p99 at 100 moves/s",
    "CPU a move, 100 moves/s / as many as go",
    "its database's",
    "bytes a push",
    "memory",
)


def print_summary(rounds: list[dict[str, Any]]) -> None:
    """Print the median of each figure over the rounds."""
    print("\n" + "\n".join(summary_lines(rounds)))


def summary_lines(rounds: list[dict[str, Any]]) -> list[str]:
    """Return the table of the medians."""
    heads = [f"| {' | '.join(HEADS)} |", f"|{'---|' * len(HEADS)}"]
    sides = sorted(rounds[0], reverse=True)
    return heads + [f"| {' | '.join(_row(side, of(side, rounds)))} |" for side in sides]


def of(side: str, rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the results of a side from the rounds that it played."""
    return [found[side] for found in rounds if side in found]


def best_of(steps: Steps) -> float:
    """Return the highest rate at which p99 stayed below 100 ms."""
    good = (s for s in steps if _is_good(s))
    # A side that kept up made all moves, except perhaps one at the end of the step.
    return max((s["offered"] or s["achieved"] for s in good), default=0.0)


def quiet_of(steps: Steps) -> dict[str, Any]:
    """Return the step of 100 moves/s."""
    return steps[0]


def saturated_of(steps: Steps) -> dict[str, Any]:
    """Return the step at the highest rate."""
    return next(step for step in steps if step["offered"] is None)


def _is_good(step: dict[str, Any]) -> bool:
    offered = step["offered"]
    kept_up = offered is None or step["achieved"] > 0.97 * offered
    return bool(kept_up and step["p99"] < 100)


def _row(side: str, found: list[dict[str, Any]]) -> list[str]:
    ramps = [each["steps"] for each in found]
    quiet, full = list(map(quiet_of, ramps)), list(map(saturated_of, ramps))
    waits = "/".join(f"{_median(quiet, name):.0f}" for name in ("p50", "p95", "p99"))
    return [
        side,
        str(len(found)),
        f"{median(map(best_of, ramps)):.0f}",
        f"{_median(full, 'achieved'):.0f}",
        f"{waits} ms",
        f"{_median(quiet, 'cpu_a_move'):.2f} / {_median(full, 'cpu_a_move'):.2f} ms",
        f"{_beside(quiet):.2f} / {_beside(full):.2f} ms",
        f"{_median(full, 'push_bytes'):.0f}",
        f"{median(each['memory_mb'] for each in found):.0f} MB",
    ]


def _beside(steps: Steps) -> float:
    return median(sum(step["parts"].values()) for step in steps)


def _median(steps: Steps, name: str) -> float:
    return median(step[name] for step in steps)
