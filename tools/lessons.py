"""Makes the lessons from recorded games: `python -m tools.lessons`.

Writes games/daily/lessons.json: for each topic the position with the fewest cards.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.deduction.candidates import Position, build_position
from games.deduction.deductions import prove
from games.deduction.memory import BLANK, remember
from games.deduction.steps import Deduction, IsChief, StepKind
from games.proof.record import Record, parse_record, replay_steps
from games.rules.editions import Placement
from games.rules.observe import observe
from games.rules.state import Phase, State
from games.rules.suspects import Suspect, list_matching_sides

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "records"
LESSONS = ROOT / "games" / "daily" / "lessons.json"
LONGEST_PROOF = 6


@dataclass(frozen=True)
class Moment:
    """One seat's knowledge after some moves of a recorded game."""

    name: str
    record: Record
    moves: int
    state: State
    seat: int
    position: Position
    before: Position | None

    @property
    def chief(self) -> Suspect | None:
        possible = self.position.list_possible_chiefs()
        is_known = len(possible) == 1 and possible[0] in self.in_lines
        return possible[0] if is_known else None

    @property
    def in_lines(self) -> list[Suspect]:
        return [card for line in self.state.lines for card in line]

    @property
    def has_open_clue(self) -> bool:
        """Return whether another seat plays with its clue face up."""
        return set(self.position.known) & set(range(len(self.record.seats))) != {
            self.seat
        }

    @property
    def publics(self) -> list[Any]:
        seats = len(self.record.seats)
        return [side for at, side in self.position.known.items() if at >= seats]


def discarded_in(proof: Deduction) -> set[Suspect]:
    return {card for step in proof for card in step.discarded}


def uses_public(moment: Moment, proof: Deduction) -> bool:
    seats = len(moment.record.seats)
    known = [step for step in proof if step.kind is StepKind.KNOWN]
    return any(place >= seats for step in known for place in step.places)


def is_of_one_row(moment: Moment, proof: Deduction) -> bool:
    """Return whether one row tells the last clue, because another dog's lies open."""
    rows = [step for step in proof if step.kind is StepKind.CARDS]
    return moment.has_open_clue and len(rows) == 1 and not discarded_in(proof)


def is_of_public_clues(moment: Moment, proof: Deduction) -> bool:
    return uses_public(moment, proof) and not discarded_in(proof)


def is_of_discards(moment: Moment, proof: Deduction) -> bool:
    return 1 <= len(discarded_in(proof)) <= 2


def is_of_timing(moment: Moment, proof: Deduction) -> bool:
    """Return whether the last card has just made it certain, before any accusation."""
    before = moment.before and moment.before.list_possible_chiefs()
    return bool(before) and len(before or ()) > 1 and not moment.state.accusations


def is_of_placing(moment: Moment, proof: Deduction) -> bool:
    """Return whether a card lies in a line although a public clue does not match it."""
    if moment.record.options.placement is not Placement.PLAYERS:
        return False
    sides = [list_matching_sides(card) for card in moment.in_lines]
    return any(clue not in each for each in sides for clue in moment.publics)


# In the order of the lessons; silence has no proof, as no seat can be certain.
TOPICS: tuple[Callable[[Moment, Deduction], bool] | None, ...] = (
    is_of_one_row,
    is_of_public_clues,
    is_of_discards,
    None,
    is_of_timing,
    is_of_placing,
)


def moments() -> Iterator[Moment]:
    """Yield the moments of all records."""
    for kind in ("game", "placement"):
        for path in sorted(RECORDS.glob(f"{kind}-*.json")):
            yield from find_moments(path)


def find_moments(path: Path) -> Iterator[Moment]:
    record = parse_record(json.loads(path.read_text())["record"])
    memory, before = BLANK, dict[int, Position]()
    for moves, ((_round, move), step) in enumerate(replay_steps(record)):
        state = step.state
        if move == 0:
            memory, before = BLANK, {}
        if state.phase is not Phase.SUSPECTS:
            continue
        memory = remember(memory, observe(state, 0))
        if state.placing:
            continue
        for seat in range(len(record.seats)):
            position = build_position(observe(state, seat), memory)
            last = before.get(seat)
            before[seat] = position
            yield Moment(path.stem, record, moves, state, seat, position, last)


def is_of_silence(moment: Moment) -> bool:
    possible = moment.position.list_possible_chiefs()
    is_open = len(possible) == 2 and set(possible) <= set(moment.in_lines)
    return is_open and not moment.state.accusations


def build_lesson(moment: Moment, shown: set[Suspect]) -> dict[str, Any]:
    """Return a moment as JSON; the other discards lie face down."""
    cards = moment.position.cards
    discards = [[card for card in each.discards if card in shown] for each in cards]
    return {
        "record": moment.name,
        "steps": moment.moves,
        "you": moment.seat,
        "seats": list(moment.record.seats),
        "known": {str(at): side for at, side in moment.position.known.items()},
        "lines": [list(each.line) for each in cards],
        "discards": discards,
        "covered": [
            len(each.discards) - len(kept)
            for each, kept in zip(cards, discards, strict=True)
        ],
    }


def make_lessons() -> list[dict[str, Any]]:
    """Return the smallest moment of each topic, each from a game of its own."""
    found: list[list[tuple[int, int, dict[str, Any]]]] = [[] for _topic in TOPICS]
    for order, moment in enumerate(moments()):
        size = sum(cards.number for cards in moment.position.cards)
        if is_of_silence(moment) and not moment.has_open_clue:
            every = {card for cards in moment.position.cards for card in cards.discards}
            found[3].append((size, order, build_lesson(moment, every)))
        if not moment.chief:
            continue
        proof = prove(moment.position, IsChief(moment.chief)) or ()
        if not 2 < len(proof) <= LONGEST_PROOF:
            continue
        for place, is_of_topic in enumerate(TOPICS):
            is_first = is_of_topic is is_of_one_row
            if is_first is not moment.has_open_clue or not is_of_topic:
                continue
            if is_of_topic(moment, proof):
                lesson = build_lesson(moment, discarded_in(proof))
                found[place].append((size, order, lesson))
    used: set[str] = set()
    lessons = []
    for each in found:
        free = [entry for entry in each if entry[2]["record"] not in used]
        lesson = min(free)[2]
        used.add(lesson["record"])
        lessons.append(lesson)
    return lessons


if __name__ == "__main__":
    LESSONS.write_text(json.dumps(make_lessons(), indent=1) + "\n")
