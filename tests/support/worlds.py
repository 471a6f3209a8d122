"""Other worlds: states and deals that differ only in hidden facts."""

from dataclasses import replace
from random import Random

from games.rules.deal import Deal
from games.rules.state import INVESTIGATOR, Phase, evolve
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


def with_other_deck(state, chance):
    """Return the state with the cards still in the deck in another order."""
    return evolve(state, deck=mix(state.deck, chance))


def with_other_clue(state, seat):
    """Return the state with the other side of a seat's clue, if it has chosen one."""
    if state.phase in REVEALED or state.clues[seat] is None or seat == state.officer:
        return state
    clues = list(state.clues)
    (clues[seat],) = set(sides_of(state.clue_tokens[seat])) - {clues[seat]}
    return evolve(state, clues=tuple(clues))


def swap_faces(state, seat):
    """Return the state with other faces of a seat's hidden tokens, from the pool."""
    if state.phase is Phase.OVER:
        return state
    pool = {colour: list(state.pool.left(colour)) for colour in Colour}
    tokens = list(state.tokens)
    for place, token in enumerate(tokens):
        faces = pool[token.colour]
        others = [at for at, face in enumerate(faces) if face != token.face]
        if token.holder == seat and not token.face_up and others:
            tokens[place] = replace(token, face=faces[others[0]])
            faces[others[0]] = token.face
    pools = Pool(*(tuple(pool[colour]) for colour in Colour))
    return evolve(state, tokens=tuple(tokens), pool=pools)


def with_other_awards(result, chance):
    awards = tuple(
        replace(award, face=chance.choice(["0", "1", "2", "3", ADLER]))
        for award in result.awards
    )
    return replace(result, awards=awards)


def change_hidden(deal: Deal, drawn: int, taken: int, chance: Random) -> Deal:
    """Return a deal with other suspects below, and other clue tokens in the bag.

    So many cards are drawn, and so many tokens are taken from the bag.
    """
    undrawn = deal.deck[drawn:]
    suspects = iter(mix([card for card in undrawn if card != INVESTIGATOR], chance))
    deck = [
        INVESTIGATOR if card == INVESTIGATOR else next(suspects) for card in undrawn
    ]
    bag = (*deal.bag[:taken], *reversed(deal.bag[taken:]))
    tossed = len(deal.bag) - len(deal.flips)
    flips = deal.flips[: taken - tossed]
    flips += tuple(sides_of(trait)[0] for trait in bag[taken:])
    changed = replace(deal, deck=(*deal.deck[:drawn], *deck), bag=bag, flips=flips)
    return shuffle_pool(changed, chance)


def shuffle_pool(deal: Deal, chance: Random) -> Deal:
    """Return the deal with the faces of each colour in another order."""
    faces = (deal.pool.gold, deal.pool.white, deal.pool.black)
    return replace(deal, pool=Pool(*(mix(part, chance) for part in faces)))


def mix(cards, chance: Random) -> tuple:
    return tuple(chance.sample(cards, len(cards)))
