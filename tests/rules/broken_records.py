"""Records with one random change, most of which the rules must refuse."""

import copy

from tests.rules.second_scoring import TRAITS

SUSPECTS = [f"{code:05b}" for code in range(32)]
SIDES = [side for sides in TRAITS.values() for side in sides]
NAMES = [
    "choose",
    "draw",
    "place",
    "accuse",
    "pass",
    "trade",
    "done",
    "announce",
    "fly",
]
ODD = [None, True, False, 1.0, -1, 7, "", "0", [], {}, [[]], {"a": 1}, "\ud800", 2**70]


def break_record(record, chance):
    """Return a copy of a record with one change, which may leave it valid."""
    broken = copy.deepcopy(record)
    breakers = [
        swap_moves,
        drop_move,
        repeat_move,
        change_seat,
        change_field,
        change_move,
        insert_move,
        insert_odd_move,
        swap_cards,
        repeat_card,
        change_token,
        turn_flip,
        drop_round,
        repeat_round,
        swap_bag,
        odd_deal,
        odd_entry,
        cut_short,
    ]
    chance.choice(breakers)(broken, chance)
    return broken


def some_round(record, chance):
    return chance.choice(record["rounds"])


def some_move(record, chance):
    return chance.choice(some_round(record, chance)["moves"])


def swap_moves(record, chance):
    moves = some_round(record, chance)["moves"]
    first, second = (chance.randrange(len(moves)) for _ in range(2))
    moves[first], moves[second] = moves[second], moves[first]


def drop_move(record, chance):
    moves = some_round(record, chance)["moves"]
    moves.pop(chance.randrange(len(moves)))


def repeat_move(record, chance):
    moves = some_round(record, chance)["moves"]
    moves.insert(chance.randrange(len(moves)), chance.choice(moves))


def change_seat(record, chance):
    some_move(record, chance)["seat"] = chance.choice([0, 1, 2, 3, 4, 5, -1, *ODD])


def change_field(record, chance):
    move = some_move(record, chance)
    move[chance.choice(list(move))] = chance.choice([*ODD, *SUSPECTS, *SIDES, "1.0"])


def change_move(record, chance):
    some_move(record, chance)["move"] = chance.choice([*NAMES, *ODD])


def insert_move(record, chance):
    moves = some_round(record, chance)["moves"]
    move = {
        "seat": chance.randrange(len(record["seats"])),
        "move": chance.choice(NAMES),
        "side": chance.choice(SIDES),
        "as": chance.choice(["suspect", "discard"]),
        "suspect": chance.choice(SUSPECTS),
        "give": f"{chance.randrange(1, 6)}.{chance.randrange(5)}",
        "take": f"{chance.randrange(1, 6)}.{chance.randrange(5)}",
    }
    moves.insert(chance.randrange(len(moves) + 1), move)


def insert_odd_move(record, chance):
    moves = some_round(record, chance)["moves"]
    moves.insert(chance.randrange(len(moves) + 1), chance.choice(ODD))


def swap_cards(record, chance):
    deck = some_round(record, chance)["deal"]["deck"]
    first, second = (chance.randrange(len(deck)) for _ in range(2))
    deck[first], deck[second] = deck[second], deck[first]


def repeat_card(record, chance):
    deck = some_round(record, chance)["deal"]["deck"]
    deck[chance.randrange(len(deck))] = chance.choice([*deck, "101101", "spy", *ODD])


def change_token(record, chance):
    pool = some_round(record, chance)["deal"]["pool"]
    faces = pool[chance.choice(["gold", "white", "black"])]
    if faces:
        faces[0] = chance.choice(["0", "1", "2", "3", "-1", "adler", "stasi", *ODD])


def turn_flip(record, chance):
    flips = some_round(record, chance)["deal"]["flips"]
    if flips:
        flips[-1] = chance.choice([*SIDES, *ODD])


def drop_round(record, chance):
    record["rounds"].pop(chance.randrange(len(record["rounds"])))


def repeat_round(record, chance):
    record["rounds"].append(some_round(record, chance))


def swap_bag(record, chance):
    bag = some_round(record, chance)["deal"]["bag"]
    bag[0], bag[-1] = bag[-1], chance.choice([bag[0], *ODD])


def odd_deal(record, chance):
    deal = some_round(record, chance)["deal"]
    deal[chance.choice(list(deal))] = chance.choice(ODD)


def odd_entry(record, chance):
    entry = some_round(record, chance)
    entry[chance.choice(list(entry))] = chance.choice(ODD)


def cut_short(record, chance):
    moves = some_round(record, chance)["moves"]
    del moves[chance.randrange(len(moves)) :]
