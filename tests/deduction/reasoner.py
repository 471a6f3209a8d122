"""Solves a case of the day as a person does: looks at one place, then at one token.

Written from docs/rules.md; imports nothing from games. This person also tries out each
suspect that lies in a line, because the chief is one of them.
"""

from itertools import product

from tests.rules.second_scoring import TRAITS

SIDES = list(TRAITS.values())
TOKEN = {side: token for token, pair in enumerate(SIDES) for side in pair}


def cat(code):
    """Return the five sides of a suspect."""
    return {SIDES[at]["10".index(bit)] for at, bit in enumerate(code)}


def sides_left(case):
    """Return the sides that each place's own cards and known clue leave."""
    left = [
        {
            side
            for side in TOKEN
            if all(side in cat(card) for card in cards.line)
            and not any(side in cat(card) for card in cards.discards)
        }
        for cards in case.cards
    ] + [{side} for side in case.public_clues]
    left[0] = {case.my_clue}
    return left


def count_suspects(case):
    """Return three counts of suspects: after looks at places, at tokens too, at all.

    The last look tries every way to give the places different tokens.
    """
    left = sides_left(case)
    by_place = look(left, tokens=False)
    by_token = look(by_place, tokens=True)
    return tuple(len(chiefs(case, at)) for at in (by_place, by_token, way_out(left)))


def look(left, *, tokens):
    """Return the sides left after looking again and again at one place.

    With `tokens` also at one token: if a single place can have it, it lies there.
    """
    left = [set(at) for at in left]
    while True:
        before = [set(at) for at in left]
        for place, at in enumerate(left):
            if len(at) == 1:
                (mine,) = {TOKEN[side] for side in at}
                for other in set(range(5)) - {place}:
                    left[other] = {s for s in left[other] if TOKEN[s] != mine}
        for token in range(5) if tokens else ():
            places = [at for at in left if token in {TOKEN[side] for side in at}]
            if len(places) == 1:
                places[0].intersection_update(SIDES[token])
        if left == before:
            return left


def way_out(left):
    """Return the sides that stand in some way to give the places different tokens."""
    ways = [way for way in product(*left) if len({TOKEN[side] for side in way}) == 5]
    return [{way[place] for way in ways} for place in range(5)]


def chiefs(case, left):
    """Return the suspects in lines that may be the chief, so far as one sees.

    Each of the five sides must be possible somewhere, and each place must have one.
    """
    found = []
    for code in {card for cards in case.cards for card in cards.line}:
        own = [at & cat(code) for at in left]
        if set().union(*own) == cat(code) and all(own):
            found.append(code)
    return found
