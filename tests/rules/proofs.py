"""Random games with seed, contributions and hashes, as the server exports them."""

import subprocess
import sys

from games.rules import chain, commitment
from games.rules.record import outcome
from tests.rules.random_games import ALL_OPTIONS, RandomGame

CODE = "K7QX2M"


class ProvenGame(RandomGame):
    """A random game whose deals come from a seed and contributions."""

    def __init__(self, number):
        super().__init__(number, options=ALL_OPTIONS[number % len(ALL_OPTIONS)])
        self.origin = self.chance.randbytes(32)
        self.contributions = [
            self.chance.choice(("", self.chance.randbytes(16).hex()))
            for _ in self.seats
        ]
        self.seed = commitment.key_of(self.origin, CODE, self.contributions)

    @property
    def record(self):
        content = super().record | {
            "version": commitment.VERSION,
            "rules": chain.RULES_VERSION,
            "code": CODE,
            "discards": self.options.discards.value,
            "first_player": "chosen",
            "given": 0,
            "commitment": commitment.commitment_of(self.origin, CODE),
            "contributions": self.contributions,
            "opened_at": time_of(0),
            "started_at": time_of(1),
            "seed": self.origin.hex(),
            "ended_at": time_of(3),
            "outcome": outcome(self.state),
        }
        content["reason"] = content["outcome"]["reason"] or "abandoned"
        return content | self.chain(content)

    def chain(self, content):
        """Write the hashes into the moves; return the first and the last hash."""
        first = last = chain.start_hash(content)
        count = 0
        for result, entry in zip(self.places(), content["rounds"], strict=True):
            entry["number"], entry["attempt"] = result
            for move in entry["moves"]:
                count += 1
                move |= {"by": "player", "time": time_of(2)}
                last = move["hash"] = chain.move_hash(last, CODE, count, move)
        head = chain.head_hash(last, count, content["reason"], content["ended_at"])
        return {"start_hash": first, "head_hash": head}

    def places(self):
        """Return the number and the attempt of each dealt round."""
        revealed = [(each.number, each.attempt) for each in self.state.results]
        now = (self.state.number, self.state.attempt)
        return revealed if now in revealed else [*revealed, now]


def time_of(minute):
    return f"2026-11-21T18:{minute:02}:00.000000+00:00"


def proven_record(number, most_moves=2000):
    """Return the record of a closed game, abandoned after at most this many moves."""
    return ProvenGame(number).play(most_moves).record


def run(pyz, text: str, name: str = "-"):
    # -I ignores this folder and the environment, -S the installed packages.
    return subprocess.run(
        [sys.executable, "-I", "-S", pyz, name],
        input=text,
        capture_output=True,
        text=True,
        cwd=pyz.parent,
        check=False,
    )
