"""The effect of each kind of move: the next state and its events.

Implements docs/rules.md sections 3 to 5 and 7 to 9.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.rules import events
from games.rules.deal import Deal, check_deal, find_next_round
from games.rules.editions import Placement
from games.rules.events import Event, Events
from games.rules.illegal import IllegalMove, RulesError, Why
from games.rules.legal import check_legal, find_token, has_accused, list_free_suspects
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
from games.rules.results import Accusation, RoundEnd, RoundResult, TradeMade
from games.rules.scoring import (
    build_tokens,
    draw_from_pool,
    find_termination,
    find_winners,
    judge_round,
)
from games.rules.state import INVESTIGATOR, Card, Phase, State, evolve
from games.rules.tokens import STASI

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
    number, attempt = find_next_round(state)
    first = _first_seat(state)
    # All else that a round fills is empty again.
    began = State(
        state.options,
        state.seats,
        first,
        deal.pool,
        phase=Phase.SIDES,
        number=number,
        attempt=attempt,
        turn=first,
        deck=deal.deck,
        clue_tokens=deal.bag[:seats],
        clues=(None,) * seats,
        flips=deal.flips,
        lines=((),) * seats,
        discards=((),) * seats,
        tokens=state.tokens,
        officer=state.officer,
        results=state.results,
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
    as_ = Sorted.by(state.clues[seat], suspect)
    sorted_ = events.CardSorted(seat, suspect, as_)
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
    sorted_ = events.CardSorted(move.seat, state.drawn or "", move.as_)
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
    trade = TradeMade(move.seat, give.id, take.id)
    traded = replace(result, trades=(*result.trades, trade))
    happened = events.Traded(move.seat, take.holder, give.id, take.id)
    return evolve(state, tokens=tokens, results=(*before, traded)), (happened,)


def _with[T](items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def has_call_ended(state: State) -> bool:
    """Return whether the last call is over: no seat or no free suspect is left (R7)."""
    waiting = any(
        seat not in state.passed and not has_accused(state, seat)
        for seat in range(len(state.seats))
    )
    return not waiting or next(list_free_suspects(state), None) is None


def reveal(state: State, happened: Events) -> tuple[State, Events]:
    """Return the state and events after the reveal and the giving out of tokens.

    `happened` are the earlier events of the same move; they come first.
    """
    result = judge_round(state)
    drawn = build_tokens(result.awards)
    # The drawer of the Stasi token takes the officer's card, also in a void round.
    drawer = next((token.holder for token in drawn if token.face == STASI), None)
    remaining = state.officer if result.is_void else None
    cafe = state.options.adler and not result.is_void
    phase = Phase.CAFE if cafe else Phase.REVIEW
    revealed = evolve(
        state,
        phase=phase,
        results=(*state.results, result),
        tokens=state.tokens + drawn,
        pool=draw_from_pool(state.pool, result.awards),
        officer=remaining if drawer is None else drawer,
    )
    revelation = events.CluesRevealed(result, _find_round_end(state))
    return revealed, (*happened, revelation, *_award_events(result, phase))


def _find_round_end(state: State) -> RoundEnd:
    """Return why a state comes to its reveal."""
    missing = len(state.seats) - len(state.accusations)
    if state.phase is Phase.SUSPECTS and missing == 1:
        return RoundEnd.ACCUSED
    is_free = next(list_free_suspects(state), None) is not None
    return RoundEnd.CALL_OVER if is_free else RoundEnd.NO_SUSPECT


def _award_events(result: RoundResult, phase: Phase) -> list[Event]:
    happened: list[Event] = []
    for award in result.awards:
        happened.append(
            events.TokenAwarded(
                award.seat, award.colour, award.face, award.token, award.due
            )
        )
        if award.face == STASI:
            happened.append(events.OfficerDrawn(award.seat))
    happened.append(events.PhaseBegan(phase))
    return happened


def finish_step(state: State, move: Done | Announce) -> tuple[State, Events]:
    """Return the state and events after a seat closes the café or the review.

    The last seat ends the step.
    """
    happened: Events
    if isinstance(move, Announce):
        state = evolve(state, announced=(*state.announced, move.seat))
        happened = (events.TenAnnounced(move.seat),)
    else:
        happened = (events.SeatDone(move.seat),)
    done = state.done | {move.seat}
    if len(done) < len(state.seats):
        return evolve(state, done=done), happened
    if state.phase is Phase.CAFE:
        reviewing = evolve(state, phase=Phase.REVIEW, done=frozenset())
        return reviewing, (*happened, events.PhaseBegan(Phase.REVIEW))
    return _close_review(evolve(state, done=done), happened)


def _close_review(state: State, happened: Events) -> tuple[State, Events]:
    termination = find_termination(state)
    if termination is None:
        return _return_stasi_token(evolve(state, phase=Phase.BETWEEN)), happened
    winners = find_winners(state)
    over = evolve(state, phase=Phase.OVER, termination=termination, winners=winners)
    return over, (*happened, events.GameEnded(termination, winners))


def _return_stasi_token(state: State) -> State:
    # R11 tests the end of the game while the token is still in its drawer's hand.
    remaining = tuple(token for token in state.tokens if token.face != STASI)
    if len(remaining) == len(state.tokens):
        return state
    pool = replace(state.pool, black=(*state.pool.black, STASI))
    return evolve(state, tokens=remaining, pool=pool)


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
