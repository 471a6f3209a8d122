"""Single changes of values in a record."""

import random


def list_places(value, place=(), *, with_inner=False):
    """Yield the place of each string, number and boolean in a JSON value.

    Lists and objects have places too if `with_inner` is set.
    """
    if isinstance(value, dict | list):
        if place and with_inner:
            yield place
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from list_places(value[key], (*place, key), with_inner=with_inner)
    elif value is not None:
        yield place


def change_somewhere(record, chance: random.Random):
    """Change a value of a record, and return its place.

    Each part of a record is equally likely, so that the moves do not prevail.
    """
    places, part = list(list_places(record)), chance.choice(list(record))
    inside = [place for place in places if place[0] == part]
    place = chance.choice(inside or places)
    change_at(record, place, chance)
    return place


def change_at(value, place, chance: random.Random) -> None:
    """Change the value at a place of a JSON value; a string changes in one bit."""
    *way, last = place
    for step in way:
        value = value[step]
    kept = value[last]
    if isinstance(kept, bool):
        value[last] = not kept
    elif isinstance(kept, int):
        value[last] = kept ^ (1 << chance.randrange(3))
    elif kept == "":
        value[last] = "0" * 32
    else:
        index = chance.randrange(len(kept))
        # The lowest bit turns a digit into another printable character.
        letter = chr(ord(kept[index]) ^ 1)
        value[last] = kept[:index] + letter + kept[index + 1 :]
