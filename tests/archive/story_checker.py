"""Checks the English story of a game against its record, apart from the engine.

Worlds are counted from the text of docs/rules.md (tests.deduction.second_odds), and
another referee tells the result (tests.rules.second_opinion).
"""

import re
from functools import cached_property

from tests.deduction.second_odds import CATS, Position, chief_of, has, worlds_among
from tests.rules.second_opinion import judge_record
from tests.rules.second_scoring import worth

DECIDED = r"(.+) decided it in round (\d+): (.+) was the chief\."
IN_VAIN = r"(.+) caught (.+), the chief, in round (\d+), and it wasn’t enough\."
EARLIER = r"(.+) could have been certain (\d+) moves? earlier"
AT_ONCE = r"(.+) could be certain at that very moment"
FASTER = r", but (.+) was faster\."
LUCKY = r"The luckiest draw: (.+) in round (\d+), worth \+(\S+) points to (.+)\."


class Story:
    """The sentences about a game, with its record and the names of cats and seats."""

    def __init__(self, sentences, record, names, cats):
        self.sentences, self.record = sentences, record
        self.names, self.cats = names, cats
        self.starts, made = [], 0
        for entry in record["rounds"]:
            self.starts.append(made)
            made += len(entry["moves"])

    @cached_property
    def outcome(self):
        return judge_record(self.record)

    def place(self, number):
        """Return the index of the round of a move, and the moves before it there."""
        index = max(i for i, start in enumerate(self.starts) if start < number)
        return index, number - self.starts[index] - 1

    def position(self, index, made):
        exposed = self.outcome["rounds"][index]["exposed"]
        return Position(self.record, self.record["rounds"][index], made, exposed or [])

    def catches(self):
        """Return seat and move of each accusation that caught a chief."""
        for start, entry, judged in zip(
            self.starts, self.record["rounds"], self.outcome["rounds"], strict=False
        ):
            for at, move in enumerate(entry["moves"], start + 1):
                is_catch = move.get("suspect") == judged["chief"]
                if move["move"] == "accuse" and is_catch and not judged["mistaken"]:
                    yield move["seat"], at

    def check(self):
        first, second, *third = self.sentences
        catch = self.check_catch(*first)
        self.check_certainty(*second, catch)
        for sentence, move in third:
            self.check_luck(sentence, move)

    def check_catch(self, sentence, number):
        catches, winners = dict(map(reversed, self.catches())), self.outcome["winners"]
        if found := re.fullmatch(DECIDED, sentence):
            name, told, cat = found.groups()
            assert catches[number] in winners
        elif found := re.fullmatch(IN_VAIN, sentence):
            name, cat, told = found.groups()
            assert not set(catches.values()) & set(winners)
        else:
            assert sentence == "The decisive moment never came: nobody caught a chief."
            assert not catches
            return None
        index, made = self.place(number)
        move = self.record["rounds"][index]["moves"][made]
        assert self.names[catches[number]] == name
        assert self.cats[move["suspect"]] == cat
        assert self.record["rounds"][index]["number"] == int(told)
        return move["seat"], number

    def check_certainty(self, sentence, move, catch):
        if catch is None:
            assert sentence == "The cats kept their secret."
            return
        seat, number = catch
        index, made = self.place(number)
        first = next(
            (
                (self.starts[index] + before, who)
                for before in range(made + 1)
                if (who := self.certain_after(index, before))
            ),
            None,
        )
        if first is None:
            assert sentence == (
                "Nobody with an accusation left could have been certain by then."
            )
            return
        at, who = first
        assert move == at
        # The accusation followed the position before it.
        earlier = number - 1 - at
        pattern = EARLIER if earlier else AT_ONCE
        found = re.fullmatch(pattern + (r"\." if seat in who else FASTER), sentence)
        assert found, (sentence, first)
        named = {self.names[each] for each in who}
        assert set(re.split(", | and ", found[1])) == named
        assert not earlier or int(found[2]) == earlier
        assert seat in who or found[found.lastindex] == self.names[seat]

    def certain_after(self, index, made):
        """Return the seats that have not accused yet and know the chief for certain."""
        position = self.position(index, made)
        moves = self.record["rounds"][index]["moves"][:made]
        accused = {move["seat"] for move in moves if move["move"] == "accuse"}
        return [
            seat
            for seat in range(position.n)
            if seat not in accused
            and len({chief_of(world) for world in worlds(position, seat)}) == 1
        ]

    def check_luck(self, sentence, number):
        cat, told, points, name = re.fullmatch(LUCKY, sentence).groups()
        index, made = self.place(number)
        assert self.record["rounds"][index]["number"] == int(told)
        moves = self.record["rounds"][index]["moves"]
        drawer, seat = moves[made]["seat"], self.names.index(name)
        assert moves[made]["move"] == "draw"
        assert drawer != seat
        accused = {
            m["seat"]: m["suspect"] for m in moves[:made] if m["move"] == "accuse"
        }
        assert seat not in accused
        before = self.position(index, made)
        left = [card for card in before.deck if card in CATS]
        assert self.cats[left[0]] == cat
        after = self.position(index, made + 1)
        before.public = after.public
        pool = self.record["rounds"][index]["deal"]["pool"]
        values = {}
        for card in left:
            fits = has(card, before.clues[drawer])
            known = [
                world
                for world in worlds(before, seat)
                if has(card, world[drawer]) == fits
            ]
            values[card] = self.value(known, list(accused.values()), index, pool)
        luck = values[left[0]] - sum(values.values()) / len(values)
        assert abs(luck - float(points)) < 0.0501

    def value(self, known, taken, index, pool):
        """Return the mean points of accusing suspects as often as they may be it."""
        chief = self.outcome["rounds"][index]["chief"]
        gold, white, black = (
            mean(pool, colour) for colour in ("gold", "white", "black")
        )
        free = [cat for cat in map(chief_of, known) if cat not in taken]
        if not free:
            return black
        hits = free.count(chief) / len(free)
        near = sum(differ(cat, chief) == 1 for cat in free) / len(free)
        return hits * gold + near * white + (1 - hits - near) * black


def mean(pool, colour):
    faces = pool[colour]
    points = [worth(colour, face) for face in faces]
    return sum(points) / len(points) if points else 0


def differ(one, other):
    return sum(a != b for a, b in zip(one, other, strict=True))


def worlds(position, seat):
    return worlds_among(position.possible_sides(seat, remembers=True))
