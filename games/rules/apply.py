"""The effect of each kind of move: the next state and its events.

Implements docs/rules.md sections 3, 4, 8 and 9, up to the end of a round.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.rules import events
from games.rules.clues import matches
from games.rules.deal import Deal, check_deal, next_round
from games.rules.editions import Placement
from games.rules.errors import IllegalMove, RulesError, Why
from games.rules.events import Events
from games.rules.legal import check_legal, find_token
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

# The next state, and the events of the move that led to it.
type Transition = tuple[State, Events]


def begin_round(state: State, deal: Deal) -> Transition:
    """Return the state and events after dealing the next round or repeating a void one.

    The seat that caught the chief begins, otherwise the same one as before (R2).

    Raises:
        IllegalMove: the game is over.
        RulesError: the current round is not over, or the deal does not hold exactly the
            cards and tokens of this game.
    """
    if state.phase is Phase.OVER:
        raise IllegalMove(Why.GAME_OVER)
    if state.phase is not Phase.BETWEEN:
        raise RulesError(Why.ROUND_UNFINISHED)
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


def apply_move(state: State, move: Move) -> Transition:
    """Return the state after a move, and the move's events in order.

    Raises:
        IllegalMove: the move is illegal; `why` gives the reason.
    """
    check_legal(state, move)
    return _APPLIES[type(move)](state, move)


def _choose(state: State, move: Choose) -> Transition:
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


def _draw(state: State, move: Draw) -> Transition:
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


def _turn_investigators(state: State, seat: int) -> Transition:
    """Show a public clue for each investigator on top of the deck (R4)."""
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


def _place(state: State, move: Place) -> Transition:
    sorted_ = events.CardSorted(move.seat, state.drawn or "", move.as_, False)
    return _sort(state, sorted_, state.deck, (sorted_,))


def _sort(
    state: State, card: events.CardSorted, deck: tuple[Card, ...], happened: Events
) -> Transition:
    """Sort the drawn card, then pass on the turn or begin the last call."""
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


def _begin_last_call(state: State, happened: Events) -> Transition:
    if has_call_ended(state):
        return reveal(state, happened)
    began = events.PhaseBegan(Phase.LAST_CALL)
    return evolve(state, phase=Phase.LAST_CALL), (*happened, began)


def _accuse(state: State, move: Accuse) -> Transition:
    accusations = (*state.accusations, Accusation(move.seat, move.suspect))
    after = evolve(state, accusations=accusations)
    accused = events.Accused(move.seat, move.suspect, len(accusations))
    if state.phase is Phase.LAST_CALL:
        ended = has_call_ended(after)
    else:
        # The last seat without an accusation can no longer make one (section 4).
        ended = len(accusations) == len(state.seats) - 1
    return reveal(after, (accused,)) if ended else (after, (accused,))


def _pass(state: State, move: Pass) -> Transition:
    after = evolve(state, passed=state.passed | {move.seat})
    passed = events.Passed(move.seat)
    if has_call_ended(after):
        return reveal(after, (passed,))
    return after, (passed,)


def _trade(state: State, move: Trade) -> Transition:
    """Swap two tokens; the Adler token lies face up from now on (section 8)."""
    give, take = find_token(state, move.give), find_token(state, move.take)
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


_APPLIES: dict[type, Callable[[State, Any], Transition]] = {
    Choose: _choose,
    Draw: _draw,
    Place: _place,
    Accuse: _accuse,
    Pass: _pass,
    Trade: _trade,
    Done: finish_step,
    Announce: finish_step,
}
