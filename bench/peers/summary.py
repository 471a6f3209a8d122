"""What rounds of several sides come to: medians, as a table of docs/performance.md."""

from statistics import median
from typing import Any

type Steps = list[dict[str, Any]]

HEADS = (
    "server",
    "most moves/s, p99 < 100 ms",
    "saturated",
    "p50/p95/p99 at the first step",
    "CPU a move, first step / saturated",
    "bytes a push",
    "memory",
)


def print_summary(rounds: list[dict[str, Any]]) -> None:
    """Print the median of each figure over the rounds."""
    print(f"\nMedians of {len(rounds)} rounds\n")
    print(f"| {' | '.join(HEADS)} |")
    print(f"|{'---|' * len(HEADS)}")
    for side in rounds[0]:
        print(f"| {' | '.join(_row(side, [found[side] for found in rounds]))} |")


def best_of(steps: Steps) -> float:
    """Return the most moves/s of a ramp at which p99 stayed below 100 ms."""
    return max((s["achieved"] for s in steps if _is_good(s)), default=0.0)


def _is_good(step: dict[str, Any]) -> bool:
    offered = step["offered"]
    kept_up = offered is None or step["achieved"] > 0.97 * offered
    return bool(kept_up and step["p99"] < 100)


def _row(side: str, found: list[dict[str, Any]]) -> list[str]:
    ramps = [each["steps"] for each in found]
    first, last = [ramp[0] for ramp in ramps], [ramp[-1] for ramp in ramps]
    waits = "/".join(f"{_median(first, name):.0f}" for name in ("p50", "p95", "p99"))
    early, late = _median(first, "cpu_a_move"), _median(last, "cpu_a_move")
    return [
        side,
        f"{median(map(best_of, ramps)):.0f}",
        f"{_median(last, 'achieved'):.0f}",
        f"{waits} ms",
        f"{early:.2f} / {late:.2f} ms",
        f"{_median(last, 'push_bytes'):.0f}",
        f"{median(each['memory_mb'] for each in found):.0f} MB",
    ]


def _median(steps: Steps, name: str) -> float:
    return median(step[name] for step in steps)
