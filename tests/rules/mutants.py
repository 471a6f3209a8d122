"""Forged records of many kinds, made by chance, with all hashes written anew.

Each kind changes one thing, so that only this thing can be found. Both verifiers must
have the same opinion of each text, in the same words.
"""

import copy
import json
import random
from functools import partial

from tests.rules.changes import change_somewhere, list_places
from tests.rules.forgeries import LIES, sound
from tests.rules.proofs import format_minute, rehash

ORIGINALS = 8
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
RAW = "the text of a number"


def mutants(count, seed=1):
    """Yield the kind and the text of this many forged records, each kind in turn."""
    chance = random.Random(seed)
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        yield kind, KINDS[kind](chance)


def some(chance):
    """Return a sound record and some accusation in it, with the times of a race."""
    record = sound(chance.randrange(ORIGINALS))
    move = chance.choice([move for e in record["rounds"] for move in e["moves"]])
    if move["move"] == "accuse":
        move["race"] = {"way": 7, "held": 31, "ahead": {"1": 12}}
    return rehash(record)


def text_of(record):
    return json.dumps(rehash_if_possible(record))


def rehash_if_possible(record):
    """Write the hashes anew, up to a part that cannot have one."""
    try:
        return rehash(record)
    except (AttributeError, KeyError, TypeError):
        return record


def pick(record, chance, kind, change=None):
    """Return an object or list with a key or index of a value that would change."""
    inner = kind in (dict, list)
    places = [
        place
        for place in list_places(record, with_inner=inner)
        if type(kept := look(record, place)) is kind
        and (change is None or repr(change(kept)) != repr(kept))
    ]
    part = chance.choice(sorted({place[0] for place in places}))
    *way, last = chance.choice([place for place in places if place[0] == part])
    return look(record, way), last


def look(value, place):
    for step in place:
        value = value[step]
    return value


def replaced(kind, change):
    """Return a forger that replaces a value of this kind."""

    def forge(chance):
        record = some(chance)
        parent, last = pick(record, chance, kind, change)
        parent[last] = change(parent[last])
        is_hash = str(last).endswith("hash")
        return json.dumps(record) if is_hash else text_of(record)

    return forge


def put_in(kind, change):
    """Return a forger that changes an object or list in its place, or the record."""

    def forge(chance):
        record = some(chance)
        parent, last = pick({"record": record}, chance, kind)
        change(parent[last], chance)
        return text_of(record)

    return forge


def spelled(spell):
    """Return a forger that writes an integer in another way, after the hashes."""

    def forge(chance):
        record = some(chance)
        parent, last = pick(record, chance, int)
        kept, parent[last] = parent[last], RAW
        return json.dumps(record).replace(f'"{RAW}"', spell(kept))

    return forge


def in_text(change):
    """Return a forger that changes the text of a sound record."""
    return lambda chance: change(json.dumps(some(chance)), chance)


def drop(value, chance):
    if value:
        del value[chance.choice(list(value) if isinstance(value, dict) else [-1, 0])]


def repeat(value, chance):
    if value:
        value.insert(chance.randrange(len(value)), copy.deepcopy(chance.choice(value)))


def exchange(value, chance):
    if value:
        one, other = (chance.randrange(len(value)) for _ in range(2))
        value[one], value[other] = value[other], value[one]


def lend(value, chance):
    """Put a field of another move, or of a race, into an object."""
    value |= chance.choice(
        [{"side": "hat"}, {"as": "discard"}, {"suspect": "00000"}, {"give": "1.0"}]
        + [{"race": {"way": way, "held": 1}} for way in (0, -1, 1.5, "1", None, [])]
        + [{"race": {"way": 1, "held": 1, "ahead": {seat: 3}}} for seat in "15x"]
    )


def bend(chance):
    """Change one bit or flag somewhere."""
    record = some(chance)
    change_somewhere(record, chance)
    return text_of(record)


