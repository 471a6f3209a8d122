"""Checks that luck is 0 on average for every way of playing (docs/deduction.md).

    python -m bench.luck [--rounds 4000] [--placement players] [--stasi] [--adler]

Five seats play single rounds: three characters, a seat that never accuses, and one that
accuses as soon as a suspect has 30 %. Prints for each the mean points, luck and nerve
of a round, with 99 % bounds for luck. Exit code 1 if 0 lies outside them.
"""

import argparse
import hashlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, variance

from games.bots.analysis import SeatAnalysis, analyse_round
from games.bots.characters import ARGUS, HALF, PIP, ROXY, Character
from games.bots.memory import BLANK, remember
from games.bots.policy import Intent, decide
from games.bots.tournament import TableClock
from games.rules.apply import apply_move, begin_round
from games.rules.deal import shuffle_deal
from games.rules.editions import Investigator, Options, Placement
from games.rules.moves import Accuse, Draw, Pass
from games.rules.observe import Observation, observe
from games.rules.state import Phase, State, new_game

_Z99 = 2.575829
NEVER = replace(HALF, name="never")
EARLY = replace(HALF, name="at 30 %", threshold=0.3)
CAST = (ARGUS, ROXY, PIP, NEVER, EARLY)
_OPEN = frozenset({Phase.SIDES, Phase.SUSPECTS, Phase.LAST_CALL})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--placement", type=Placement, default=Placement.REFEREE)
    parser.add_argument("--stasi", action="store_true")
    parser.add_argument("--adler", action="store_true")
    asked = parser.parse_args()
    options = Options(placement=asked.placement, stasi=asked.stasi, adler=asked.adler)
    found: dict[str, list[SeatAnalysis]] = {each.name: [] for each in CAST}
    for number in range(asked.rounds):
        turned = number % len(CAST)
        cast = CAST[turned:] + CAST[:turned]
        analysis = analyse_round(play_round(cast, options, f"luck {number}"))
        for character, seat in zip(cast, analysis.seats, strict=True):
            found[character.name].append(seat)
    print(
        "| | rounds | points | nerve | luck | 99 % bounds |\n|---|---|---|---|---|---|"
    )
    are_fair = [print_row(name, seats) for name, seats in found.items()]
    sys.exit(not all(are_fair))


def play_round(cast: Sequence[Character], options: Options, seed: str) -> list[State]:
    """Return the states of one round, from the deal to the reveal."""
    key = hashlib.sha256(seed.encode()).digest()
    state = new_game(tuple(Investigator)[: len(cast)], options, 0)
    state, _ = begin_round(state, shuffle_deal(key, state))
    states, memory, clock = [state], BLANK, TableClock()
    while state.phase in _OPEN:
        views = [observe(state, seat) for seat in range(len(cast))]
        memory = remember(memory, views[0])
        intents = {
            seat: change(cast[seat], view, decide(view, memory, cast[seat], key))
            for seat, view in enumerate(views)
        }
        state, _ = apply_move(state, clock.next_move(intents))
        states.append(state)
    return states


def change(
    character: Character, seen: Observation, made: Intent | None
) -> Intent | None:
    """Return the intent, without accusations of the seat that makes none."""
    if character is not NEVER or made is None or not isinstance(made.move, Accuse):
        return made
    if seen.phase is Phase.LAST_CALL:
        return replace(made, move=Pass(seen.viewer))
    draw = Draw(seen.viewer)
    return replace(made, move=draw) if draw in seen.moves else None


def print_row(name: str, seats: Sequence[SeatAnalysis]) -> bool:
    """Print the means of a way of playing; return whether luck may be 0 on average."""
    lucks = [seat.luck for seat in seats]
    luck, nerve = fmean(lucks), fmean([seat.nerve for seat in seats])
    bound = _Z99 * sqrt(variance(lucks) / len(lucks))
    print(
        f"| {name} | {len(seats)} | {luck + nerve:.2f} | {nerve:.2f} | {luck:+.3f} "
        f"| ±{bound:.3f} |"
    )
    return abs(luck) <= bound


if __name__ == "__main__":
    main()
