"""Other worlds: states that differ only in facts hidden from a viewer."""

from dataclasses import replace

from games.rules.state import Phase, evolve
from games.rules.suspects import SUSPECTS, sides_of
from games.rules.tokens import ADLER, Colour, Pool

REVEALED = (Phase.CAFE, Phase.REVIEW, Phase.BETWEEN, Phase.OVER)


def another_world(state, viewer, chance):
    """Return the state with random values for all facts hidden from the viewer."""
    state = with_other_cards(state, chance)
    if state.phase not in REVEALED:
        state = with_other_clues(state, viewer, chance)
    if state.phase is not Phase.OVER:
        state = with_other_faces(state, viewer, chance)
    return state


def with_other_cards(state, chance):
    deck = list(state.deck)
    chance.shuffle(deck)
    if state.options.discards == "open":
        return evolve(state, deck=tuple(deck))
    piles = tuple(
        tuple(chance.choice(SUSPECTS) for _ in pile) for pile in state.discards
    )
    return evolve(state, deck=tuple(deck), discards=piles)


def with_other_clues(state, viewer, chance):
    """Shuffle the other seats' clue tokens, and choose new sides and tosses."""
    known = {viewer}
    if state.phase is not Phase.SIDES:
        known.add(state.officer)
    hidden = [seat for seat in range(len(state.clues)) if seat not in known]
    traits = [state.clue_tokens[seat] for seat in hidden]
    chance.shuffle(traits)
    tokens, clues = list(state.clue_tokens), list(state.clues)
    for seat, trait in zip(hidden, traits, strict=True):
        tokens[seat] = trait
        if clues[seat] is not None:
            clues[seat] = chance.choice(sides_of(trait))
    flips = tuple(chance.choice(list(type(side))) for side in state.flips)
    return evolve(state, clue_tokens=tuple(tokens), clues=tuple(clues), flips=flips)


def with_other_faces(state, viewer, chance):
    """Shuffle the hidden tokens of each colour: those of other seats and the pool."""
    pool = {colour: list(state.pool.left(colour)) for colour in Colour}
    tokens = list(state.tokens)
    for colour in Colour:
        at = [
            index
            for index, token in enumerate(tokens)
            if token.colour is colour and not token.face_up and token.holder != viewer
        ]
        faces = pool[colour] + [tokens[index].face for index in at]
        chance.shuffle(faces)
        for index in at:
            tokens[index] = replace(tokens[index], face=faces.pop())
        pool[colour] = faces
    results = tuple(with_other_awards(result, chance) for result in state.results)
    pools = Pool(*(tuple(pool[colour]) for colour in Colour))
    return evolve(state, tokens=tuple(tokens), pool=pools, results=results)


def with_other_awards(result, chance):
    awards = tuple(
        replace(award, face=chance.choice(["0", "1", "2", "3", ADLER]))
        for award in result.awards
    )
    return replace(result, awards=awards)