def twice(text, chance):
    """Give a key twice; the last value counts."""
    key = chance.choice(["given", "listed", "closing", "first_seat"])
    return text.replace(f'"{key}": ', f'"{key}": 7, "{key}": ', 1)


def tell_lie(lie, _chance):
    return text_of(LIES[lie]())


def with_fields(**fields):
    return lambda chance: text_of(some(chance) | fields)


def add(key, value):
    return put_in(dict, lambda inner, _chance: inner.update({key: value}))


KINDS = {
    **{f"lie: {lie}": partial(tell_lie, lie) for lie in LIES},
    **{
        f"an extra {key!r}": add(key, 1)
        for key in ("x", "", "__proto__", "constructor")
    },
    **{
        f"an extra key with {value!r:.20}": add("note", value)
        for value in (1.5, -0.0, 1e16, 1e-7, 2**53, 2**53 + 1, None, [[{}]], "\ud800")
    },
    "extra keys beyond U+FFFF": put_in(
        dict, lambda inner, _chance: inner.update({"\U0001f600": 1, "\uffff": 2})
    ),
    "a missing key": put_in(dict, drop),
    "a field of another move": put_in(dict, lend),
    "an entry left out": put_in(list, drop),
    "an entry twice": put_in(list, repeat),
    "entries exchanged": put_in(list, exchange),
    "one bit": bend,
    "digits of full width": replaced(str, lambda kept: kept.translate(WIDE)),
    "Arabic digits": replaced(str, lambda kept: kept.translate(ARABIC)),
    "an end in other digits": with_fields(ended_at=format_minute(0).translate(WIDE)),
    "got up in other digits": with_fields(got_up=["0٦:30:00.000000", None, None]),
    "a line feed": replaced(str, lambda kept: f"{kept}\n"),
    "a line separator": replaced(str, lambda kept: f"{kept}\u2028"),
    "a space": replaced(str, lambda kept: f" {kept}"),
    "a zero byte": replaced(str, lambda kept: f"{kept}\0"),
    "capitals": replaced(str, lambda kept: kept.upper()),
    "half a character": replaced(str, lambda kept: f"{kept}\udc00"),
    "no text": replaced(str, lambda _kept: ""),
    "a list for a text": replaced(str, lambda kept: [kept]),
    "a text for a number": replaced(int, str),
    "null for a number": replaced(int, lambda _kept: None),
    "a truth for a number": replaced(int, bool),
    "a fraction": replaced(int, lambda kept: kept + 0.5),
    "a number below zero": replaced(int, lambda kept: -1 - kept),
    "2^53": replaced(int, lambda _kept: 2**53),
    "2^53 - 1": replaced(int, lambda _kept: 2**53 - 1),
    "a number for a truth": replaced(bool, int),
    "a text for a truth": replaced(bool, lambda kept: str(kept).lower()),
    "an object for a list": replaced(list, lambda kept: dict(enumerate(kept))),
    "a list for an object": replaced(dict, list),
    "null for an object": replaced(dict, lambda _kept: None),
    **{
        f"a number as {form.format(1)}": spelled(form.format)
        for form in (
            *("{}.0", "{}e0", "{}E+0", "{}.", "0{}", "-{}", "+{}", "{}e400", "0x{}"),
            *("-0", "-0.0", "NaN", "-Infinity", "9007199254740993", "1" * 400, "１"),
        )
    },
    "a key twice": in_text(twice),
    "a byte order mark": in_text(lambda text, _chance: f"\ufeff{text}"),
    "a comma too many": in_text(lambda text, _chance: text.replace("]", ",]", 1)),
    "a comment": in_text(lambda text, _chance: text.replace(",", ",/**/", 1)),
    "a foreign space": in_text(lambda text, _chance: text.replace(" ", "\u00a0", 1)),
    "a cut": in_text(lambda text, chance: text[: chance.randrange(len(text))]),
    "two records": in_text(lambda text, _chance: text + text),
    "a deep list": in_text(
        lambda text, chance: text.replace("[", "[" * chance.choice([9, 20, 9999]), 1)
    ),
}
