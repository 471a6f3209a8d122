"""Tournaments between bots, without server and database (docs/bots.md).

    python -m tools.tournament --games 2000

Each bot gets only its own observation.
"""

import csv
import hashlib
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from games.deduction.bots.characters import CHARACTERS, Character
from games.deduction.bots.policy import Intent, decide
from games.deduction.memory import BLANK, remember
from games.deduction.valuation import Prospect
from games.rules.apply import apply_move, begin_round
from games.rules.deal import draw_lot, shuffle_deal
from games.rules.editions import OPTIONS, PRESETS, SEATS, Edition, Investigator, Options
from games.rules.moves import Move
from games.rules.observe import SPECTATOR, observe
from games.rules.state import Phase, State, begin_state

_CHUNK = 20
_BAR = 30
_DEFAULT_BOTS = [
    "bruno,pip",
    "roxy,bruno",
    "argus,roxy",
    "half,pip",
    "half,bruno",
    "half,roxy",
    "half,argus",
]
_COLUMNS = ("cast", "players", "games", "wins", "low", "high", "equal", "verdict")

# 95 % of a normal distribution lie within this many standard deviations.
_Z = 1.959964


class Reference(Character):
    """A rule that the characters are measured against: only the chance counts."""

    def should_accuse(self, best: Prospect, _waiting: float) -> bool:
        return best.chief >= self.threshold


HALF = Reference("half", 0.5)
# The same rule without deduction from closed discards: all it can be is quick.
NAIVE = Reference("naive", 0.5, memory=0)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game between bots, with one character and score for each seat."""

    cast: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int

    def share_of(self, name: str) -> float:
        """Return a character's share of the win; a tie is divided."""
        won = sum(self.cast[seat] == name for seat in self.winners)
        return won / len(self.winners)


def play_game(cast: Sequence[Character], options: Options, key: bytes) -> Played:
    """Play a game with this cast; the same key gives the same game."""
    for state in states_of_game(cast, options, key):
        final = state
    return _played(cast, final)


def states_of_game(
    cast: Sequence[Character], options: Options, key: bytes
) -> Iterator[State]:
    """Yield the state after each deal and each move of a game with this cast."""
    seats = tuple(Investigator)[: len(cast)]
    first = draw_lot(key, len(cast), "first player")
    state, memory, clock = begin_state(seats, options, first), BLANK, TableClock()
    while state.phase is not Phase.OVER:
        if state.phase is Phase.BETWEEN:
            state, _ = begin_round(state, shuffle_deal(key, state))
            yield state
        views = [observe(state, seat) for seat in _active_seats(state)]
        # A memory holds only public facts, so one serves all seats.
        memory = remember(memory, views[0])
        intents = {
            view.viewer: decide(view, memory, cast[view.viewer], key) for view in views
        }
        state, _ = apply_move(state, clock.next_move(intents))
        yield state


def _active_seats(state: State) -> list[int]:
    """Return the seats that may have a move; observing takes most of the time."""
    seats = range(len(state.seats))
    if state.phase is not Phase.SUSPECTS:
        return list(seats)
    accusers = {accusation.seat for accusation in state.accusations}
    return [seat for seat in seats if seat == state.turn or seat not in accusers]


class TableClock:
    """The time at a table, and the time at which each wait of a bot ends."""

    def __init__(self) -> None:
        self._now = 0.0
        self._ends: dict[tuple[int, str], float] = {}

    def next_move(self, intents: Mapping[int, Intent | None]) -> Move:
        """Return the move whose wait ends first, and move on to that time."""
        ends = {
            (seat, wait.step): self._now + wait.seconds
            for seat, intent in intents.items()
            if intent is not None
            for wait in intent.waits
        }
        self._ends = ends | {key: self._ends[key] for key in ends.keys() & self._ends}
        first = min(self._ends, key=self._ends.__getitem__)
        self._now = self._ends.pop(first)
        intent = intents[first[0]]
        assert intent is not None
        return intent.move


def _played(cast: Sequence[Character], state: State) -> Played:
    final = observe(state, SPECTATOR)
    return Played(
        cast=tuple(character.name for character in cast),
        points=tuple(view.points or 0 for view in final.seats),
        winners=state.winners,
        rounds=len(state.results),
    )


