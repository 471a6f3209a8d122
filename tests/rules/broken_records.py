"""Records with one random change, most of which the rules must refuse."""

import copy
from collections import defaultdict
from functools import reduce
from operator import getitem

from tests.rules.changes import list_places
from tests.rules.second_scoring import TRAITS

SUSPECTS = [f"{code:05b}" for code in range(32)]
SIDES = [side for sides in TRAITS.values() for side in sides]
NAMES = ["choose", "draw", "place", "accuse", "pass", "trade", "done", "announce"]
ODD = [None, True, False, 1.0, -1, 7, "", "0", [], {}, [[]], {"a": 1}, "\ud800", 2**70]
# Values that stand somewhere in a record, or nearly.
WORDS = [*SUSPECTS, *SIDES, *NAMES, *range(6), "investigator", "discard", "suspect"]
WORDS += ["1.0", "101101", "spy", "adler", "stasi", "-1", "1", "2", "3"]


def break_record(record, chance):
    """Return a copy of a record with one change, which may leave it valid."""
    broken = copy.deepcopy(record)
    # Each kind of place is equally likely, so that cards and moves do not prevail.
    kinds = defaultdict(list)
    for place in list_places(broken["rounds"], with_inner=True):
        kinds[tuple(map(str, filter(is_name, place)))].append(place)
    *way, last = chance.choice(kinds[chance.choice(sorted(kinds))])
    parent = reduce(getitem, way, broken["rounds"])
    changes = [replace, drop]
    changes += [repeat, exchange, cut_short] if isinstance(parent, list) else []
    changes += [insert_move] if way[-1:] == ["moves"] else []
    chance.choice(changes)(parent, last, chance)
    return broken


def is_name(step):
    return isinstance(step, str)


def replace(parent, last, chance):
    parent[last] = chance.choice([chance.choice(ODD), chance.choice(WORDS)])


def drop(parent, last, _chance):
    del parent[last]


def repeat(parent, last, chance):
    parent.insert(chance.randrange(len(parent)), copy.deepcopy(parent[last]))


def exchange(parent, last, chance):
    other = chance.randrange(len(parent))
    parent[last], parent[other] = parent[other], parent[last]


def cut_short(parent, last, _chance):
    del parent[last:]


def insert_move(parent, last, chance):
    move = {
        "seat": chance.randrange(6),
        "move": chance.choice(NAMES),
        "side": chance.choice(SIDES),
        "as": chance.choice(["suspect", "discard"]),
        "suspect": chance.choice(SUSPECTS),
        "give": f"{chance.randrange(1, 6)}.{chance.randrange(5)}",
        "take": f"{chance.randrange(1, 6)}.{chance.randrange(5)}",
    }
    parent.insert(last, chance.choice([move, chance.choice(ODD)]))
