"""What a move does: the next state and what happened, one function for each kind.

Implements docs/rules.md sections 3, 4, 8 and 9; a round's end is in `closing`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.rules import events
from games.rules.clues import matches
from games.rules.deal import Deal, check_deal, next_round
from games.rules.editions import Placement
from games.rules.errors import GameOver, RoundUnfinished
from games.rules.events import Events
from games.rules.legal import check_legal, token_called
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
from games.rules.results import Accusation, TradeMade
from games.rules.round_end import finish_step, has_call_ended, reveal
from games.rules.state import INVESTIGATOR, Card, Phase, State, evolve

type Outcome = tuple[State, Events]


def begin_round(state: State, deal: Deal) -> Outcome:
    """Return the state with the next round dealt, or the void one dealt again.

    The first player is who caught the chief, or the same as before (section 3, R2).

    Raises:
        RoundUnfinished: a round is being played.
        GameOver: the game has ended.
        BrokenDeal: the deal does not hold exactly what is left.
    """
    if state.phase is Phase.OVER:
        raise GameOver
    if state.phase is not Phase.BETWEEN:
        raise RoundUnfinished
    check_deal(state, deal)
    seats = len(state.seats)
    number, attempt = next_round(state)
    first = _first_seat(state)
    began = evolve(
        state,
        phase=Phase.SIDES,
        number=number,
        attempt=attempt,
        first_seat=first,
        turn=first,
        deck=deal.deck,
        clue_tokens=deal.bag[:seats],
        clues=(None,) * seats,
        flips=deal.flips,
        public_clues=(),
        lines=((),) * seats,
        discards=((),) * seats,
        drawn=None,
        placing=False,
        accusations=(),
        passed=frozenset(),
        done=frozenset(),
        announced=(),
        pool=deal.pool,
    )
    return began, (events.RoundBegan(number, attempt, first),)


def _first_seat(state: State) -> int:
    if not state.results or state.results[-1].is_void:
        return state.first_seat
    catcher = state.results[-1].catcher
    return state.first_seat if catcher is None else catcher


def apply_move(state: State, move: Move) -> Outcome:
    """Return the state after a move, and what happened in it, in order.

    Raises:
        IllegalMove: one of its subclasses; the state given is as it was.
    """
    check_legal(state, move)
    return _APPLIES[type(move)](state, move)


def _choose(state: State, move: Choose) -> Outcome:
    clues = _with(state.clues, move.seat, move.side)
    chosen = events.SideChosen(move.seat)
    if None in clues:
        return evolve(state, clues=clues), (chosen,)
    began = evolve(state, clues=clues, phase=Phase.SUSPECTS)
    return began, (chosen, *_exposed(began), events.PhaseBegan(Phase.SUSPECTS))


def _exposed(state: State) -> Events:
    side = None if state.officer is None else state.clues[state.officer]
    if state.officer is None or side is None:
        return ()
    return (events.ClueExposed(state.officer, side),)


def _draw(state: State, move: Draw) -> Outcome:
    seat = move.seat
    shown: Events = ()
    if state.deck[0] == INVESTIGATOR:
        state, shown = _turn_investigators(state, seat)
    suspect = state.deck[0]
    drawn = events.CardDrawn(seat, suspect)
    deck = state.deck[1:]
    if state.options.placement == Placement.PLAYERS:
        waiting = evolve(state, deck=deck, drawn=suspect, placing=True)
        return waiting, (*shown, drawn)
    clue = state.clues[seat]
    fits = clue is not None and matches(suspect, clue)
    as_ = Sorted.SUSPECT if fits else Sorted.DISCARD
    sorted_ = events.CardSorted(seat, suspect, as_, by_referee=True)
    return _sort(state, sorted_, deck, (*shown, drawn, sorted_))


def _turn_investigators(state: State, seat: int) -> Outcome:
    """Turn the unused investigators on top; the same player draws on (R4)."""
    turned = 1
    while state.deck[turned] == INVESTIGATOR:
        turned += 1
    sides = state.flips[:turned]
    shown = evolve(
        state,
        deck=state.deck[turned:],
        public_clues=state.public_clues + sides,
        flips=state.flips[turned:],
    )
    return shown, tuple(events.PublicClueShown(seat, side) for side in sides)


def _place(state: State, move: Place) -> Outcome:
    sorted_ = events.CardSorted(move.seat, state.drawn or "", move.as_, False)
    return _sort(state, sorted_, state.deck, (sorted_,))


def _sort(
    state: State, card: events.CardSorted, deck: tuple[Card, ...], happened: Events
) -> Outcome:
    """Put a card where it belongs; the turn goes on, or the last call begins."""
    seat, suspect = card.seat, card.suspect
    lines, discards = state.lines, state.discards
    if card.as_ is Sorted.SUSPECT:
        lines = _with(lines, seat, (*lines[seat], suspect))
    else:
        discards = _with(discards, seat, (*discards[seat], suspect))
    after = evolve(
        state,
        deck=deck,
        drawn=suspect,
        placing=False,
        lines=lines,
        discards=discards,
        turn=(seat + 1) % len(state.seats),
    )
    if deck:
        return after, happened
    return _begin_last_call(after, happened)


def _begin_last_call(state: State, happened: Events) -> Outcome:
    if has_call_ended(state):
        return reveal(state, happened)
    began = events.PhaseBegan(Phase.LAST_CALL)
    return evolve(state, phase=Phase.LAST_CALL), (*happened, began)


def _accuse(state: State, move: Accuse) -> Outcome:
    accusations = (*state.accusations, Accusation(move.seat, move.suspect))
    after = evolve(state, accusations=accusations)
    accused = events.Accused(move.seat, move.suspect, len(accusations))
    if state.phase is Phase.LAST_CALL:
        ended = has_call_ended(after)
    else:
        # The last one can no longer accuse.
        ended = len(accusations) == len(state.seats) - 1
    return reveal(after, (accused,)) if ended else (after, (accused,))


def _pass(state: State, move: Pass) -> Outcome:
    after = evolve(state, passed=state.passed | {move.seat})
    passed = events.Passed(move.seat)
    if has_call_ended(after):
        return reveal(after, (passed,))
    return after, (passed,)


def _trade(state: State, move: Trade) -> Outcome:
    """Swap two tokens: the Adler lies face up from now on, used (section 8)."""
    give, take = token_called(state, move.give), token_called(state, move.take)
    swapped = {
        give.id: replace(give, holder=take.holder, face_up=True),
        take.id: replace(take, holder=move.seat),
    }
    tokens = tuple(swapped.get(token.id, token) for token in state.tokens)
    *before, result = state.results
    traded = result.with_trade(TradeMade(move.seat, give.id, take.id))
    happened = events.Traded(move.seat, take.holder, give.id, take.id)
    return evolve(state, tokens=tokens, results=(*before, traded)), (happened,)


def _with[T](items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


_APPLIES: dict[type, Callable[[State, Any], Outcome]] = {
    Choose: _choose,
    Draw: _draw,
    Place: _place,
    Accuse: _accuse,
    Pass: _pass,
    Trade: _trade,
    Done: finish_step,
    Announce: finish_step,
}
