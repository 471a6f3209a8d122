"""Presents an exercise: is the chief certain, and who is it?"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.coach.words import Cast, Sentence, tell
from games.daily.board import Board, RuledOut, present_board
from games.daily.present import prove_chief
from games.deduction.proof_steps import IsNotChief
from games.deduction.proofs import prove
from games.deduction.puzzles import Puzzle, clues_for
from games.labels import join_names, side_name, suspect_name
from games.rules.suspects import Suspect

# The visitor's answer that nobody can be certain.
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise; the fields after `board` are empty until it is answered.

    `refutation` proves that the accused suspect is not the chief, `proof` that another
    one is. `open` tells how two or more suspects can still be the chief.
    """

    board: Board
    is_answered: bool
    is_right: bool
    verdict: str
    accused: str
    refutation: tuple[Sentence, ...]
    proof: tuple[Sentence, ...]
    open: tuple[str, ...]


def present_exercise(
    puzzle: Puzzle, cast: Cast, answer: str, ruled_out: RuledOut
) -> Exercise:
    """Return the exercise with the visitor's answer: a suspect, NOBODY or none yet."""
    suspects = {card for cards in puzzle.cards for card in cards.line}
    is_answered = answer == NOBODY or answer in suspects
    board = present_board(
        puzzle, cast.names, ruled_out=ruled_out, verdicts={}, is_closed=is_answered
    )
    if not is_answered:
        return Exercise(board, False, False, "", "", (), (), ())
    chief = puzzle.answer
    refuted = prove(puzzle.position, IsNotChief(answer)) if answer != NOBODY else None
    return Exercise(
        board=board,
        is_answered=True,
        is_right=answer == (chief or NOBODY),
        verdict=_verdict(chief, answer),
        accused="" if answer == NOBODY else suspect_name(answer),
        refutation=tell(refuted or (), cast),
        proof=prove_chief(puzzle, chief, cast) if chief else (),
        open=() if chief else tuple(_ways(puzzle, cast)),
    )


def _verdict(chief: Suspect | None, answer: str) -> str:
    if chief is None:
        if answer == NOBODY:
            return _("Right: nobody could be certain yet.")
        return _("Too early: nobody could be certain yet.")
    if answer == chief:
        return _("Right: %(suspect)s is the chief.") % {"suspect": suspect_name(chief)}
    text = _("No: %(suspect)s is the chief, and that was certain.")
    return text % {"suspect": suspect_name(chief)}


def _ways(puzzle: Puzzle, cast: Cast) -> Iterator[str]:
    """Yield a way in which each of the possible suspects is the chief."""
    for suspect in puzzle.position.possible_chiefs():
        clues = clues_for(puzzle.position, suspect)[: len(cast.names)]
        pairs = [
            f"{cast.name(seat)}: {side_name(side)}" for seat, side in enumerate(clues)
        ]
        text = _("%(suspect)s, if the clues are these: %(clues)s.")
        yield text % {"suspect": suspect_name(suspect), "clues": join_names(pairs)}
