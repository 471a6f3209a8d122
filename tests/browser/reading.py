"""Reads the facts on a page, and derives those that the rules allow its viewer.

Pages are read by the names of the DOM contract alone. The site's presenters are not
used here, because they are under test.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from games.labels import suspect_name
from games.rules import moves
from games.rules.observe import SPECTATOR, Observation, SeatView, observe
from games.rules.state import Phase, State
from games.rules.suspects import SUSPECTS

READ = (Path(__file__).parent / "reading.js").read_text()
COLOURS = ("gold", "white", "black")
VIEWERS_OWN = ("viewer", "myClue", "codes", "language", "text")
MOVES = ("forms", "choose", "place", "accuse", "give", "take")

Facts = dict[str, Any]


def build_expected(state: State, viewer: int) -> Facts:
    """Return the facts that a page must show to a viewer, like `reading.js`."""
    seen = observe(state, viewer)
    return {
        "phase": seen.phase.value,
        "round": seen.number,
        "viewer": "spectator" if viewer == SPECTATOR else str(viewer),
        "reason": seen.termination.value if seen.termination else None,
        "deck": seen.deck_left,
        "drawn": seen.drawn,
        "pool": [list(pile) for pile in zip(COLOURS, seen.pool, strict=True)],
        "publicClues": [side.value for side in seen.public_clues],
        "myClue": seen.my_clue.value if seen.my_clue else None,
        "seats": [expected_seat(seen, view) for view in seen.seats],
        **expected_moves(seen),
    }


def expected_seat(seen: Observation, view: SeatView) -> Facts:
    marks = {
        "turn": seen.turn == view.seat,
        "done": view.done,
        "stasi": view.officer,
        "winner": view.seat in seen.winners,
    }
    accusers = {accusation.suspect: accusation.seat for accusation in seen.accusations}
    return {
        "seat": view.seat,
        "investigator": view.investigator.value,
        "marks": [mark for mark, is_set in marks.items() if is_set],
        "line": list(view.line),
        "accused": {code: accusers[code] for code in view.line if code in accusers},
        "discards": view.discard_count,
        "openDiscards": list(view.discards or ()),
        "clue": view.clue.value if view.clue else None,
        "points": view.points,
        "tokens": [
            {"id": token.id, "colour": token.colour.value, "face": token.face}
            for token in view.tokens
        ],
    }


def expected_moves(seen: Observation) -> Facts:
    kinds = {move.to_dict()["move"] for move in seen.moves} - {"pass"}
    trades = [move for move in seen.moves if isinstance(move, moves.Trade)]
    return {
        "forms": kinds,
        "choose": [m.side.value for m in seen.moves if isinstance(m, moves.Choose)],
        "place": [m.as_.value for m in seen.moves if isinstance(m, moves.Place)],
        "accuse": {m.suspect for m in seen.moves if isinstance(m, moves.Accuse)},
        "give": {trade.give for trade in trades},
        "take": {trade.take for trade in trades},
    }


def in_sets(facts: Facts) -> Facts:
    """Return the facts, with sets for lists without a meaningful order."""
    others = ("moves", "codes", "language", "text")
    kept = {key: value for key, value in facts.items() if key not in others}
    for name in ("forms", "accuse", "give", "take"):
        assert max(Counter(kept[name]).values(), default=1) == 1
        kept[name] = set(kept[name])
    return kept


def public_part(facts: Facts) -> Facts:
    """Return the facts that all pages at a table must share; faces are private."""
    public = {
        key: value for key, value in facts.items() if key not in (*VIEWERS_OWN, *MOVES)
    }
    return public | {"seats": [without_faces(seat) for seat in facts["seats"]]}


def without_faces(seat: Facts) -> Facts:
    tokens = [token | {"face": None} for token in seat["tokens"]]
    return seat | {"tokens": tokens}


def check_secrets(facts: Facts, state: State) -> None:
    """Check that a page holds no card and no face hidden from its viewer."""
    seat = None if facts["viewer"] == "spectator" else int(facts["viewer"])
    own_clue = state.clues[seat] if seat is not None and state.clues else None
    assert facts["myClue"] == own_clue
    shown = {code for view in facts["seats"] for code in view["line"]}
    shown |= {code for view in facts["seats"] for code in view["openDiscards"]}
    shown |= {facts["drawn"]}
    if state.results and state.phase not in (Phase.SIDES, Phase.SUSPECTS):
        shown.add(state.results[-1].chief)
    assert set(facts["codes"]) <= shown
    # In later rounds the log still names the suspects of earlier lines.
    if state.number == state.attempt == 1:
        check_names(facts, shown)
    if state.phase != Phase.OVER:
        check_faces(facts, state, seat)


def check_names(facts: Facts, shown: set[str]) -> None:
    """Check that an English page names only suspects that it may show."""
    if facts["language"] == "en":
        words = set(re.findall(r"\w+", facts["text"]))
        assert {code for code in SUSPECTS if suspect_name(code) in words} <= shown


def check_faces(facts: Facts, state: State, seat: int | None) -> None:
    known = {t.id for t in state.tokens if t.holder == seat or t.face_up}
    faces = [token for view in facts["seats"] for token in view["tokens"]]
    assert {token["id"] for token in faces if token["face"] is not None} == known
