"""Presents the case of the day and exercises: the board, verdicts and proofs.

The page's address holds all accusations and marks; the server keeps no state. The
answer appears only once the visitor has found the chief, answered or given up.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.coach.sentences import Cast, Sentence, tell
from games.deduction.deductions import prove
from games.deduction.puzzles import BY_WEEKDAY, Case, Difficulty, Puzzle, find_clues
from games.deduction.steps import IsChief, IsNotChief, StepKind
from games.labels import investigator_name, join_names, side_name, suspect_name
from games.rules.scoring import COLOUR_FOR_REASON, choose_award_reason
from games.rules.suspects import (
    SUSPECTS,
    Side,
    Suspect,
    Trait,
    count_matches,
    list_matching_sides,
    sides_of,
    trait_of,
)
from games.rules.tokens import Colour

# A mark of the notebook: this seat's clue is not that side.
type RuledOut = frozenset[tuple[int, Side]]
DIFFICULTIES: dict[Difficulty, Promise] = {
    Difficulty.EASY: pgettext_lazy("difficulty of a case", "easy"),
    Difficulty.MEDIUM: pgettext_lazy("difficulty of a case", "medium"),
    Difficulty.HARD: pgettext_lazy("difficulty of a case", "hard"),
    Difficulty.FIENDISH: pgettext_lazy("difficulty of a case", "fiendish"),
}
# The visitor's answer that no single suspect is certain.
NOBODY = "nobody"
# The last one closes a case of the day.
ACCUSATIONS = 3
_VERDICTS = {
    Colour.GOLD: pgettext_lazy("accused suspect", "the chief"),
    Colour.WHITE: pgettext_lazy(
        "accused suspect", "an assistant: four of the five clues match"
    ),
    Colour.BLACK: pgettext_lazy("accused suspect", "innocent"),
}
_SIGNS = {Colour.GOLD: "🟡", Colour.WHITE: "⚪", Colour.BLACK: "⚫"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to an accusation: the colour of the token due for it in a game."""

    suspect: Suspect
    colour: Colour

    @property
    def words(self) -> str:
        """Return the verdict in words."""
        return str(_VERDICTS[self.colour])


def read_marks(marks: Sequence[str]) -> RuledOut:
    """Return the marks of a query, without the invalid ones."""
    parts = (mark.partition(".") for mark in marks)
    return frozenset(
        (int(seat), Side(side))
        for seat, _, side in parts
        if seat in "01234" and len(seat) == 1 and side in set(Side)
    )


def read_suspects(asked: Sequence[str]) -> tuple[Suspect, ...]:
    return tuple(suspect for suspect in asked if suspect in SUSPECTS)


def present_case(
    case: Case,
    day: date,
    days: tuple[date, ...],
    *,
    accused: tuple[Suspect, ...],
    ruled_out: RuledOut,
    gave_up: bool,
) -> dict[str, Any]:
    """Return the page of a day's case with the visitor's accusations and marks.

    `proof` and `chief` are filled once the case is closed. `another` is the day of one
    more case to play.
    """
    verdicts = list(islice(_list_verdicts(case, accused), ACCUSATIONS))
    is_solved = bool(verdicts) and verdicts[-1].colour is Colour.GOLD
    left = ACCUSATIONS - len(verdicts)
    is_closed = is_solved or gave_up or not left
    cast = build_puzzle_cast(case.puzzle)
    of_suspects = {verdict.suspect: verdict for verdict in verdicts}
    board = _build_board(
        case.puzzle, cast.names, ruled_out, of_suspects, is_closed=is_closed
    )
    return {
        "day": day,
        "difficulty": str(DIFFICULTIES[case.difficulty]),
        "board": board,
        "verdicts": verdicts,
        "verdict": verdicts[-1] if verdicts else None,
        "is_solved": is_solved,
        "left": left,
        "give_up_query": _give_up_query(verdicts, board["marks"]),
        "days": [(each, DIFFICULTIES[BY_WEEKDAY[each.weekday()]]) for each in days],
        "chief": case.chief if is_closed else None,
        "proof": _prove_chief(case.puzzle, case.chief, cast) if is_closed else (),
        "another": max((each for each in days if each < day), default=None),
    }


