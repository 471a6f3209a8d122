"""Legal moves, and the refusal of illegal ones (docs/rules.md sections 3 to 9)."""

from collections.abc import Callable, Iterator
from typing import Any

from games.rules.editions import SEATS, LastCall
from games.rules.illegal import IllegalMove, Why
from games.rules.moves import (
    Accuse,
    Announce,
    Choose,
    Done,
    Draw,
    Move,
    Pass,
    Place,
    Sorted,
    Trade,
)
from games.rules.scoring import TARGET, order_clockwise, sum_points
from games.rules.state import Phase, State
from games.rules.suspects import SUSPECTS, Suspect, sides_of, trait_of
from games.rules.tokens import ADLER, Token

# Built once, because a seat can have an accusation for each suspect in the lines.
_ACCUSE = tuple(
    {code: Accuse(seat, code) for code in SUSPECTS} for seat in range(SEATS[-1])
)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return all legal moves of a seat, empty if there is no such seat.

    Includes `Pass` in the last call, although only the clock makes it (R7).
    """
    list_moves = _LISTS.get(state.phase)
    if list_moves is None or not 0 <= seat < len(state.seats):
        return ()
    return list_moves(state, seat)


def _choices(state: State, seat: int) -> tuple[Move, ...]:
    if state.clues[seat] is not None:
        return ()
    one, zero = sides_of(state.clue_tokens[seat])
    return Choose(seat, one), Choose(seat, zero)


def _turn_moves(state: State, seat: int) -> tuple[Move, ...]:
    if state.turn != seat:
        return ()
    if state.placing:
        return Place(seat, Sorted.SUSPECT), Place(seat, Sorted.DISCARD)
    return (Draw(seat),)


def _suspects_moves(state: State, seat: int) -> tuple[Move, ...]:
    return (*_turn_moves(state, seat), *_accusations(state, seat))


def _accusations(state: State, seat: int) -> tuple[Move, ...]:
    if has_accused(state, seat):
        return ()
    accuse = _ACCUSE[seat]
    return tuple(accuse[suspect] for suspect in list_free_suspects(state))


def _last_call_moves(state: State, seat: int) -> tuple[Move, ...]:
    if not can_answer_call(state, seat):
        return ()
    return (*_accusations(state, seat), Pass(seat))


def _cafe_moves(state: State, seat: int) -> tuple[Move, ...]:
    if seat in state.done:
        return ()
    trades = (
        Trade(seat, give.id, take.id)
        for give in state.tokens
        if give.holder == seat and give.face == ADLER and not give.face_up
        for take in state.tokens
        if take.holder != seat and take.colour is give.colour and not take.face_up
    )
    return (*trades, Done(seat))


def _review_moves(state: State, seat: int) -> tuple[Move, ...]:
    if seat in state.done:
        return ()
    if not state.results[-1].is_void and sum_points(state, seat) >= TARGET:
        return Announce(seat), Done(seat)
    return (Done(seat),)


def has_accused(state: State, seat: int) -> bool:
    """Return whether a seat has used its accusation of this round."""
    return seat in [a.seat for a in state.accusations]


def list_free_suspects(state: State) -> Iterator[Suspect]:
    """Yield the suspects in the lines that no seat has accused."""
    accused = {a.suspect for a in state.accusations}
    for line in state.lines:
        for suspect in line:
            if suspect not in accused:
                yield suspect


def find_next_caller(state: State) -> int | None:
    """Return the seat whose turn it is in a clockwise last call, if any (R6)."""
    for seat in order_clockwise(state.turn, len(state.seats)):
        if seat not in state.passed and not has_accused(state, seat):
            return seat
    return None


def can_answer_call(state: State, seat: int) -> bool:
    """Return whether a seat may accuse or pass now, in the last call (R6, R7)."""
    if state.options.last_call == LastCall.CLOCKWISE:
        return find_next_caller(state) == seat
    return seat not in state.passed and not has_accused(state, seat)


def check_legal(state: State, move: Move) -> None:
    """Check that a move is legal, without listing the legal moves.

    Raises:
        IllegalMove: the move is illegal; `why` gives the reason.
    """
    if not 0 <= move.seat < len(state.seats):
        raise IllegalMove(Why.NO_SUCH_SEAT)
    if state.phase is Phase.OVER:
        raise IllegalMove(Why.GAME_OVER)
    if state.phase is Phase.BETWEEN:
        raise IllegalMove(Why.NO_ROUND_BEGUN)
    _CHECKS[type(move)](state, move)


def _check_choose(state: State, move: Choose) -> None:
    if state.phase is not Phase.SIDES:
        raise IllegalMove(Why.NO_CHOOSING_NOW)
    if state.clues[move.seat] is not None:
        raise IllegalMove(Why.CHOSEN_ALREADY)
    if trait_of(move.side) is not state.clue_tokens[move.seat]:
        raise IllegalMove(Why.NOT_YOUR_SIDE)


def _check_draw(state: State, move: Draw) -> None:
    if state.phase is not Phase.SUSPECTS:
        raise IllegalMove(Why.NO_DRAWING_NOW)
    if state.placing:
        raise IllegalMove(Why.CARD_WAITS)
    if state.turn != move.seat:
        raise IllegalMove(Why.NOT_YOUR_TURN)


def _check_place(state: State, move: Place) -> None:
    if state.phase is not Phase.SUSPECTS or not state.placing:
        raise IllegalMove(Why.NOTHING_TO_PLACE)
    if state.turn != move.seat:
        raise IllegalMove(Why.NOT_YOUR_TURN)


def _check_accuse(state: State, move: Accuse) -> None:
    if state.phase not in (Phase.SUSPECTS, Phase.LAST_CALL):
        raise IllegalMove(Why.NO_ACCUSING_NOW)
    if has_accused(state, move.seat):
        raise IllegalMove(Why.ONE_ACCUSATION)
    if move.suspect in [a.suspect for a in state.accusations]:
        raise IllegalMove(Why.ALREADY_ACCUSED)
    if not any(move.suspect in line for line in state.lines):
        raise IllegalMove(Why.NOT_ON_THE_TABLE)
    if state.phase is Phase.LAST_CALL:
        _check_call(state, move.seat)


def _check_pass(state: State, move: Pass) -> None:
    if state.phase is not Phase.LAST_CALL:
        raise IllegalMove(Why.NO_PASSING_NOW)
    if has_accused(state, move.seat):
        raise IllegalMove(Why.ONE_ACCUSATION)
    _check_call(state, move.seat)


def _check_call(state: State, seat: int) -> None:
    if seat in state.passed:
        raise IllegalMove(Why.PASSED_ALREADY)
    if not can_answer_call(state, seat):
        raise IllegalMove(Why.NOT_YOUR_TURN)


def _check_trade(state: State, move: Trade) -> None:
    if state.phase is not Phase.CAFE:
        raise IllegalMove(Why.NO_TRADING_NOW)
    if move.seat in state.done:
        raise IllegalMove(Why.DONE_ALREADY)
    give, take = find_token(state, move.give), find_token(state, move.take)
    if give.holder != move.seat:
        raise IllegalMove(Why.NOT_YOUR_TOKEN)
    if give.face != ADLER or give.face_up:
        raise IllegalMove(Why.NOT_AN_ADLER)
    if take.holder == move.seat:
        raise IllegalMove(Why.OWN_TOKEN)
    if take.face_up:
        raise IllegalMove(Why.FACE_UP_TOKEN)
    if take.colour is not give.colour:
        raise IllegalMove(Why.OTHER_COLOUR)


def find_token(state: State, id_: str) -> Token:
    """Return the token with this id.

    Raises:
        IllegalMove: no seat holds a token with this id.
    """
    for token in state.tokens:
        if token.id == id_:
            return token
    raise IllegalMove(Why.NO_SUCH_TOKEN)


def _check_done(state: State, move: Done) -> None:
    if state.phase not in (Phase.CAFE, Phase.REVIEW):
        raise IllegalMove(Why.NOTHING_TO_FINISH)
    if move.seat in state.done:
        raise IllegalMove(Why.DONE_ALREADY)


def _check_announce(state: State, move: Announce) -> None:
    if state.phase is not Phase.REVIEW:
        raise IllegalMove(Why.NO_ANNOUNCING_NOW)
    if move.seat in state.done:
        raise IllegalMove(Why.DONE_ALREADY)
    if state.results[-1].is_void:
        raise IllegalMove(Why.NO_ANNOUNCING_IN_VOID)
    if sum_points(state, move.seat) < TARGET:
        raise IllegalMove(Why.NOT_TEN)


_LISTS: dict[Phase, Callable[[State, int], tuple[Move, ...]]] = {
    Phase.SIDES: _choices,
    Phase.SUSPECTS: _suspects_moves,
    Phase.LAST_CALL: _last_call_moves,
    Phase.CAFE: _cafe_moves,
    Phase.REVIEW: _review_moves,
}
_CHECKS: dict[type, Callable[[State, Any], None]] = {
    Choose: _check_choose,
    Draw: _check_draw,
    Place: _check_place,
    Accuse: _check_accuse,
    Pass: _check_pass,
    Trade: _check_trade,
    Done: _check_done,
    Announce: _check_announce,
}
