"""Reads the English sentences of a proof, and follows them in all 3,840 worlds.

Written from docs/rules.md; it knows the facts of a record and the names of the cats,
and imports nothing from games.deduction. The players are called as in NAMES.
"""

import re
from functools import cache
from itertools import combinations

from games.labels import SUSPECT_NAMES
from tests.deduction.second_odds import CATS, SIDES, TRAITS, WORLDS, has

ALL = (1 << len(WORLDS)) - 1
TOKEN = {
    side: trait for trait, pair in zip(TRAITS, SIDES, strict=True) for side in pair
}


class FaultError(AssertionError):
    """Words that do not follow, or a fact that the seat may not know."""


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
    """Follows one proof; `known` are the worlds that its sentences so far leave."""

    def __init__(self, position, viewer):
        self.position, self.viewer = position, viewer
        self.known = self.before = ALL
        # The sides that the sentences so far name for each place.
        self.named = [set(TOKEN) for _ in range(5)]

    def follow(self, words):
        """Read a sentence of a proof, and check all that it says.

        Raises:
            FaultError: it cannot be read, or something in it does not follow.
        """
        self.before, self.words = self.known, words
        self.seat, self.kept, self.discarded, self.taken = None, [], [], set()
        while words:
            found = [(p.match(words), check) for p, check in PATTERNS]
            match, check = next((pair for pair in found if pair[0]), (None, None))
            self.require(match, "cannot be read")
            try:
                getattr(self, check)(**match.groupdict())
            except KeyError as error:
                raise FaultError(f"has no {error}: {self.words}") from error
            words = words[match.end() :]

    def require(self, holds, fault):
        require(holds, fault, self.words)

    def sides_at(self, place, known=None):
        """Return the sides that the sentences so far leave a place."""
        worlds = self.known if known is None else known
        return {side for side in TOKEN if worlds & worlds_with(place, side)}

    def place_of(self, name):
        return self.viewer if name == "You" else NAMES.index(name)

    def groups(self, names):
        """Yield the groups of places that some names can mean."""
        names = list_of(names)
        seats = [self.place_of(name) for name in names if name != "Public clue"]
        public = range(self.position.n, 5)
        for others in combinations(public, len(names) - len(seats)):
            yield [*seats, *others]

    def open_clue(self, place):
        has_begun = len(self.position.clues) == self.position.n
        if place == self.viewer or (has_begun and place in self.position.exposed):
            return self.position.clues[place]
        public = dict(enumerate(self.position.public, self.position.n))
        return public.get(place)

    def own_clue(self, side):
        self.open_at([self.viewer], side)

    def shown_clue(self, name, side):
        self.open_at([self.place_of(name)], side)

    def public_clues(self, sides):
        for side in list_of(sides):
            self.open_at(range(self.position.n, 5), side)

    def open_at(self, places, words):
        [side] = sides_of(words)
        found = [place for place in places if self.open_clue(place) == side]
        self.require(len(found) == 1, "no open clue")
        self.known &= worlds_with(found[0], side)
        self.named[found[0]] = {side}

    def cards(self, name, kept="", discarded=""):
        self.seat = self.place_of(name)
        self.kept, self.discarded = cats_of(kept or ""), cats_of(discarded or "")
        for cat in self.kept:
            self.require(cat in self.position.lines[self.seat], "is in no line")
            self.known &= worlds_of_card(self.seat, cat, True)
        for cat in self.discarded:
            self.require(cat in self.position.piles[self.seat], "was not discarded")
            self.known &= worlds_of_card(self.seat, cat, False)

    def already_taken(self, traits):
        self.taken = {TRAIT_OF[name] for name in list_of(traits)}

    def leaves(self, name, sides):
        self.require(self.taken, "names nothing taken")
        self.seat = self.place_of(name)
        self.clue(sides)

    def clue(self, sides):
        """Check a conclusion about a seat from the cards and the taken traits."""
        possible = {TOKEN[side] for side in self.sides_at(self.seat, self.before)}
        self.require(not self.taken & possible, "is not taken")
        left = {s for s in self.named[self.seat] if TOKEN[s] not in self.taken}
        cats = [(cat, True) for cat in self.kept]
        cats += [(cat, False) for cat in self.discarded]
        exact = {s for s in left if all(has(cat, s) == fits for cat, fits in cats)}
        self.require(exact == sides_of(sides), "other sides are left")
        self.require(self.sides_at(self.seat) <= exact, "does not follow")
        self.named[self.seat] = exact

    def compared(self, count, other, sides):
        """Check the number of untaken traits that tell kept cards from discards."""
        self.require(self.kept and self.discarded, "are not told apart")
        apart = common(self.kept) & {opposite(side) for side in common(self.discarded)}
        self.counted(apart, count, other, sides)

    def alike(self, count, other, sides):
        self.require(self.kept and not self.discarded, "were not all kept")
        self.counted(common(self.kept), count, other, sides)

    def unlike(self, count, other, sides):
        self.require(self.discarded and not self.kept, "were not all discarded")
        found = {opposite(side) for side in common(self.discarded)}
        self.counted(found, count, other, sides)

    def counted(self, found, count, other, sides):
        self.require(bool(other) == bool(self.taken), "are there others?")
        self.require(len(self.kept + self.discarded) > 1, "is one card")
        number = 1 if count == "one" else int(count)
        free = {side for side in found if TOKEN[side] not in self.taken}
        self.require(len(free) == number, "is another number")
        self.require(free == sides_of(sides), "are other sides")
        self.clue(sides)

    def shared(self, names, traits):
        [places] = self.groups(names)
        tokens = {TRAIT_OF[name] for name in list_of(traits)}
        self.require(len(tokens) == len(places), "shares another number")
        for place in range(5):
            mine = {TOKEN[side] for side in self.sides_at(place)}
            holds = mine <= tokens if place in places else not mine & tokens
            self.require(holds, "are not shared")

    def only_here(self, name, trait, sides=None):
        place, token = self.place_of(name), TRAIT_OF[trait]
        for other in set(range(5)) - {place}:
            tokens = {TOKEN[side] for side in self.sides_at(other)}
            self.require(token not in tokens, "may be elsewhere")
        self.named[place] = {s for s in self.named[place] if TOKEN[s] == token}
        self.require(self.named[place] == sides_of(sides or trait), "other sides")

    def in_order(self, names, sides):
        [places] = self.groups(names)
        self.seat = places
        told = sides_of(sides)
        self.require(len(told) == len(places) > 1, "is no order")
        for place in places:
            self.require(self.sides_at(place) <= told, "has another clue")

    def chief(self, cat, sides):
        own = {side for side in TOKEN if has(CODES[cat], side)}
        self.require(own == sides_of(sides), "has other sides")
        left = set.union(*(self.sides_at(place) for place in range(5)))
        self.require(left == own, "other sides are left")
        open_at = {p for p in range(5) if len(self.sides_at(p)) > 1}
        self.require(open_at == set(self.seat or ()), "is there an order?")
        self.require(not self.known & ~worlds_of_chief(CODES[cat]), "is not the chief")
        self.known &= worlds_of_chief(CODES[cat])

    def not_chief(self, cat):
        self.require(not self.known & worlds_of_chief(CODES[cat]), "may be the chief")

    def discarded_chief(self, name, cat):
        self.cards(name, "", cat)
        self.not_chief(cat)

    def has_instead(self, cat, features):
        """Check that a known clue is the opposite of the named feature."""
        shown = sides_of(features)
        self.require(all(has(CODES[cat], side) for side in shown), "has it not")
        known = [{self.open_clue(place)} for place in range(5)]
        self.require({opposite(side) for side in shown} in known, "no clue needs it")
        self.not_chief(cat)

    def lacks(self, name, needed, cat, features=None):
        sides, place = sides_of(needed), self.place_of(name)
        self.require(self.sides_at(place) <= sides == self.named[place], "needs others")
        instead = {opposite(side) for side in sides}
        self.require(all(has(CODES[cat], side) for side in instead), "matches")
        told = sides_of(features) if features else instead
        self.require(told == instead, "has other things")
        self.not_chief(cat)

    def too_few(self, names, cat, sides):
        own = {side for side in TOKEN if has(CODES[cat], side)}
        told = sides_of(sides) if sides else set()
        groups = [
            places
            for places in self.groups(names)
            if set.union(*(self.sides_at(place) for place in places)) & own <= told
        ]
        self.require(groups and len(told) == len(groups[0]) - 1, "is no clash")
        self.not_chief(cat)

    def too_many(self, sides, cat, names=None):
        told = sides_of(sides)
        self.require(all(has(CODES[cat], side) for side in told), "needs it not")
        groups = [[]] if names is None else self.groups(names)
        free = [
            places
            for places in groups
            if not any(self.sides_at(p) & told for p in range(5) if p not in places)
        ]
        self.require(free and len(told) == len(free[0]) + 1, "others can")
        self.not_chief(cat)