def describe_result(address: str, case: dict[str, Any]) -> str:
    """Return the result of a presented case as a text to share; it names no suspect."""
    title = _("Checkpoint Charlie, case of %(day)s (%(difficulty)s)") % {
        "day": date_format(case["day"]),
        "difficulty": case["difficulty"],
    }
    signs = "".join(_SIGNS[verdict.colour] for verdict in case["verdicts"])
    return f"{title}\n{signs}\n{address}"


def _give_up_query(verdicts: Sequence[Verdict], marks: Sequence[str]) -> str:
    accused = [("accuse", verdict.suspect) for verdict in verdicts]
    noted = [("out", mark) for mark in marks]
    return "?" + urlencode([*accused, *noted, ("solve", "on")])


def build_puzzle_cast(puzzle: Puzzle) -> Cast:
    """Return the cast of a puzzle, whose seats are named after their investigators."""
    names = [investigator_name(each) for each in puzzle.seats]
    return Cast(names, puzzle.seats, puzzle.you)


def _prove_chief(puzzle: Puzzle, chief: Suspect, cast: Cast) -> tuple[Sentence, ...]:
    return tell(prove(puzzle.position, IsChief(chief)) or (), cast)


def _list_verdicts(case: Case, accused: tuple[Suspect, ...]) -> Iterator[Verdict]:
    """Yield the verdict of each accusation, up to the chief's."""
    in_lines = {card for cards in case.puzzle.cards for card in cards.line}
    for suspect in dict.fromkeys(accused):
        if suspect in in_lines:
            fitting = count_matches(suspect, list_matching_sides(case.chief))
            yield Verdict(suspect, COLOUR_FOR_REASON[choose_award_reason(fitting)])
        if suspect == case.chief:
            return


def _build_board(
    puzzle: Puzzle,
    names: Sequence[str],
    ruled_out: RuledOut,
    verdicts: Mapping[Suspect, Verdict],
    *,
    is_closed: bool,
) -> dict[str, Any]:
    """Return a puzzle as the visitor sees it, with a notebook to tick.

    No suspect may be accused on a closed board.
    """
    seats = [
        _build_seat(puzzle, names[seat], seat, verdicts, is_closed=is_closed)
        for seat in range(len(names))
    ]
    return {
        "seats": seats,
        "others": [seat for seat in seats if not seat["is_mine"]],
        "my_clue": puzzle.my_clue,
        "public_clues": puzzle.public_clues,
        "rows": list(_build_rows(puzzle, names, ruled_out)),
        "marks": [f"{seat}.{side}" for seat, side in sorted(ruled_out)],
    }


def _build_seat(
    puzzle: Puzzle,
    name: str,
    seat: int,
    verdicts: Mapping[Suspect, Verdict],
    *,
    is_closed: bool,
) -> dict[str, Any]:
    """Return a seat's line, its open discards, and the number of its covered ones.

    Each card has its verdict, if it was accused. `clue` is that of another seat that
    plays with it face up.
    """
    cards, is_mine = puzzle.cards[seat], seat == puzzle.you
    return {
        "name": name,
        "investigator": puzzle.seats[seat].value,
        "is_mine": is_mine,
        "clue": None if is_mine else puzzle.position.known.get(seat),
        "line": [
            {
                "suspect": card,
                "verdict": verdicts.get(card),
                "may_accuse": not is_closed and card not in verdicts,
            }
            for card in cards.line
        ],
        "discards": cards.discards,
        "covered": puzzle.covered[seat],
    }


