"""The reveal: chief, who is due what, giving out; points, the end and the winners.

Implements docs/rules.md sections 5 to 7 and 9. Nothing here changes a state.
"""

from collections.abc import Iterable

from games.rules.clues import count_matches, matches, suspect_of
from games.rules.editions import Placement, TenPoints
from games.rules.results import Accusation, Award, Due, RoundResult
from games.rules.state import State, Termination
from games.rules.suspects import Side
from games.rules.tokens import STASI, Colour, Face, Pool, Token, points_of, token_id

TARGET = 10
LAST_ROUND = 5

COLOUR_DUE: dict[Due, Colour] = {
    Due.CHIEF: Colour.GOLD,
    Due.ASSISTANT: Colour.WHITE,
    Due.INNOCENT: Colour.BLACK,
    Due.NO_ACCUSATION: Colour.BLACK,
    Due.CHIEF_IN_DECK: Colour.WHITE,
    Due.MISTAKE: Colour.BLACK,
}
_DUE_FOR_MATCHES = {5: Due.CHIEF, 4: Due.ASSISTANT}


def judge_round(state: State) -> RoundResult:
    """Return what the round comes to, with the tokens that are given out for it."""
    clues = _all_clues(state)
    chief = suspect_of(clues)
    result = RoundResult(
        number=state.number,
        attempt=state.attempt,
        first_seat=state.first_seat,
        exposed=() if state.officer is None else (state.officer,),
        clues=tuple(sorted(clues)),
        chief=chief,
        chief_in_deck=chief in state.deck,
        mistaken=_mistaken_seats(state),
        accusations=tuple(
            Accusation(a.seat, a.suspect, count_matches(a.suspect, clues))
            for a in state.accusations
        ),
    )
    return result.with_awards(_give_out(state, _dues(state, result)))


def _all_clues(state: State) -> tuple[Side, ...]:
    # R8: what is still in the bag is tossed now, and the deal has fixed the tosses.
    chosen = tuple(side for side in state.clues if side is not None)
    return chosen + state.public_clues + state.flips


def _mistaken_seats(state: State) -> tuple[int, ...]:
    """Return the seats that placed a card wrongly, either way (R17)."""
    if state.options.placement == Placement.REFEREE:
        return ()
    return tuple(
        seat
        for seat, clue in enumerate(state.clues)
        if clue is not None
        and (
            not all(matches(suspect, clue) for suspect in state.lines[seat])
            or any(matches(suspect, clue) for suspect in state.discards[seat])
        )
    )


def _dues(state: State, result: RoundResult) -> list[tuple[int, Due]]:
    """Return who is due a token for what, in the order of drawing."""
    if result.is_void:
        order = clockwise_from(state.first_seat, len(state.seats))
        return [(seat, Due.MISTAKE) for seat in order if seat in result.mistaken]
    dues = [(a.seat, due_for_matches(a.matches or 0)) for a in result.accusations]
    accusers = {a.seat for a in result.accusations}
    silent = Due.CHIEF_IN_DECK if result.chief_in_deck else Due.NO_ACCUSATION
    order = clockwise_from(state.turn, len(state.seats))
    return dues + [(seat, silent) for seat in order if seat not in accusers]


def due_for_matches(count: int) -> Due:
    """Return what is due for accusing a suspect whom so many of the clues fit.

    >>> [due_for_matches(count).value for count in (5, 4, 3)]
    ['chief', 'assistant', 'innocent']
    """
    return _DUE_FOR_MATCHES.get(count, Due.INNOCENT)


def clockwise_from(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats, clockwise from one of them.

    >>> clockwise_from(2, 4)
    (2, 3, 0, 1)
    """
    return (*range(first, seats), *range(first))


def _give_out(state: State, dues: Iterable[tuple[int, Due]]) -> tuple[Award, ...]:
    left = {colour: list(state.pool.left(colour)) for colour in Colour}
    awards = []
    for seat, due in dues:
        colour = COLOUR_DUE[due]
        # An empty colour gives nothing, and no other colour instead.
        face = left[colour].pop(0) if left[colour] else None
        token = face and token_id(state.number, state.attempt, seat)
        awards.append(Award(seat, colour, face, token, due))
    return tuple(awards)


def tokens_of(awards: Iterable[Award]) -> tuple[Token, ...]:
    """Return the tokens that awards bring; the Stasi token is shown at once."""
    return tuple(
        Token(a.token, a.colour, a.face, a.seat, face_up=a.face == STASI)
        for a in awards
        if a.token is not None and a.face is not None
    )


def pool_after(pool: Pool, awards: Iterable[Award]) -> Pool:
    """Return the pool without the tokens that awards took from it."""
    taken = [a.colour for a in awards if a.token is not None]

    def rest(colour: Colour) -> tuple[Face, ...]:
        return pool.left(colour)[taken.count(colour) :]

    return Pool(rest(Colour.GOLD), rest(Colour.WHITE), rest(Colour.BLACK))


def points(state: State, seat: int) -> int:
    """Return what a seat's tokens make: R15 for Adlers, -2 for the Stasi token.

    Holds a secret while the game runs: only the seat itself may know it.
    """
    return sum(points_of(t.colour, t.face) for t in state.tokens if t.holder == seat)


def golds(state: State, seat: int) -> int:
    """Return how many gold tokens a seat holds, gold Adlers among them."""
    return sum(t.colour is Colour.GOLD for t in state.tokens if t.holder == seat)


def termination_of(state: State) -> Termination | None:
    """Return why the game is over now that its review is closed, if it is (R11)."""
    if state.announced:
        return Termination.TEN_POINTS
    if state.pool.is_short():
        return Termination.COLOUR_OUT
    if state.number == LAST_ROUND and not state.results[-1].is_void:
        return Termination.FIVE_ROUNDS
    return None


def winners_of(state: State) -> tuple[int, ...]:
    """Return the seats that win, in seat order (section 6, R12)."""
    contenders: Iterable[int] = range(len(state.seats))
    if state.announced and state.options.ten_points == TenPoints.ANNOUNCER:
        contenders = state.announced
    marks = {seat: (points(state, seat), golds(state, seat)) for seat in contenders}
    best = max(marks.values())
    return tuple(sorted(seat for seat, mark in marks.items() if mark == best))
