"""The vocabulary of the tests of the rules: tables, deals, and moves as text.

    state = table(3, first=["11111"])
    state = play(state, "0 choose hat", "1 choose glasses", "2 choose coat", "0 draw")

By default seat 0 draws the hat, seat 1 the glasses, and so on.
"""

import pytest

from games.rules.apply import apply_move, begin_round
from games.rules.deal import Deal
from games.rules.editions import Investigator, Options
from games.rules.illegal import RulesError
from games.rules.moves import move_from_dict
from games.rules.state import INVESTIGATOR, Phase, begin_state
from games.rules.suspects import SUSPECTS, Side, Trait, matches, sides_of
from games.rules.tokens import Colour, Pool

# With every token on side 1 these are chief, assistant and innocent. At a table of
# three each one matches the clue of any drawer.
CHIEF, ASSISTANT, INNOCENT = "11111", "11110", "11100"
SIDES_1 = ("hat", "glasses", "coat", "grey", "newspaper")

FIELDS = {
    "choose": ["side"],
    "draw": [],
    "place": ["as"],
    "accuse": ["suspect"],
    "pass": [],
    "trade": ["give", "take"],
    "done": [],
    "announce": [],
}


def empty_table(seats=3, *, first_seat=0, **options):
    """Return a game before its first deal."""
    return begin_state(tuple(Investigator)[:seats], Options(**options), first_seat)


def table(seats=3, *, first_seat=0, options=None, **deal):
    """Return a game in the sides phase of round 1."""
    return deal_round(
        empty_table(seats, first_seat=first_seat, **(options or {})), **deal
    )


def deal_round(state, **deal):
    """Return the state with its next round dealt."""
    return begin_round(state, make_deal(state, **deal))[0]


def make_deal(state, *, first=(), last=(), bag=SIDES_1, flips=None, **pool):
    """Return a deal with given top and bottom cards and given tokens drawn first."""
    unused = 5 - len(state.seats)
    bag = tuple(trait for side in bag for trait in Trait if side in both(trait))
    sides = flips or [SIDES_1[list(Trait).index(trait)] for trait in bag[-unused:]]
    return Deal(
        make_deck(unused, first, last),
        bag,
        tuple(map(Side, sides)) if unused else (),
        Pool(*(to_front(state.pool, colour, pool) for colour in Colour)),
    )


def both(trait):
    """Return the names of the two sides of a trait, and the name of the trait."""
    return {*sides_of(trait), trait.value}


def make_deck(unused, first, last):
    """Return a deck; investigators not in `first` end the top half."""
    waiting = [card for card in SUSPECTS if card not in {*first, *last}]
    middle = [*first, *waiting, *last]
    missing = unused - list(first).count(INVESTIGATOR)
    at = 16 + unused - missing
    return (*middle[:at], *[INVESTIGATOR] * missing, *middle[at:])


def to_front(pool, colour, wanted):
    """Return the tokens of a colour, beginning with the wanted ones."""
    rest = list(pool.left(colour))
    front = wanted.get(colour.value, ())
    for face in front:
        rest.remove(face)
    return (*front, *rest)


def move(line):
    """Return the move in a line such as "2 accuse 10110"."""
    seat, name, *values = line.split()
    fields = dict(zip(FIELDS[name], values, strict=True))
    return move_from_dict({"seat": int(seat), "move": name, **fields})


def play(state, *lines):
    """Return the state after some moves."""
    for line in lines:
        state, _ = apply_move(state, move(line))
    return state


def list_events(state, line):
    """Return the events of a move."""
    return apply_move(state, move(line))[1]


def refusal(state, line):
    """Return the reason why a move is refused."""
    with pytest.raises(RulesError) as refused:
        apply_move(state, move(line))
    return refused.value.why


def choose_all(state, sides=SIDES_1):
    """Return the state after every seat has chosen a side."""
    for seat, trait in enumerate(state.clue_tokens):
        side = next(side for side in sides if side in both(trait))
        state = play(state, f"{seat} choose {side}")
    return state


def draw(state, cards=1):
    """Return the state after some turns, with every card placed correctly."""
    for _ in range(cards):
        state = play(state, f"{state.turn} draw")
        if state.placing:
            fits = state.drawn in fitting(state, state.turn)
            state = place(state, "suspect" if fits else "discard")
    return state


def place(state, as_):
    """Return the state after the drawer has placed the card."""
    return play(state, f"{state.turn} place {as_}")


def fitting(state, seat):
    """Return the suspects that match a seat's clue."""
    return {suspect for suspect in SUSPECTS if matches(suspect, state.clues[seat])}


def draw_out(state):
    """Return the state after the last card of the deck."""
    while state.phase is Phase.SUSPECTS:
        state = draw(state)
    return state


def accuse_all(state, accusations):
    """Return the state after accusations in the order of {seat: suspect}."""
    for seat, suspect in accusations.items():
        state = play(state, f"{seat} accuse {suspect}")
    return state


def play_round(state, accusations, **deal):
    """Return a table of three after its next round.

    Chief, assistant and innocent are drawn first, then the accusations are made.
    """
    state = deal_round(state, first=[CHIEF, ASSISTANT, INNOCENT], **deal)
    return accuse_all(draw(choose_all(state), 3), accusations)


def close(state, *, announce=()):
    """Return the state after all seats have closed the café and the review."""
    for phase, word in ((Phase.CAFE, "done"), (Phase.REVIEW, "announce")):
        if state.phase is not phase:
            continue
        for seat in range(len(state.seats)):
            name = word if seat in announce else "done"
            state = play(state, f"{seat} {name}")
    return state


def holding(state, seat):
    """Return a seat's tokens as (id, face, face up)."""
    return [(t.id, t.face, t.face_up) for t in state.tokens if t.holder == seat]
