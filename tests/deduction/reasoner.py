"""Solves a case of the day as a person does: by places alone, in pairs, by chains.

Written from docs/rules.md; imports nothing from games.bots. `places_needed` is the
grade: 1 if each place can be looked at by itself, again and again, 2 if two must be
looked at together, 3 if only a chain of suppositions leads to the chief. This person
also tries out each suspect that lies in a line, because the chief is one of them.
"""

from itertools import combinations, product

SIDES = [
    ("hat", "no-hat"),
    ("glasses", "no-glasses"),
    ("coat", "sweater"),
    ("grey", "orange"),
    ("newspaper", "no-newspaper"),
]
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


def places_needed(case):
    """Return how many places must be looked at together; None if nothing helps."""
    left = sides_left(case)
    for together in (1, 2):
        left = look(left, together)
        if len(chiefs(case, left, together)) == 1:
            return together
    return 3 if len(chiefs(case, suppose(left), 5)) == 1 else None


def look(left, together):
    """Return the sides left after looking at so many places at once, again and again.

    What a group of places needs in any case is taken for all others.
    """
    while True:
        before = [set(at) for at in left]
        for size in range(1, together + 1):
            for group in combinations(range(5), size):
                ways = list(ways_of(group, left))
                for at, place in enumerate(group):
                    left[place] = {way[at] for way in ways}
                needed = [{TOKEN[side] for side in way} for way in ways]
                taken = set.intersection(*needed) if needed else set()
                for place in set(range(5)) - set(group):
                    left[place] = {s for s in left[place] if TOKEN[s] not in taken}
        if left == before:
            return left


def ways_of(group, left):
    """Yield the ways to give some places different tokens."""
    for way in product(*(sorted(left[place]) for place in group)):
        if len({TOKEN[side] for side in way}) == len(way):
            yield way


def chiefs(case, left, together):
    """Return the suspects in lines that may be the chief, so far as one sees.

    Each of the five sides must be possible somewhere, and each group of so many places
    must have different sides of the suspect.
    """
    found = []
    for code in {card for cards in case.cards for card in cards.line}:
        own = [at & cat(code) for at in left]
        groups = combinations(range(5), together)
        if set().union(*own) == cat(code) and all(
            any(ways_of(group, own)) for group in groups
        ):
            found.append(code)
    return found


def suppose(left):
    """Return the sides that lead to no contradiction by a chain from place to place."""
    for place in range(5):
        for side in sorted(left[place]):
            supposed = [set(at) for at in left]
            supposed[place] = {side}
            if not all(look(supposed, 1)):
                left[place].discard(side)
    return left
