"""The result of a round, the points, the end of the game and the winners.

Implements docs/rules.md sections 5 to 7 and 9; no function here makes a new state.
"""

from collections.abc import Iterable
from dataclasses import replace

from games.rules.editions import Placement, TenPoints
from games.rules.results import Accusation, Award, AwardReason, RoundResult
from games.rules.state import State, Termination
from games.rules.suspects import Side, count_matches, find_chief, matches
from games.rules.tokens import STASI, Colour, Face, Pool, Token, name_token, points_of

TARGET = 10
LAST_ROUND = 5

COLOUR_FOR_REASON: dict[AwardReason, Colour] = {
    AwardReason.CHIEF: Colour.GOLD,
    AwardReason.ASSISTANT: Colour.WHITE,
    AwardReason.INNOCENT: Colour.BLACK,
    AwardReason.NO_ACCUSATION: Colour.BLACK,
    AwardReason.CHIEF_IN_DECK: Colour.WHITE,
    AwardReason.MISTAKE: Colour.BLACK,
}
_REASON_FOR_MATCHES = {5: AwardReason.CHIEF, 4: AwardReason.ASSISTANT}


def judge_round(state: State) -> RoundResult:
    """Return the result of the round, with the tokens given out (sections 5 and 9)."""
    clues = _collect_clues(state)
    chief = find_chief(clues)
    result = RoundResult(
        number=state.number,
        attempt=state.attempt,
        first_seat=state.first_seat,
        exposed=() if state.officer is None else (state.officer,),
        clues=tuple(sorted(clues)),
        chief=chief,
        chief_in_deck=chief in state.deck,
        mistaken=_find_mistaken_seats(state),
        accusations=tuple(
            Accusation(a.seat, a.suspect, count_matches(a.suspect, clues))
            for a in state.accusations
        ),
    )
    return replace(result, awards=_give_out(state, _list_awards(state, result)))


def _collect_clues(state: State) -> tuple[Side, ...]:
    # R8: the tokens still in the bag are tossed now; the deal has fixed the tosses.
    chosen = tuple(side for side in state.clues if side is not None)
    return chosen + state.public_clues + state.flips


def _find_mistaken_seats(state: State) -> tuple[int, ...]:
    """Return the seats with a card in the wrong pile, line or discards (R17)."""
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


def _list_awards(state: State, result: RoundResult) -> list[tuple[int, AwardReason]]:
    """Return each seat that is due a token and the reason, in drawing order."""
    if result.is_void:
        order = order_clockwise(state.first_seat, len(state.seats))
        return [
            (seat, AwardReason.MISTAKE) for seat in order if seat in result.mistaken
        ]
    dues = [(a.seat, choose_award_reason(a.matches or 0)) for a in result.accusations]
    accusers = {a.seat for a in result.accusations}
    silent = (
        AwardReason.CHIEF_IN_DECK if result.chief_in_deck else AwardReason.NO_ACCUSATION
    )
    order = order_clockwise(state.turn, len(state.seats))
    return dues + [(seat, silent) for seat in order if seat not in accusers]


def choose_award_reason(count: int) -> AwardReason:
    """Return the due for accusing a suspect that matches this many clues.

    >>> [choose_award_reason(count).value for count in (5, 4, 3)]
    ['chief', 'assistant', 'innocent']
    """
    return _REASON_FOR_MATCHES.get(count, AwardReason.INNOCENT)


def order_clockwise(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats clockwise, starting with `first`.

    >>> order_clockwise(2, 4)
    (2, 3, 0, 1)
    """
    return (*range(first, seats), *range(first))


def _give_out(
    state: State, dues: Iterable[tuple[int, AwardReason]]
) -> tuple[Award, ...]:
    left = {colour: list(state.pool.left(colour)) for colour in Colour}
    awards = []
    for seat, reason in dues:
        colour = COLOUR_FOR_REASON[reason]
        # An empty colour is not replaced by another one (section 5).
        face = left[colour].pop(0) if left[colour] else None
        name = name_token(state.number, state.attempt, seat)
        token = None if face is None else name
        awards.append(Award(seat, colour, face, token, reason))
    return tuple(awards)


def build_tokens(awards: Iterable[Award]) -> tuple[Token, ...]:
    """Return the awarded tokens; the Stasi token lies face up (section 7)."""
    return tuple(
        Token(a.token, a.colour, a.face, a.seat, face_up=a.face == STASI)
        for a in awards
        if a.token is not None and a.face is not None
    )


def draw_from_pool(pool: Pool, awards: Iterable[Award]) -> Pool:
    """Return the pool without the awarded tokens."""
    taken = [a.colour for a in awards if a.token is not None]

    def rest(colour: Colour) -> tuple[Face, ...]:
        return pool.left(colour)[taken.count(colour) :]

    return Pool(rest(Colour.GOLD), rest(Colour.WHITE), rest(Colour.BLACK))


def sum_points(state: State, seat: int) -> int:
    """Return the points of a seat's tokens.

    A secret while the game runs: show it only to the seat itself.
    """
    return sum(points_of(t.colour, t.face) for t in state.tokens if t.holder == seat)


def count_golds(state: State, seat: int) -> int:
    """Return the number of a seat's gold tokens, including gold Adler tokens."""
    return sum(t.colour is Colour.GOLD for t in state.tokens if t.holder == seat)


def find_termination(state: State) -> Termination | None:
    """Return why the game ends with the closed review, or None (section 5, R11)."""
    if state.announced:
        return Termination.TEN_POINTS
    if state.pool.is_short():
        return Termination.COLOUR_OUT
    if state.number == LAST_ROUND and not state.results[-1].is_void:
        return Termination.FIVE_ROUNDS
    return None


def find_winners(state: State) -> tuple[int, ...]:
    """Return the winning seats, in seat order (section 6, R12)."""
    contenders: Iterable[int] = range(len(state.seats))
    if state.announced and state.options.ten_points == TenPoints.ANNOUNCER:
        contenders = state.announced
    marks = {
        seat: (sum_points(state, seat), count_golds(state, seat)) for seat in contenders
    }
    best = max(marks.values())
    return tuple(sorted(seat for seat, mark in marks.items() if mark == best))
