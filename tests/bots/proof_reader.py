"""Reads the English sentences of a proof back into plain steps."""

import re

from games.labels import SIDE_NAMES, SUSPECT_NAMES, TRAIT_NAMES
from tests.bots.second_odds import CATS, SIDES, TRAITS, has

TOKEN = {
    side: trait for trait, pair in zip(TRAITS, SIDES, strict=True) for side in pair
}


def value_of(names, name):
    """Return the value with an English name."""
    return next(value for value, each in names.items() if str(each) == name)


def split(listed, last):
    """Return the members of a list in words."""
    *others, end = [
        part for piece in listed.split(f" {last} ") for part in piece.split(", ")
    ]
    return [*others, end]


def cats(listed):
    return [value_of(SUSPECT_NAMES, name) for name in split(listed, "and")]


def sides(listed, last="or"):
    return [value_of(SIDE_NAMES, name) for name in split(listed, last)]


def read(words, names, viewer):
    """Return the step that a sentence states, as plain values."""
    return Reader(words, names, viewer).read()


class Reader:
    """Reads one sentence of a proof for a viewer at a table with these names."""

    def __init__(self, words, names, viewer):
        self.words, self.names, self.viewer = words, names, viewer

    def read(self):
        for pattern, read in PATTERNS:
            found = re.fullmatch(pattern, self.words)
            if found:
                blank = {"kept": [], "discarded": [], "taken": [], "suspect": None}
                return blank | read(self, **found.groupdict())
        raise ValueError(self.words)

    def places(self, listed):
        return [self.place(name) for name in split(listed, "and")]

    def place(self, name):
        return self.viewer if name == "You" else self.names.index(name)

    def known(self, own, others, public):
        places, clues = [], []
        if own:
            places, clues = [self.viewer], sides(own)
        for name, side in re.findall(r"(\w+) has this clue: ([\w ]+)\.", others or ""):
            places.append(self.place(name))
            clues.append(value_of(SIDE_NAMES, side))
        for side in sides(public, "and") if public else ():
            # The sentence does not say which place of the bag it is.
            places.append(None)
            clues.append(side)
        return {"kind": "known", "places": places, "sides": clues}

    def cards(self, name, kept, discarded, taken, left):
        return {
            "kind": "cards",
            "places": [self.place(name)],
            "kept": cats(kept) if kept else [],
            "discarded": cats(discarded) if discarded else [],
            "taken": [value_of(TRAIT_NAMES, trait) for trait in taken.split(", ")]
            if taken
            else [],
            "sides": sides(left),
        }

    def taken(self, taken, name, left):
        traits = [value_of(TRAIT_NAMES, trait) for trait in taken.split(", ")]
        step = {"kind": "taken", "places": [self.place(name)], "sides": sides(left)}
        return step | {"taken": traits}

    def shared(self, names, traits):
        found = [value_of(TRAIT_NAMES, trait) for trait in traits.split(", ")]
        both = [side for side in TOKEN if TOKEN[side] in found]
        return {"kind": "shared", "places": self.places(names), "sides": both}

    def only_here(self, name, left):
        return {"kind": "only-here", "places": [self.place(name)], "sides": sides(left)}

    def chief(self, left, suspect):
        return {
            "kind": "chief",
            "places": [],
            "sides": sides(left, "and"),
            "suspect": value_of(SUSPECT_NAMES, suspect),
        }

    def thrown(self, name, suspect):
        step = self.not_chief([self.place(name)], [], suspect)
        return step | {"discarded": [value_of(SUSPECT_NAMES, suspect)]}

    def mismatch(self, suspect):
        return self.not_chief(None, [], suspect)

    def clash(self, suspect, names, left):
        return self.not_chief(self.places(names), sides(left), suspect)

    def nobody_else(self, missing, suspect, names=None):
        others = self.places(names) if names else []
        places = [place for place in range(5) if place not in others]
        code = value_of(SUSPECT_NAMES, suspect)
        gone = sides(missing, "and")
        left = [side for side in TOKEN if has(code, side) and side not in gone]
        return self.not_chief(places, left, suspect)

    @staticmethod
    def not_chief(places, left, suspect):
        code = value_of(SUSPECT_NAMES, suspect)
        assert code in CATS
        return {"kind": "not-chief", "places": places, "sides": left, "suspect": code}


_LEFT = r"(?P<left>[\w ,]+)"
PATTERNS = [
    (
        (
            r"(?:Your own clue: (?P<own>[\w ]+)\. ?)?"
            r"(?P<others>(?:\w+ has this clue: [\w ]+\. ?)+)?"
            r"(?:Public clues?: (?P<public>[\w ,]+)\.)?"
        ),
        Reader.known,
    ),
    (
        (
            r"(?P<name>\w+) (?:kept (?P<kept>[\w ,]+?))?(?:, but )?"
            r"(?:discarded (?P<discarded>[\w ,]+))?\. "
            rf"(?:Already taken: (?P<taken>[\w ,]+)\. )?So the clue is: {_LEFT}\."
        ),
        Reader.cards,
    ),
    (
        (
            r"Already taken: (?P<taken>[\w ,]+)\. "
            rf"That leaves (?P<name>\w+) with: {_LEFT}\."
        ),
        Reader.taken,
    ),
    (
        (
            r"(?P<names>[\w ,]+) have these between them: (?P<traits>[\w ,]+)\. "
            r"Nobody else can\."
        ),
        Reader.shared,
    ),
    (
        rf"Nobody but (?P<name>\w+) can have this clue: {_LEFT}\.",
        Reader.only_here,
    ),
    (
        (
            rf"One clue is left for each trait: {_LEFT}\. "
            r"Only (?P<suspect>\w+) matches all five\. That's the chief!"
        ),
        Reader.chief,
    ),
    (
        r"(?P<name>\w+) discarded (?P<suspect>\w+), and nobody discards the chief\.",
        Reader.thrown,
    ),
    (
        r"(?P<suspect>\w+) doesn't match, so (?P=suspect) isn't the chief\.",
        Reader.mismatch,
    ),
    (
        (
            r"(?P<names>[\w ,]+) could match (?P<suspect>\w+) only with: "
            rf"{_LEFT}\. That's one clue too few, so (?P=suspect) isn't the chief\."
        ),
        Reader.clash,
    ),
    (
        (
            r"(?P<names>[\w ,]+): nobody else can have (?P<missing>[\w ,]+)\. "
            r"That's one clue too many, so (?P<suspect>\w+) isn't the chief\."
        ),
        Reader.nobody_else,
    ),
    (
        (
            r"Nobody can have this clue: (?P<missing>[\w ,]+)\. "
            r"(?P<suspect>\w+) needs it, so (?P=suspect) isn't the chief\."
        ),
        Reader.nobody_else,
    ),
]
