"""Writes the report of the results: docs/performance/results.md and its pictures.

    python -m bench.report [--results bench/results] [--target docs/performance]

It measures nothing. Each figure is a median. A ratio compares the two sides of a round;
the report shows the median over the rounds.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench import crowd, grown
from bench.machine import RESULTS
from bench.peers.summary import best_of, of, quiet_of, saturated_of, summary_lines
from bench.plots import PICTURES, draw_all

REPORT = Path(__file__).parent.parent / "docs" / "performance"
OURS, POST = "ours-socket", "ours-post"
RIVAL = "boardgame.io-postgres"
# Of each way: moves/s, CPU and delays wanted, in multiples of the rival's.
_GOALS = ((OURS, "by socket", 1.25, 0.8, 1), (POST, "by POST", 0.85, 1.2, 1.3))
HEAD = """# Results

Made by `python -m bench.report` of what `python -m bench.all` measured;
[performance.md](../performance.md) says what the words mean.
"""
type Found = dict[str, Any]


class Line(NamedTuple):
    """A goal and the figure that was measured."""

    name: str
    found: float
    limit: float
    is_least: bool = False
    unit: str = ""

    @property
    def cells(self) -> list[str]:
        """Return the line as cells of a table."""
        holds = self.found >= self.limit if self.is_least else self.found <= self.limit
        sign = "at least" if self.is_least else "at most"
        wanted = f"{sign} {self.limit:,g}{self.unit}"
        return [self.name, wanted, f"{_short(self.found)}{self.unit}", _yes(holds)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--target", type=Path, default=REPORT)
    options = parser.parse_args()
    results = {
        path.stem: json.loads(path.read_text())
        for path in sorted(options.results.glob("*.json"))
    }
    options.target.mkdir(parents=True, exist_ok=True)
    if "peers" in results:
        draw_all(results["peers"]["rounds"], options.target)
    text = "\n".join(write(results)) + "\n"
    (options.target / "results.md").write_text(text, encoding="utf-8")
    print(text)


def write(results: dict[str, Found]) -> Iterator[str]:
    """Yield the lines of the report for the results that exist."""
    yield HEAD
    yield from _table(["what", "wanted", "found", "holds"], _all_lines(results))
    if "peers" in results:
        yield "\n## Beside boardgame.io\n"
        yield from summary_lines(results["peers"]["rounds"])
        yield ""
        for name, (title, _) in PICTURES.items():
            yield f"![{title}]({name}.svg)"
    if "grown" in results:
        yield "\n## Two processes behind the proxy\n"
        yield from grown.summary_lines(results["grown"]["rounds"])
    yield "\n## Other figures, processor time\n"
    yield from _table(["what", "found"], list(_other_rows(results)))
    yield "\n## Where and when\n"
    names = ["date", "load", "commit", "python", "processors", "processor"]
    rows = [[part, *_machine(found, names)] for part, found in results.items()]
    yield from _table(["result", *names], rows)


def _other_rows(results: dict[str, Found]) -> Iterator[list[str]]:
    moves, pages = results.get("moves"), results.get("pages")
    if moves:
        yield ["a move in process", f"{moves['median ms a move']:.2f} ms"]
        yield ["its five updates", f"{moves['median ms five updates']:.2f} ms"]
        observation = median(moves["ms an observation"])
        yield ["an observation", f"{observation:.3f} ms"]
    if pages:
        yield ["coming in by a code and taking a seat", f"{pages['joining']:.1f} ms"]
    if "rules" in results:
        yield ["a game replayed", f"{results['rules']['ms a game replayed']:.1f} ms"]


def _all_lines(results: dict[str, Found]) -> list[list[str]]:
    makers = {
        "peers": _lines_of_peers,
        "grown": _lines_of_grown,
        "moves": _lines_of_moves,
        "archive": _lines_of_archive,
        "idle": _lines_of_idle,
        "crowd": _lines_of_crowd,
        "rules": _lines_of_rules,
        "pages": _lines_of_pages,
    }
    return [
        line.cells
        for name, make in makers.items()
        if name in results
        for line in make(results[name])
    ]


def _lines_of_peers(found: Found) -> Iterator[Line]:
    rounds = [each for each in found["rounds"] if {OURS, POST, RIVAL} <= each.keys()]
    if not rounds:
        return
    for side, way, most, cpu, delay in _GOALS:
        found_most = _ratio(rounds, side, best_of)
        yield Line(f"{way}: most moves/s, of those of {RIVAL}", found_most, most, True)
        for step_of, rate in (
            (quiet_of, "at 100 moves/s"),
            (saturated_of, "saturated"),
        ):
            spent = _ratio(rounds, side, lambda s, of=step_of: of(s)["cpu_a_move"])
            yield Line(f"{way}: CPU a move, of that of its process, {rate}", spent, cpu)
        for name in ("p50", "p95", "p99"):
            waited = _ratio(rounds, side, lambda s, name=name: quiet_of(s)[name])
            yield Line(f"{way}: {name} at 100 moves/s, of its own", waited, delay)
    pushes = [saturated_of(each["steps"])["push_bytes"] for each in of(OURS, rounds)]
    yield Line("a push on the wire, mean", median(pushes), 700, unit=" bytes")


def _lines_of_grown(found: Found) -> Iterator[Line]:
    name = "two processes, times the moves of one, by their CPU"
    yield Line(name, grown.gain_of("two", found["rounds"]), 1.8, True)


def _lines_of_moves(found: Found) -> Iterator[Line]:
    most = max(found["statements of a request"].values())
    yield Line("statements of a move", most, 12)


def _lines_of_archive(found: Found) -> Iterator[Line]:
    few, many = found["games"]
    alike = all(
        one["statements of a request"] == other["statements of a request"]
        for one, other in found["rounds"]
    )
    name = f"kinds of move with other statements beside {many:,} games than {few}"
    yield Line(name, 0 if alike else 1, 0)
    ratio = median(
        other["median ms a move"] / one["median ms a move"]
        for one, other in found["rounds"]
    )
    yield Line("CPU of a move beside them, of that beside ten", ratio, 1.05)


def _lines_of_idle(found: Found) -> Iterator[Line]:
    kilobytes = found["kilobytes"] * 1.024
    yield Line(f"each of {found['sockets']} idle sockets", kilobytes, 45, unit=" kB")
    yield Line("their heartbeats and pings", found["percent"], 5, unit=" % CPU")


def _lines_of_crowd(found: Found) -> Iterator[Line]:
    name = f"CPU a move at {found['many']} tables, of that at {found['few']}"
    yield Line(name, crowd.ratio_of(found["rounds"]), 1.1)


def _lines_of_rules(found: Found) -> Iterator[Line]:
    moves = found["moves a second"]
    yield Line("moves/s of the rules alone", moves, 130_000, True)


def _lines_of_pages(found: Found) -> Iterator[Line]:
    for page in ("/", "a table"):
        yield Line(f"the page of {page}", found[page], 20, unit=" ms CPU")


def _ratio(rounds: list[Found], side: str, measure: Any) -> float:
    """Return the median of a side's figure in multiples of the rival's."""
    return median(
        measure(each[side]["steps"]) / max(measure(each[RIVAL]["steps"]), 0.01)
        for each in rounds
    )


def _machine(found: Found, names: list[str]) -> list[str]:
    return [found["machine"].get(name, "") for name in names]


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _yes(holds: bool) -> str:
    return "yes" if holds else "**no**"


if __name__ == "__main__":
    main()