def _build_rows(
    puzzle: Puzzle, names: Sequence[str], ruled_out: RuledOut
) -> Iterator[tuple[Side, list[tuple[str, str, bool]]]]:
    """Yield a row for each side that another seat may have.

    Its cells have the value of a mark, the seat's name, and whether it is ticked.
    """
    open_traits = {trait_of(side) for side in puzzle.position.known.values()}
    for trait in Trait:
        if trait in open_traits:
            continue
        for side in sides_of(trait):
            yield (
                side,
                [
                    (f"{seat}.{side}", name, (seat, side) in ruled_out)
                    for seat, name in enumerate(names)
                    if seat != puzzle.you
                ],
            )


def present_exercise(puzzle: Puzzle, cast: Cast, asked: QueryDict) -> dict[str, Any]:
    """Return the exercise with the answer and the marks in its address.

    The answer is a suspect, NOBODY or none yet.

    `refutation` proves that the accused suspect is not the chief, `proof` that another
    one is. `open` tells how two or more suspects can still be the chief.
    """
    answer, ruled_out = asked.get("accuse", ""), read_marks(asked.getlist("out"))
    suspects = {card for cards in puzzle.cards for card in cards.line}
    is_answered = answer == NOBODY or answer in suspects
    exercise: dict[str, Any] = {
        "board": _build_board(puzzle, cast.names, ruled_out, {}, is_closed=is_answered),
        "is_answered": is_answered,
    }
    if not is_answered:
        return exercise
    chief = puzzle.answer
    refuted = prove(puzzle.position, IsNotChief(answer)) if answer != NOBODY else None
    return exercise | {
        "is_right": answer == (chief or NOBODY),
        "verdict": _describe_verdict(chief, answer),
        "accused": "" if answer == NOBODY else suspect_name(answer),
        "refutation": tell(refuted or (), cast),
        "proof": _prove_chief(puzzle, chief, cast) if chief else (),
        "open": () if chief else list(_describe_solutions(puzzle, cast)),
    }


def give_hint(puzzle: Puzzle, cast: Cast) -> str:
    """Return where to look again after a wrong answer."""
    if (chief := puzzle.answer) is None:
        return _("Not quite. Can another cat be the chief, too?")
    proof = prove(puzzle.position, IsChief(chief)) or ()
    # The cards of this step leave one side: the question has one answer.
    row = next(
        step for step in proof if step.kind is StepKind.CARDS and len(step.sides) == 1
    )
    if not row.kept:
        text = _(
            "Not quite. Look at the cats that %(name)s discarded: what do all of them "
            "share that no open clue is about?"
        )
    elif row.discarded:
        text = _(
            "Not quite. Compare the row of %(name)s with what %(name)s discarded: what "
            "tells these cats apart that no open clue is about?"
        )
    else:
        text = _(
            "Not quite. Look at the row of %(name)s: what do all its cats share that "
            "no open clue is about?"
        )
    return text % {"name": cast.name(row.places[0])}


def _describe_verdict(chief: Suspect | None, answer: str) -> str:
    if chief is None:
        if answer == NOBODY:
            return _("Right: nobody could be certain yet.")
        return _("Too early: nobody could be certain yet.")
    if answer == chief:
        return _("Right: %(suspect)s is the chief.") % {"suspect": suspect_name(chief)}
    text = _("No: %(suspect)s is the chief, and that was certain.")
    return text % {"suspect": suspect_name(chief)}


def _describe_solutions(puzzle: Puzzle, cast: Cast) -> Iterator[str]:
    """Yield a way in which each of the possible suspects is the chief."""
    for suspect in puzzle.position.list_possible_chiefs():
        clues = find_clues(puzzle.position, suspect)[: len(cast.names)]
        pairs = [
            f"{cast.name(seat)}: {side_name(side)}" for seat, side in enumerate(clues)
        ]
        text = _("%(suspect)s, if the clues are these: %(clues)s.")
        yield text % {"suspect": suspect_name(suspect), "clues": join_names(pairs)}