@dataclass(frozen=True, slots=True)
class Pairing:
    """A cast at tables of one size: the first is measured, the last fills the table."""

    names: tuple[str, ...]
    seats: int

    @property
    def cast(self) -> tuple[Character, ...]:
        """Return the characters at the table, in the order of the names."""
        missing = (self.names[-1],) * (self.seats - len(self.names))
        return tuple(find_character(name) for name in self.names + missing)

    def play(self, seed: str, game: int, options: Options) -> Played:
        """Play one game, with each character one seat further on than in the last one.

        All pairings with the same size and seed get the same deals, so that the
        comparison measures play and not luck.
        """
        label = f"{seed} {self.seats} {game // self.seats}"
        at = game % self.seats
        seated = self.cast[-at:] + self.cast[:-at] if at else self.cast
        return play_game(seated, options, hashlib.sha256(label.encode()).digest())


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of a pairing's first character: wins with a 95 % interval, points."""

    pairing: Pairing
    games: int
    wins: float
    low: float
    high: float
    points: float
    others: float

    @property
    def verdict(self) -> str:
        """Return whether the first won significantly more than an equal share."""
        equal = 1 / self.pairing.seats
        if self.low > equal:
            return "above"
        return "below" if self.high < equal else "equal"


def find_character(name: str) -> Character:
    """Return a character, or one of the variants below.

    `half` is the reference rule, `half:NAME` that rule with the memory of a character,
    `naive` that rule without memory, and `NAME@6` any of these with a median of six
    seconds for each accusation and draw.

    Raises:
        KeyError: there is no character of this name.
        ValueError: the seconds are no number.
    """
    rule, _, seconds = name.partition("@")
    if seconds:
        pace = float(seconds)
        return replace(find_character(rule), name=name, notices=pace, draws=pace)
    rule, _, like = name.partition(":")
    if rule == HALF.name:
        memory = CHARACTERS[like].memory if like else None
        return replace(HALF, name=name, memory=memory)
    return NAIVE if name == NAIVE.name else CHARACTERS[name]


def compute_standing(pairing: Pairing, games: Iterable[Played]) -> Standing:
    """Return the standing after at least one game of a pairing."""
    first = pairing.names[0]
    shares: list[float] = []
    mine: list[int] = []
    theirs: list[int] = []
    for played in games:
        shares.append(played.share_of(first))
        for name, points in zip(played.cast, played.points, strict=True):
            (mine if name == first else theirs).append(points)
    low, high = interval(sum(shares) / len(shares), len(shares))
    return Standing(
        pairing=pairing,
        games=len(shares),
        wins=sum(shares) / len(shares),
        low=low,
        high=high,
        points=sum(mine) / len(mine),
        others=sum(theirs) / len(theirs) if theirs else 0.0,
    )


