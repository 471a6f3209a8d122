"""The end of a round: reveal, café, review and the end of the game.

Implements docs/rules.md sections 5, 7 and 9.
"""

from dataclasses import replace

from games.rules import events
from games.rules.events import Event, Events
from games.rules.legal import free_suspects, has_accused
from games.rules.moves import Announce, Done
from games.rules.results import RoundResult
from games.rules.scoring import (
    judge_round,
    pool_after,
    termination_of,
    tokens_of,
    winners_of,
)
from games.rules.state import Phase, State, evolve
from games.rules.tokens import STASI


def has_call_ended(state: State) -> bool:
    """Return whether the last call is over: no seat or no free suspect is left (R7)."""
    waiting = any(
        seat not in state.passed and not has_accused(state, seat)
        for seat in range(len(state.seats))
    )
    return not waiting or next(free_suspects(state), None) is None


def reveal(state: State, happened: Events) -> tuple[State, Events]:
    """Return the state and events after the reveal and the giving out of tokens.

    `happened` are the earlier events of the same move; they come first.
    """
    result = judge_round(state)
    drawn = tokens_of(result.awards)
    # The drawer of the Stasi token takes the officer's card, also in a void round.
    drawer = next((token.holder for token in drawn if token.face == STASI), None)
    kept = state.officer if result.is_void else None
    cafe = state.options.adler and not result.is_void
    phase = Phase.CAFE if cafe else Phase.REVIEW
    revealed = evolve(
        state,
        phase=phase,
        results=(*state.results, result),
        tokens=state.tokens + drawn,
        pool=pool_after(state.pool, result.awards),
        officer=kept if drawer is None else drawer,
    )
    return revealed, (*happened, *_reveal_events(result, phase))


def _reveal_events(result: RoundResult, phase: Phase) -> list[Event]:
    happened: list[Event] = [events.CluesRevealed(result)]
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
    termination = termination_of(state)
    if termination is None:
        return _return_stasi_token(evolve(state, phase=Phase.BETWEEN)), happened
    winners = winners_of(state)
    over = evolve(state, phase=Phase.OVER, termination=termination, winners=winners)
    return over, (*happened, events.GameEnded(termination, winners))


def _return_stasi_token(state: State) -> State:
    # R11 tests the end of the game while the token is still in its drawer's hand.
    kept = tuple(token for token in state.tokens if token.face != STASI)
    if len(kept) == len(state.tokens):
        return state
    pool = replace(state.pool, black=(*state.pool.black, STASI))
    return evolve(state, tokens=kept, pool=pool)
