"""Sums up rounds of several sides: medians, as a table."""

from statistics import median
from typing import Any

from bench.meter import Step

type Steps = list[Step]

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
    print(f"\n| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for side in sorted(rounds[0], reverse=True):
        played = [found[side] for found in rounds if side in found]
        print(f"| {' | '.join(_row(side, played))} |")


def _find_best(steps: Steps) -> float:
    """Return the highest rate at which p99 stayed below 100 ms."""
    # A side that kept up made all moves, except perhaps one at the end of the step.
    good = (step.offered or step.achieved for step in steps if step.is_good)
    return max(good, default=0.0)


def _row(side: str, found: list[dict[str, Any]]) -> list[str]:
    ramps = [each["steps"] for each in found]
    # The first step has 100 moves/s, the second as many as go.
    quiet, full = [steps[0] for steps in ramps], [steps[1] for steps in ramps]
    waits = "/".join(f"{_median(quiet, name):.0f}" for name in ("p50", "p95", "p99"))
    return [
        side,
        str(len(found)),
        f"{median(map(_find_best, ramps)):.0f}",
        f"{_median(full, 'achieved'):.0f}",
        f"{waits} ms",
        f"{_median(quiet, 'cpu_a_move'):.2f} / {_median(full, 'cpu_a_move'):.2f} ms",
        f"{_beside(quiet):.2f} / {_beside(full):.2f} ms",
        f"{_median(full, 'push_bytes'):.0f}",
        f"{median(each['memory_mb'] for each in found):.0f} MB",
    ]


def _beside(steps: Steps) -> float:
    return median(sum(step.parts.values()) for step in steps)


def _median(steps: Steps, name: str) -> float:
    return median(getattr(step, name) for step in steps)
