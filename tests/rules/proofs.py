"""Random games with seed, contributions and hashes, as the server exports them."""

import subprocess
import sys

from games.proof import chain
from games.proof.record import build_outcome
from games.rules.deal import compute_commitment, compute_key
from tests.rules.random_games import ALL_OPTIONS, RandomGame

CODE = "K7QX2M"


class ProvenGame(RandomGame):
    """A random game with deals from a seed and contributions."""

    def __init__(self, number):
        super().__init__(number, options=ALL_OPTIONS[number % len(ALL_OPTIONS)])
        self.origin = self.chance.randbytes(32)
        self.contributions = [
            self.chance.choice(("", self.chance.randbytes(16).hex()))
            for _ in self.seats
        ]
        self.seed = compute_key(self.origin, CODE, self.contributions)

    @property
    def record(self):
        content = super().record | {
            "version": chain.VERSION,
            "rules": chain.RULES_VERSION,
            "code": CODE,
            "discards": self.options.discards.value,
            "first_player": "chosen",
            "tutorial": False,
            "listed": False,
            "notebook": "on",
            "reactions": "on",
            "limits": "off",
            "got_up": [None] * len(self.seats),
            "given": 0,
            "commitment": compute_commitment(self.origin, CODE),
            "contributions": self.contributions,
            "opened_at": format_minute(0),
            "started_at": format_minute(1),
            "seed": self.origin.hex(),
            "ended_at": format_minute(3),
            "bots": [""] * len(self.seats),
            "closing": 1,
            "before": "",
            "outcome": build_outcome(self.state),
        }
        content["reason"] = content["outcome"]["reason"] or "abandoned"
        for place, entry in zip(self.places(), content["rounds"], strict=True):
            entry["number"], entry["attempt"] = place
            for move in entry["moves"]:
                by = "clock" if move["move"] == "pass" else "player"
                move |= {"by": by, "time": format_minute(2)}
        return rehash(content)

    def places(self):
        """Return the number and the attempt of each dealt round."""
        revealed = [(each.number, each.attempt) for each in self.state.results]
        now = (self.state.number, self.state.attempt)
        return revealed if now in revealed else [*revealed, now]


def rehash(record):
    """Write every hash of a record anew, as the owner of a database could."""
    record["start_hash"] = chain.start_hash(record)
    record.pop("head_hash", None)
    for link in chain.list_links(record):
        if link.move:
            record["rounds"][link.round - 1]["moves"][link.move - 1]["hash"] = (
                link.correct
            )
        else:
            record["head_hash"] = link.correct
    return record


def format_minute(minute):
    return f"2026-11-21T18:{minute:02}:00.000000+00:00"


def proven_record(number, most_moves=2000):
    """Return the record of a closed game, abandoned after at most this many moves."""
    return ProvenGame(number).play(most_moves).record


def run(pyz, text: str, *names: str):
    # -I ignores this folder and the environment, -S the installed packages.
    return subprocess.run(
        [sys.executable, "-I", "-S", pyz, *(names or ["-"])],
        input=text,
        capture_output=True,
        text=True,
        cwd=pyz.parent,
        check=False,
    )
