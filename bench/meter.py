"""Measures processes, and sums up the moves of a step."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.table import Made

_TICKS = os.sysconf("SC_CLK_TCK")
GOOD_P99 = 0.100


# The other programs of a side, each with the pid of its first process.
type Parts = Mapping[str, int]


def cpu_of_tree(pid: int) -> float:
    """Return the CPU seconds of a process and its children (Linux)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(_ticks(pid)) / _TICKS + sum(
        cpu_seconds(int(child)) for child in children
    )


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process, all threads included (Linux)."""
    return sum(_ticks(pid)[:2]) / _TICKS


def _ticks(pid: int) -> list[int]:
    """Return user and system ticks of a process, then those of its ended children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [int(field) for field in fields[11:15]]


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process (Linux)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@dataclass(frozen=True)
class Step:
    """One step of the ramp; times in ms, CPU of server and generator in percent.

    `offered` is None if the tables moved as fast as possible. `parts` has the CPU ms
    per move of other programs beside the server, such as its database.
    """

    offered: float | None
    achieved: float
    p50: float
    p95: float
    p99: float
    told_p50: float
    told_p99: float
    cpu_a_move: float
    server: float
    generator: float
    push_bytes: float
    answer_bytes: float
    refused: int
    healed: int
    parts: Mapping[str, float]

    @property
    def is_good(self) -> bool:
        """Return whether the server kept up: it reached the rate with a short p99."""
        kept_up = self.offered is None or self.achieved > 0.97 * self.offered
        return kept_up and self.p99 < GOOD_P99 * 1000


@dataclass
class Usage:
    """Totals up to a reading, or between two readings."""

    seconds: float
    server: float
    generator: float
    pushes: int
    pushed: int
    healed: int
    parts: Mapping[str, float]

    def since(self, early: "Usage") -> "Usage":
        """Return the usage between an earlier reading and this one."""
        names = ("seconds", "server", "generator", "pushes", "pushed", "healed")
        spent = {name: getattr(self, name) - getattr(early, name) for name in names}
        parts = {name: self.parts[name] - early.parts[name] for name in self.parts}
        return Usage(**spent, parts=parts)


def measure(offered: float | None, moves: list[Made], used: Usage) -> Step:
    """Return the figures of one step."""
    answered = [made.answered * 1000 for made in moves]
    told = [made.told * 1000 for made in moves if made.told]
    return Step(
        offered=offered,
        achieved=len(moves) / used.seconds,
        p50=percentile(answered, 50),
        p95=percentile(answered, 95),
        p99=percentile(answered, 99),
        told_p50=percentile(told, 50),
        told_p99=percentile(told, 99),
        cpu_a_move=used.server * 1000 / max(1, len(moves)),
        server=used.server / used.seconds * 100,
        generator=used.generator / used.seconds * 100,
        push_bytes=used.pushed / max(1, used.pushes),
        answer_bytes=sum(made.size for made in moves) / max(1, len(moves)),
        refused=sum(made.status != 200 for made in moves),
        healed=used.healed,
        parts={
            name: seconds * 1000 / max(1, len(moves))
            for name, seconds in used.parts.items()
        },
    )


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that this percentage does not exceed."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * int(percent) // 100) - 1)]