def interval(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share found in `count` games.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    """
    middle = share + _Z * _Z / (2 * count)
    spread = _Z * sqrt(share * (1 - share) / count + (_Z / (2 * count)) ** 2)
    whole = 1 + _Z * _Z / count
    return (middle - spread) / whole, (middle + spread) / whole


type _Job = tuple[Pairing, str, range, Options]


def main(arguments: list[str] | None = None) -> None:
    """Play all games and print the standings."""
    options = vars(_parser().parse_args(arguments))
    pairings = _pairings(options["bots"], options["players"])
    start = time.monotonic()
    played = _play_all(pairings, options)
    standings = [compute_standing(pairing, played[pairing]) for pairing in pairings]
    for line in _table(standings):
        print(line)
    seconds = time.monotonic() - start
    count = sum(standing.games for standing in standings)
    print(f"{count} games in {seconds:.0f} s")
    if options["csv"]:
        _write_csv(options["csv"], standings)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        description="Let bots play against each other; print win rates with 95 % "
        "intervals."
    )
    parser.add_argument("--games", type=_count, default=200, help="of each pairing")
    parser.add_argument("--players", type=int, nargs="+", default=[*SEATS])
    parser.add_argument(
        "--bots",
        nargs="+",
        default=_DEFAULT_BOTS,
        metavar="CAST",
        help="names with commas; the first is measured, the last fills the table",
    )
    parser.add_argument("--edition", type=Edition, default=Edition.DEVIR)
    for name, kind in OPTIONS.items():
        how = {"action": "store_true"} if kind is bool else {"type": kind}
        parser.add_argument("--" + name.replace("_", "-"), **how)
    parser.add_argument("--processes", type=_count, default=2)
    parser.add_argument("--seed", default="charlie")
    parser.add_argument("--csv", type=Path, help="write the table there too")
    return parser


def _play_all(
    pairings: list[Pairing], options: dict[str, Any]
) -> dict[Pairing, list[Played]]:
    jobs = list(_jobs(pairings, options))
    played: dict[Pairing, list[Played]] = defaultdict(list)
    done, whole = 0, len(pairings) * options["games"]
    start = time.monotonic()
    # Forked processes inherit the loaded rules and tables of worlds.
    with get_context("fork").Pool(options["processes"]) as pool:
        for pairing, games in pool.imap_unordered(_work, jobs):
            played[pairing] += games
            done += len(games)
            _show_progress(done, whole, time.monotonic() - start)
    print(file=sys.stderr)
    return played


def _show_progress(done: int, whole: int, seconds: float) -> None:
    filled = _BAR * done // whole
    left = seconds / done * (whole - done)
    bar = "#" * filled + "." * (_BAR - filled)
    shown = f"\r[{bar}] {done} of {whole} games, {left:.0f} s left  "
    print(shown, end="", file=sys.stderr, flush=True)


def _count(text: str) -> int:
    """Return a positive number.

    Raises:
        ArgumentTypeError: the text is no positive number.
    """
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def _pairings(casts: list[str], sizes: list[int]) -> list[Pairing]:
    """Return the requested pairings without repetitions.

    Raises:
        SystemExit: a bot does not exist, a cast does not fit its table, or the first
            bot has a second seat or no opponent.
    """
    pairings = []
    for cast, seats in product(dict.fromkeys(casts), dict.fromkeys(sizes)):
        names = tuple(cast.split(","))
        if seats not in SEATS or len(names) > seats:
            sys.exit(f"{cast} do not fit a table of {seats}.")
        if len(names) < 2 or names[0] in names[1:]:
            sys.exit(f"{cast}: the first takes one seat, others the rest.")
        _check_names(names)
        pairings.append(Pairing(names, seats))
    return pairings


def _check_names(names: tuple[str, ...]) -> None:
    for name in names:
        try:
            find_character(name)
        except KeyError:
            sys.exit(f"Nobody is called {name}.")


def _jobs(pairings: list[Pairing], options: dict[str, Any]) -> Iterator[_Job]:
    asked = {name: options[name] for name in OPTIONS if options[name]}
    rules = replace(PRESETS[options["edition"]].options, **asked)
    games = options["games"]
    for pairing in pairings:
        for first in range(0, games, _CHUNK):
            numbers = range(first, min(first + _CHUNK, games))
            yield pairing, options["seed"], numbers, rules


def _work(job: _Job) -> tuple[Pairing, list[Played]]:
    pairing, seed, numbers, rules = job
    return pairing, [pairing.play(seed, number, rules) for number in numbers]


def _table(standings: list[Standing]) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield "| the first against the rest | players | games | wins | 95 % | equal | |"
    yield "|---|---|---|---|---|---|---|"
    for standing in standings:
        pairing = standing.pairing
        yield (
            f"| {', '.join(pairing.names)} | {pairing.seats} | {standing.games} "
            f"| {standing.wins:.1%} | {standing.low:.1%} to {standing.high:.1%} "
            f"| {1 / pairing.seats:.1%} | {standing.verdict} |"
        )


def _write_csv(path: Path, standings: list[Standing]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*_COLUMNS, "points", "points of the others"])
        for standing in standings:
            pairing = standing.pairing
            figures = (standing.wins, standing.low, standing.high, 1 / pairing.seats)
            writer.writerow(
                [
                    " ".join(pairing.names),
                    pairing.seats,
                    standing.games,
                    *(f"{figure:.4f}" for figure in figures),
                    standing.verdict,
                    f"{standing.points:.3f}",
                    f"{standing.others:.3f}",
                ]
            )


if __name__ == "__main__":
    main()
