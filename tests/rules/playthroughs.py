"""Golden play-throughs: each viewer's observations after each move of recorded games.

After an intended change, update the files and read the difference:

    python -m tests.rules.playthroughs --update
"""

import dataclasses
import json
import sys
from pathlib import Path

from games.proof.record import parse_record
from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal
from games.rules.editions import Discards
from games.rules.events import CluesRevealed
from games.rules.moves import Accuse, move_from_dict
from games.rules.observe import SPECTATOR, observe
from games.rules.state import begin_state

TESTS = Path(__file__).parent.parent
FOLDER = TESTS / "playthroughs"
NOTHING = ("None", "False", "()", "")
# The records and their option for discards, which a record leaves out.
PLAYED = {
    "worked-example": Discards.CLOSED,
    "unfinished-3p": Discards.OPEN,
    "stopped-in-last-call": Discards.CLOSED,
    "own-stasi-kept-at-the-end": Discards.CLOSED,
    "own-taken-adler-traded-on": Discards.OPEN,
    "own-officer-moves-in-void": Discards.CLOSED,
}


def tell(name):
    """Return a play-through as text."""
    content = json.loads((TESTS / "records" / f"{name}.json").read_text())["record"]
    record = parse_record(content)
    options = dataclasses.replace(record.options, discards=PLAYED[name])
    state = begin_state(record.seats, options, record.first_seat)
    lines = [f"{name}: {' '.join(record.seats)}", short(options)]
    seen = {}
    for entry in content["rounds"]:
        state, happened = begin_round(state, Deal.from_dict(entry["deal"]))
        lines += ["", "deal", *tell_events(happened), *tell_views(state, seen)]
        for number, fields in enumerate(entry["moves"], 1):
            state, happened = apply_move(state, move_from_dict(fields))
            said = " ".join(str(value) for value in fields.values())
            lines += ["", f"{number}. {said}", *tell_events(happened)]
            lines += tell_views(state, seen)
    return "\n".join(lines) + "\n"


def tell_events(happened):
    """Return the events in short; the views show the result of a reveal."""
    return [
        "  * CluesRevealed"
        if isinstance(event, CluesRevealed)
        else f"  * {short(event)}"
        for event in happened
    ]


def tell_views(state, seen):
    """Return the changes for all viewers, then the further ones for each seat."""
    public = facts(observe(state, SPECTATOR))
    views = {"all": public}
    for seat in range(len(state.seats)):
        mine = facts(observe(state, seat))
        views[f"seat {seat}"] = {
            name: fact for name, fact in mine.items() if public.get(name) != fact
        }
    lines = []
    for viewer, now in views.items():
        before = seen.get(viewer, {})
        lines += [
            f"  {viewer} | {name}: {now.get(name, '-')}"
            for name in sorted({*now, *before})
            if now.get(name) != before.get(name)
        ]
    seen.update(views)
    return lines


def facts(observation):
    """Return the facts of an observation as texts, by name."""
    found = {}
    for name, value in observation._asdict().items():
        if name == "seats":
            for seat in value:
                found |= seat_facts(seat)
        elif name == "results":
            found["rounds"] = str(len(value))
        elif name == "moves":
            found["moves"] = moves_in_short(value)
        elif name not in ("viewer", "options"):
            found[name] = short(value)
    return {name: fact for name, fact in found.items() if fact not in NOTHING}


def seat_facts(view):
    views = view._asdict()
    return {
        f"{view.seat} {name}": short(views[name]) for name in views if name != "seat"
    }


def moves_in_short(moves):
    accusable = [move.suspect for move in moves if isinstance(move, Accuse)]
    others = [short(move) for move in moves if not isinstance(move, Accuse)]
    return " ".join([*others, *(["accuse", *accusable] if accusable else [])])


def short(value):
    """Return a short text for a value, without brackets and field names."""
    if hasattr(value, "_fields"):
        return f"{type(value).__name__}({', '.join(map(short, value))})"
    if isinstance(value, tuple):
        return " ".join(map(short, value)) or "()"
    if dataclasses.is_dataclass(value):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
        return f"{type(value).__name__}({', '.join(map(short, parts))})"
    return str(value)


def main():
    for name in PLAYED:
        path = FOLDER / f"{name}.txt"
        text = tell(name)
        if "--update" in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            print(f"{path.name} differs; see --update")


if __name__ == "__main__":
    main()
