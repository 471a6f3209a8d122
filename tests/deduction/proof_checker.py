"""Follows a proof, step by step, in all 3,840 worlds and with the facts of a record.

Written from docs/rules.md; imports nothing from games.bots.
"""

from functools import cache
from itertools import combinations

from tests.deduction.second_odds import CATS, SIDES, TRAITS, WORLDS, has

ALL = (1 << len(WORLDS)) - 1
TOKEN = {
    side: trait for trait, pair in zip(TRAITS, SIDES, strict=True) for side in pair
}


class FaultError(AssertionError):
    """A step that does not follow, or a fact that the seat may not know."""


def worlds_where(accepts):
    """Return the set of worlds that a function accepts, one bit each."""
    return sum(1 << index for index, world in enumerate(WORLDS) if accepts(world))


@cache
def worlds_with(place, side):
    return worlds_where(lambda world: world[place] == side)


@cache
def worlds_of_card(seat, cat, fits):
    return worlds_where(lambda world: has(cat, world[seat]) == fits)


@cache
def worlds_of_chief(cat):
    return worlds_where(lambda world: all(has(cat, side) for side in world))


def any_of(sets):
    """Return the union of some sets of worlds."""
    found = 0
    for each in sets:
        found |= each
    return found


def worlds_seen_by(position, viewer):
    """Return all worlds that a seat with a perfect memory cannot rule out."""
    worlds = ALL
    for place, sides in enumerate(position.possible_sides(viewer, remembers=True)):
        worlds &= any_of(worlds_with(place, side) for side in sides)
    return worlds


class Checker:
    """Follows one proof; `known` are the worlds that its steps so far leave."""

    def __init__(self, position, viewer):
        self.position, self.viewer = position, viewer
        self.known = ALL
        # The sides that the steps so far name for each place.
        self.named = [set(TOKEN) for _ in range(5)]

    def follow(self, step):
        """Add the conclusion of a step.

        Raises:
            FaultError: it does not follow.
        """
        check = getattr(self, "check_" + step.kind.replace("-", "_"))
        facts, conclusion = check(step)
        if step.kind in {"cards", "taken", "only-here"}:
            self.named[step.places[0]] = set(step.sides)
        require(not self.known & facts & ~conclusion, "does not follow", step)
        self.known &= facts & conclusion

    def sides_at(self, place):
        """Return the sides that the steps so far leave a place."""
        return {side for side in TOKEN if self.known & worlds_with(place, side)}

    def check_known(self, step):
        facts = ALL
        for place, side in zip(step.places, step.sides, strict=True):
            require(self.open_clue(place) == side, "no open clue", step)
            facts &= worlds_with(place, side)
            self.named[place] = {side}
        return facts, facts

    def open_clue(self, place):
        has_begun = len(self.position.clues) == self.position.n
        if place == self.viewer or (has_begun and place in self.position.exposed):
            return self.position.clues[place]
        public = dict(enumerate(self.position.public, self.position.n))
        return public.get(place)

    def check_cards(self, step):
        (seat,) = step.places
        facts = self.cards_of(seat, step.kept, step.discarded)
        for trait in step.taken:
            taken = {TOKEN[side] for side in self.sides_at(seat)}
            require(trait not in taken, "is not taken", step)
        before = {s for s in self.named[seat] if TOKEN[s] not in step.taken}
        cats = [(cat, True) for cat in step.kept]
        cats += [(cat, False) for cat in step.discarded]
        exact = {s for s in before if all(has(cat, s) == fits for cat, fits in cats)}
        require(exact == set(step.sides), "other sides are left", step)
        return facts, any_of(worlds_with(seat, side) for side in step.sides)

    def cards_of(self, seat, kept, discarded):
        facts = ALL
        for cat in kept:
            require(cat in self.position.lines[seat], "is in no line", cat)
            facts &= worlds_of_card(seat, cat, True)
        for cat in discarded:
            require(cat in self.position.piles[seat], "was not discarded", cat)
            facts &= worlds_of_card(seat, cat, False)
        return facts

    def check_taken(self, step):
        require(step.taken, "names nothing taken", step)
        return self.check_cards(step)

    def check_shared(self, step):
        tokens = {TOKEN[side] for side in step.sides}
        require(len(tokens) == len(step.places), "shares another number", step)
        for place in step.places:
            require(self.sides_at(place) <= set(step.sides), "has others", step)
        others = set(range(5)) - set(step.places)
        mine = [side for side in TOKEN if TOKEN[side] in tokens]
        at_others = any_of(worlds_with(p, side) for p in others for side in mine)
        return ALL, ALL & ~at_others

    def check_only_here(self, step):
        (place,) = step.places
        require(len({TOKEN[side] for side in step.sides}) == 1, "is no token", step)
        return ALL, any_of(worlds_with(place, side) for side in step.sides)

    def check_chief(self, step):
        own = {side for side in TOKEN if has(step.suspect, side)}
        require(own == set(step.sides), "has other sides", step)
        require(self.sides_left() == own, "other sides are left", step)
        return ALL, worlds_of_chief(step.suspect)

    def sides_left(self):
        return set.union(*(self.sides_at(place) for place in range(5)))

    def check_not_chief(self, step):
        cat, places = step.suspect, step.places
        conclusion = ALL & ~worlds_of_chief(cat)
        if step.discarded:
            require(step.discarded == (cat,), "is another cat", step)
            return self.cards_of(places[0], (), (cat,)), conclusion
        shared = {side for place in places for side in self.own_sides_at(place, cat)}
        require(shared <= set(step.sides), "has more sides", step)
        require(len(step.sides) == len(places) - 1, "is no clash", step)
        return ALL, conclusion

    def own_sides_at(self, place, cat):
        return {side for side in self.sides_at(place) if has(cat, side)}


def require(holds, words, step):
    if not holds:
        raise FaultError(f"{words}: {step}")


def follows(goal, worlds):
    """Return whether a goal, a kind with its values, holds in all of these worlds."""
    kind, *values = goal
    if kind == "chief":
        return not worlds & ~worlds_of_chief(*values)
    if kind == "not-chief":
        return not worlds & worlds_of_chief(*values)
    return not worlds & ~worlds_with(*values)


def goals_in(worlds, seats, viewer):
    """Return everything that holds in all of these worlds and can be asked for."""
    if not worlds:
        return []
    asked = [("chief", cat) for cat in CATS] + [("not-chief", cat) for cat in CATS]
    asked += [
        ("clue", seat, side)
        for seat in range(seats)
        if seat != viewer
        for side in TOKEN
    ]
    return [goal for goal in asked if follows(goal, worlds)]


def fewest_facts(position, viewer, goal):
    """Return the fewest steps with facts that are enough for a goal.

    One step may name all open clues, or any of the cards of one seat.
    """
    sides = position.possible_sides(viewer, remembers=True)
    checker = Checker(position, viewer)
    opened = [place for place in range(5) if checker.open_clue(place)]
    facts = [[place] for place in range(5) if place not in opened]
    facts += [opened] if opened else []
    for number in range(len(facts) + 1):
        for chosen in combinations(facts, number):
            worlds = ALL
            for place in [place for places in chosen for place in places]:
                worlds &= any_of(worlds_with(place, side) for side in sides[place])
            if follows(goal, worlds):
                return number
    return None
