"""Checks the chances that Argus reads from accusations and from silence.

    python -m bench.silence [--games 600]

Tables of three to five Arguses play whole games. For each tenth from 50 % on, prints
how often Argus stated such a chance, its mean, and how often it came true, beside the
same for exact deduction without a model of the opponents.
"""

import argparse
import hashlib
from collections import defaultdict

from games.bots.characters import ARGUS
from games.bots.deduction import deduce
from games.bots.memory import BLANK, remember
from games.bots.tournament import states_of_game
from games.bots.worlds import INDEX
from games.rules.clues import suspect_of
from games.rules.editions import Options
from games.rules.observe import observe
from games.rules.state import Phase

MODELS = {"with the model": ARGUS.opponents, "without": None}
OPEN = (Phase.SUSPECTS, Phase.LAST_CALL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=600)
    games = parser.parse_args().games
    stated = defaultdict(list)
    for number in range(games):
        for state, memory in positions(number):
            note(state, memory, stated)
    print("| | tenth | chances | given | true |\n|---|---|---|---|---|")
    for (name, tenth), found in sorted(stated.items()):
        given = sum(chance for chance, _ in found) / len(found)
        true = sum(right for _, right in found) / len(found)
        print(f"| {name} | {tenth}0 % | {len(found)} | {given:.1%} | {true:.1%} |")


def positions(number):
    """Yield the states of a game before the reveals, each with the public memory."""
    cast = [ARGUS] * (3 + number % 3)
    key = hashlib.sha256(f"silence {number}".encode()).digest()
    memory = BLANK
    for state in states_of_game(cast, Options(), key):
        memory = remember(memory, observe(state, 0))
        if state.phase in OPEN:
            yield state, memory


def note(state, memory, stated):
    """Note the chances of one seat, and whether each suspect is the chief."""
    chief = INDEX[suspect_of(state.clues + state.public_clues + state.flips)]
    seen = observe(state, len(state.deck) % len(state.seats))
    for name, model in MODELS.items():
        chances = deduce(seen, memory, opponents=model).chances
        for suspect, chance in enumerate(chances):
            if 0.5 <= chance < 1:
                stated[name, int(10 * chance)].append((chance, suspect == chief))


if __name__ == "__main__":
    main()