NAMES = ("Anna", "Ben", "Carla", "Dina", "Emil")
CODES = {str(name): code for code, name in SUSPECT_NAMES.items()}
TRAIT_OF = dict(zip(TRAITS, TRAITS, strict=True)) | {"coat/sweater": "coat"}
_NOT_IT = r" So it isn’t (?P=cat)\."
_SHARE = r"They share only (?P<count>one|\d+) (?P<other>other )?things?"
# Each check of Checker, and the words that it reads.
_READS = [
    ("own_clue", r"Your own clue: (?P<side>[^.]+)\."),
    ("shown_clue", r"(?P<name>\w+) has this clue: (?P<side>[^.]+)\."),
    ("public_clues", r"Public clues?: (?P<sides>(?!nobody else)[^.]+)\."),
    (
        "discarded_chief",
        r"(?P<name>\w+) discarded (?P<cat>\w+), and nobody discards the chief\.",
    ),
    (
        "cards",
        r"(?P<name>\w+) kept (?P<kept>[^.]+?)",
        r"(?:, but discarded (?P<discarded>[^.]+))?\.",
    ),
    ("cards", r"(?P<name>\w+) discarded (?P<discarded>[^.]+)\."),
    (
        "already_taken",
        r"Others already have the clues about: (?P<traits>[^.]+)\.",
    ),
    (
        "compared",
        r"Only (?P<count>one|\d+) (?P<other>other )?things? tells? them apart, ",
        r"so the clue is: (?P<sides>[^.]+)\.",
    ),
    ("alike", _SHARE, r", so the clue is: (?P<sides>[^.]+)\."),
    (
        "unlike",
        _SHARE,
        r"\. The clue is (?:its opposite|the opposite of one): (?P<sides>[^.]+)\.",
    ),
    ("clue", r"So the clue is: (?P<sides>[^.]+)\."),
    ("leaves", r"That leaves (?P<name>\w+) with: (?P<sides>[^.]+)\."),
    (
        "shared",
        r"(?P<names>[^.:]+) have these between them: (?P<traits>[^.]+)\.",
        r" Nobody else can\.",
    ),
    (
        "only_here",
        r"Only (?P<name>\w+) can have the (?P<trait>[^.]+) clue\.",
        r"(?: So the clue is: (?P<sides>[^.]+)\.)?",
    ),
    ("in_order", r"(?P<names>[^.:]+) have these, in some order: (?P<sides>[^.]+)\."),
    (
        "chief",
        r"Only (?P<cat>\w+) matches all five clues: (?P<sides>[^.]+)\.",
        r" That’s the chief!",
    ),
    (
        "lacks",
        r"(?P<name>\w+) needs a cat with (?P<needed>[^.]+),",
        r" and (?P<cat>\w+) has (?P<features>[^.]+)\.",
        _NOT_IT,
    ),
    (
        "lacks",
        r"(?P<name>\w+) needs a cat with (?P<needed>[^.]+)\.",
        r" (?P<cat>\w+) differs in each\.",
        _NOT_IT,
    ),
    ("has_instead", r"(?P<cat>\w+) has (?P<features>[^.:]+)\.", _NOT_IT),
    (
        "too_few",
        r"(?P<names>[^.:]+) could match (?P<cat>\w+) only with: (?P<sides>[^.]*)\.",
        r" That’s one clue too few, so (?P=cat) isn’t the chief\.",
    ),
    (
        "too_many",
        r"(?P<names>[^.:]+): nobody else can have (?P<sides>[^.]+)\.",
        r" That’s one clue too many, so (?P<cat>\w+) isn’t the chief\.",
    ),
    (
        "too_many",
        r"Nobody can have this clue: (?P<sides>[^.]+)\.",
        r" (?P<cat>\w+) needs it, so (?P=cat) isn’t the chief\.",
    ),
]
PATTERNS = [(re.compile("".join(parts) + "(?: |$)"), check) for check, *parts in _READS]


def list_of(words):
    """Return the parts of a list in a sentence."""
    return re.split(r", | and | or ", words)


def cats_of(words):
    return [CODES[name] for name in list_of(words)] if words else []


def sides_of(words):
    """Return the sides in a list of clues or of a cat's features."""
    found = [
        re.sub(r"^a | fur$", "", part).replace("no ", "no-") for part in list_of(words)
    ]
    require(set(found) <= set(TOKEN), "is no side", words)
    return set(found)


def opposite(side):
    [pair] = [pair for pair in SIDES if side in pair]
    return pair[1 - pair.index(side)]


def common(cats):
    """Return the sides that some cats have in common."""
    return {side for side in TOKEN if all(has(cat, side) for cat in cats)}


def require(holds, fault, words):
    if not holds:
        raise FaultError(f"{fault}: {words}")


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
