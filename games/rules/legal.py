"""Legal moves, and the refusal of illegal ones (docs/rules.md sections 3 to 9)."""

from collections.abc import Callable, Iterator
from typing import Any

from games.rules import errors
from games.rules.clues import sides_of, trait_of
from games.rules.editions import LastCall
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
from games.rules.scoring import TARGET, clockwise_from, points
from games.rules.state import Phase, State
from games.rules.suspects import SUSPECTS, Suspect
from games.rules.tokens import ADLER, Token

# Built once, because a seat can have an accusation for each suspect in the lines.
_ACCUSE = tuple({code: Accuse(seat, code) for code in SUSPECTS} for seat in range(5))


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
    return tuple(accuse[suspect] for suspect in free_suspects(state))


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
    if not state.results[-1].is_void and points(state, seat) >= TARGET:
        return Announce(seat), Done(seat)
    return (Done(seat),)


def has_accused(state: State, seat: int) -> bool:
    """Return whether a seat has used its accusation of this round."""
    return seat in [a.seat for a in state.accusations]


def free_suspects(state: State) -> Iterator[Suspect]:
    """Yield the suspects in the lines that no seat has accused."""
    accused = {a.suspect for a in state.accusations}
    for line in state.lines:
        for suspect in line:
            if suspect not in accused:
                yield suspect


def next_caller(state: State) -> int | None:
    """Return the seat whose turn it is in a clockwise last call, if any (R6)."""
    for seat in clockwise_from(state.turn, len(state.seats)):
        if seat not in state.passed and not has_accused(state, seat):
            return seat
    return None


def can_answer_call(state: State, seat: int) -> bool:
    """Return whether a seat may accuse or pass now, in the last call (R6, R7)."""
    if state.options.last_call == LastCall.CLOCKWISE:
        return next_caller(state) == seat
    return seat not in state.passed and not has_accused(state, seat)


def check_legal(state: State, move: Move) -> None:
    """Check that a move is legal, without listing the legal moves.

    Raises:
        IllegalMove: the move is illegal; the subclass gives the reason.
    """
    if not 0 <= move.seat < len(state.seats):
        raise errors.NoSuchSeat
    if state.phase is Phase.OVER:
        raise errors.GameOver
    if state.phase is Phase.BETWEEN:
        raise errors.NoRoundBegun
    _CHECKS[type(move)](state, move)


def _check_choose(state: State, move: Choose) -> None:
    if state.phase is not Phase.SIDES:
        raise errors.NoChoosingNow
    if state.clues[move.seat] is not None:
        raise errors.ChosenAlready
    if trait_of(move.side) is not state.clue_tokens[move.seat]:
        raise errors.NotYourSide


def _check_draw(state: State, move: Draw) -> None:
    if state.phase is not Phase.SUSPECTS:
        raise errors.NoDrawingNow
    if state.placing:
        raise errors.CardWaits
    if state.turn != move.seat:
        raise errors.NotYourTurn


def _check_place(state: State, move: Place) -> None:
    if state.phase is not Phase.SUSPECTS or not state.placing:
        raise errors.NothingToPlace
    if state.turn != move.seat:
        raise errors.NotYourTurn


def _check_accuse(state: State, move: Accuse) -> None:
    if state.phase not in (Phase.SUSPECTS, Phase.LAST_CALL):
        raise errors.NoAccusingNow
    if has_accused(state, move.seat):
        raise errors.OneAccusation
    if move.suspect in [a.suspect for a in state.accusations]:
        raise errors.AlreadyAccused
    if not any(move.suspect in line for line in state.lines):
        raise errors.NotOnTheTable
    if state.phase is Phase.LAST_CALL:
        _check_call(state, move.seat)


def _check_pass(state: State, move: Pass) -> None:
    if state.phase is not Phase.LAST_CALL:
        raise errors.NoPassingNow
    if has_accused(state, move.seat):
        raise errors.OneAccusation
    _check_call(state, move.seat)


def _check_call(state: State, seat: int) -> None:
    if seat in state.passed:
        raise errors.PassedAlready
    if not can_answer_call(state, seat):
        raise errors.NotYourTurn


def _check_trade(state: State, move: Trade) -> None:
    if state.phase is not Phase.CAFE:
        raise errors.NoTradingNow
    if move.seat in state.done:
        raise errors.DoneAlready
    give, take = find_token(state, move.give), find_token(state, move.take)
    if give.holder != move.seat:
        raise errors.NotYourToken
    if give.face != ADLER or give.face_up:
        raise errors.NotAnAdler
    if take.holder == move.seat:
        raise errors.OwnToken
    if take.face_up:
        raise errors.FaceUpToken
    if take.colour is not give.colour:
        raise errors.OtherColour


def find_token(state: State, id_: str) -> Token:
    """Return the token with this id.

    Raises:
        NoSuchToken: no seat holds a token with this id.
    """
    for token in state.tokens:
        if token.id == id_:
            return token
    raise errors.NoSuchToken


def _check_done(state: State, move: Done) -> None:
    if state.phase not in (Phase.CAFE, Phase.REVIEW):
        raise errors.NothingToFinish
    if move.seat in state.done:
        raise errors.DoneAlready


def _check_announce(state: State, move: Announce) -> None:
    if state.phase is not Phase.REVIEW:
        raise errors.NoAnnouncingNow
    if move.seat in state.done:
        raise errors.DoneAlready
    if state.results[-1].is_void:
        raise errors.NoAnnouncingInVoid
    if points(state, move.seat) < TARGET:
        raise errors.NotTen


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
