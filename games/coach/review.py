"""Presents the coach: how good a seat's decisions were, and proofs of its knowledge.

Luck and nerve stand in docs/coach.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.coach.moments import MovePosition, Names, SeatMoment, read_goal
from games.coach.sentences import (
    Cast,
    describe_card,
    describe_clues,
    tell,
    title_moment,
)
from games.deduction.analysis import BestMoment, JudgedAccusation, SeatAnalysis
from games.deduction.deductions import prove_since
from games.deduction.steps import Goal, HasClue, IsChief
from games.labels import LazyText, join_names, side_name, suspect_name
from games.rules.editions import Placement
from games.rules.suspects import Suspect
from games.table.notebook import choose_likeliest
from games.table.page.status import MINUS, format_percent, to_percent

# The middle third of all seats in a round, in points (docs/coach.md).
# The range of luck is made symmetrical: its mean is 0 for every way to play.
_USUAL_LUCK, _USUAL_NERVE = (-0.5, 0.5), (0.7, 2.4)
# The mean nerve of a seat in a round, in points.
USUAL_NERVE = 1.55
# The words for one and three paws. Two are usual and need none.
_LUCK = {
    1: gettext_lazy("Luck: the cards and tokens were worth less than usual."),
    3: gettext_lazy("Luck: the cards and tokens were worth more than usual."),
}
_NERVE = {
    1: gettext_lazy("Nerve: the timing gained less than usual."),
    3: gettext_lazy("Nerve: the timing gained more than usual."),
}
# The smallest cost of waiting that is shown as one, in points.
_LEAST_COST = 0.05
# Returns the query of the page after a move of the game, with a question.
type QueryOf = Callable[[int, str], str]
# The label and the query of something that can be proved, and whether it is asked.
type Question = tuple[str, str, bool]
# The words of a notable moment, the query that shows it, and whether it is shown.
type Mark = tuple[str, str, bool]


def describe_shown(place: MovePosition, index: int, names: Names) -> str:
    """Return the public content of a state's move in words; often empty."""
    shown = place.shown[index]
    if shown is None:
        return ""
    name = names.at(shown.seat, place.start + index)
    facts = {"name": name, "suspect": suspect_name(shown.suspect)}
    if shown.is_accusation:
        return _("%(name)s accuses %(suspect)s.") % facts
    return _("%(name)s draws %(suspect)s.") % facts


def title_position(
    place: MovePosition, index: int, names: Names, more: str = ""
) -> str:
    """Return the round of a state, its move in words, and more about it."""
    words = describe_shown(place, index, names)
    return title_moment(place.analysis.number, f"{words} {more}".strip())


def list_seat_marks(
    place: MovePosition, seat: SeatAnalysis, names: Names
) -> Iterator[str]:
    """Yield the notable facts about the decisions and the luck of a seat."""
    if seat.could_accuse_at is not None:
        certain = _("From here on the chief was certain.")
        yield title_position(place, seat.could_accuse_at, names, certain)
    if seat.accusation is not None:
        yield _describe_accusation(seat.accusation)
    else:
        yield _("No accusation this round.")
    yield _describe_luck(seat)


def list_round_marks(
    place: MovePosition, names: Names, *, is_referee: bool
) -> Iterator[str]:
    """Yield the notable facts of this round that concern every seat."""
    analysis = place.analysis
    if analysis.open_at is not None:
        text = _("%(suspect)s, the chief, comes to the table.")
        words = text % {"suspect": suspect_name(analysis.chief)}
        yield title_moment(analysis.number, words)
    if is_referee and analysis.certain_at is not None:
        move = place.start + analysis.certain_at
        sure = [names.at(seat, move) for seat in analysis.certain_seats]
        text = _("From here on %(names)s could be certain.")
        words = text % {"names": join_names(sure)}
        yield title_position(place, analysis.certain_at, names, words)


def present_paws(rounds: Sequence[SeatAnalysis]) -> list[tuple[range, LazyText]]:
    """Return the paws for a seat's luck and nerve that are not usual, with their words.

    Empty without a round.
    """
    if not rounds:
        return []
    luck, nerve = count_paws(rounds)
    counted = (luck, _LUCK.get(luck)), (nerve, _NERVE.get(nerve))
    return [(range(paws), words) for paws, words in counted if words]


def count_paws(rounds: Sequence[SeatAnalysis]) -> tuple[int, int]:
    """Return one to three paws for a seat's luck and for its nerve in these rounds."""
    return (
        _rate([each.luck for each in rounds], _USUAL_LUCK),
        _rate([each.nerve for each in rounds], _USUAL_NERVE),
    )


def _rate(values: Sequence[float], usual: tuple[float, float]) -> int:
    """Return 2 if the sum is usual in so many rounds, 3 if it is more, 1 if less."""
    beyond = sum(values) - len(values) * sum(usual) / 2
    half = sqrt(len(values)) * (usual[1] - usual[0]) / 2
    return 2 + (beyond > half) - (beyond < -half)


def _describe_luck(seat: SeatAnalysis) -> str:
    text = _(
        "Luck: %(luck)s (usual: %(usual_luck)s), nerve: %(nerve)s points "
        "(usual: %(usual_nerve)s)."
    )
    return text % {
        "luck": format_points(seat.luck),
        "usual_luck": " … ".join(map(format_points, _USUAL_LUCK)),
        "nerve": format_points(seat.nerve),
        "usual_nerve": " … ".join(map(format_points, _USUAL_NERVE)),
    }


def format_points(value: float) -> str:
    """Return signed points to a tenth, formatted for the active language."""
    tenths = round(value, 1)
    sign = "+" if tenths > 0 else MINUS if tenths < 0 else ""
    return f"{sign}{number_format(abs(tenths), 1)}"


def _describe_accusation(made: JudgedAccusation) -> str:
    text = _(
        "Accused %(suspect)s, %(percent)s likely to be the chief. "
        "Accusing was worth %(value)s points; waiting, %(waiting)s."
    )
    words = text % {
        "suspect": suspect_name(made.suspect),
        "percent": format_percent(to_percent(made.chance)),
        "value": format_points(made.value),
        "waiting": format_points(made.waiting),
    }
    if not made.draws_to_certain:
        return words
    later = ngettext(
        "%(count)s more draw would have settled it.",
        "%(count)s more draws would have settled it.",
        made.draws_to_certain,
    )
    return f"{words} {later % {'count': made.draws_to_certain}}"


def build_cast(names: Names, place: MovePosition, you: int | None) -> Cast:
    """Return the names at a position, at most at its reveal, for seat `you` if any."""
    people = [names.at(seat.index, place.known_at + 1) for seat in names.seats]
    return Cast(people, [seat.investigator for seat in names.seats], you)


def present_coach(
    moment: SeatMoment, cast: Cast, query_of: QueryOf, asked: str
) -> dict[str, Any]:
    """Return the panel of one seat after a move; `cast.you` is the reader's own seat.

    `title` describes that move. `asked` is the title of the proof, which is
    the answer to a question or, without one, proves the chief if that is certain. The
    proof is that of the move that `settled` it: before that move there was none.
    `settled` is empty if a shorter proof from later cards is shown. What nobody at this
    seat could know has no proof.
    `is_conditional` warns that players placed their cards themselves.
    """
    certain = moment.belief.certain
    goal = read_goal(moment, asked) or (IsChief(certain) if certain else None)
    proved = prove_since(moment.positions, goal) if goal else None
    proof, at = proved or ((), None)
    return {
        "name": cast.names[moment.seat],
        "is_mine": moment.seat == cast.you,
        "move": moment.place.start + moment.index,
        "title": _title_move(moment, moment.index, cast),
        "marks": list(_list_marks(moment, cast, query_of)),
        "left": _describe_chances(moment.chances),
        **_build_questions(moment, cast, query_of, goal),
        "asked": _name_question(goal, cast) if goal and (proof or asked) else "",
        "settled": "" if at is None else _describe_settling(moment, at, cast),
        "proof": tell(proof, cast),
        "is_answer": bool(asked),
        "is_conditional": moment.observation.options.placement == Placement.PLAYERS,
        "is_void": moment.belief.is_void,
    }


def _describe_settling(moment: SeatMoment, index: int, cast: Cast) -> str:
    """Return the move that settled a proof, in words; empty at the start."""
    if not _describe_move(moment, index, cast):
        return ""
    return _title_move(moment, index, cast, _("That settled it."))


def _build_questions(
    moment: SeatMoment, cast: Cast, query_of: QueryOf, goal: Goal | None
) -> dict[str, list[Question]]:
    move, certain = moment.place.start + moment.index, moment.belief.certain

    def ask(label: str, value: str) -> Question:
        is_asked = goal is not None and value == _to_value(goal)
        return label, query_of(move, value), is_asked

    return {
        "chief": [ask(suspect_name(certain), certain)] if certain else [],
        "others": [ask(suspect_name(each), each) for each in moment.impossible],
        "clues": [
            ask(f"{cast.name(seat)}: {side_name(side)}", f"{seat}.{side}")
            for seat, side in moment.clues
        ],
    }


def _to_value(goal: Goal) -> str:
    if isinstance(goal, HasClue):
        return f"{goal.seat}.{goal.side}"
    return goal.suspect


def _name_question(goal: Goal, cast: Cast) -> str:
    if isinstance(goal, HasClue):
        return f"{cast.name(goal.seat)}: {side_name(goal.side)}"
    if isinstance(goal, IsChief):
        return _("Why %(suspect)s?") % {"suspect": suspect_name(goal.suspect)}
    return _("Why not %(suspect)s?") % {"suspect": suspect_name(goal.suspect)}


def _describe_chances(chances: Mapping[Suspect, float]) -> str:
    if len(chances) == 1:
        [suspect] = chances
        return _("Only %(suspect)s can be the chief.") % {
            "suspect": suspect_name(suspect)
        }
    text = ngettext(
        "%(count)s suspect can still be the chief: %(names)s.",
        "%(count)s suspects can still be the chief: %(names)s.",
        len(chances),
    )
    best = choose_likeliest(chances)
    names = [
        f"{suspect_name(each.suspect)} ({format_percent(each.percent)})"
        for each in best
    ]
    shown = join_names(names)
    if (more := len(chances) - len(best)) > 0:
        rest = ngettext(
            "%(names)s and %(more)s more", "%(names)s and %(more)s more", more
        )
        shown = rest % {"names": ", ".join(names), "more": more}
    return text % {"count": len(chances), "names": shown}


def _list_marks(moment: SeatMoment, cast: Cast, query_of: QueryOf) -> Iterator[Mark]:
    analysis = moment.analysis
    if analysis.is_void:
        return
    sentences = []
    if analysis.certain_at is not None:
        sentences.append(
            (analysis.certain_at, _("From here on the chief was certain."))
        )
    if analysis.best_moment:
        best = analysis.best_moment
        sentences.append((best.at, f"{_describe_best(best)} {_describe_cost(best)}"))
    for index, words in sorted(sentences):
        move = moment.place.start + index
        said = _title_move(moment, index, cast, words.strip())
        yield said, query_of(move, ""), index == moment.index


def _describe_best(best: BestMoment) -> str:
    text = _(
        "Best moment to accuse: %(suspect)s, %(percent)s likely to be the chief. "
        "Accusing was worth %(value)s points; waiting, only %(waiting)s."
    )
    return text % {
        "suspect": suspect_name(best.prospect.suspect),
        "percent": format_percent(to_percent(best.prospect.chief)),
        "value": format_points(best.prospect.value),
        "waiting": format_points(best.waiting),
    }


def _describe_cost(best: BestMoment) -> str:
    if best.lost is None or abs(best.lost) < _LEAST_COST:
        return ""
    if best.lost > 0:
        text = _("Waiting any longer cost %(points)s points.")
    else:
        text = _("Waiting longer still gained %(points)s points.")
    return text % {"points": number_format(abs(round(best.lost, 1)), 1)}


def _title_move(moment: SeatMoment, index: int, cast: Cast, more: str = "") -> str:
    """Return the round of a state, its move as this seat knew it, and more about it."""
    words = f"{_describe_move(moment, index, cast)} {more}".strip()
    return title_moment(moment.place.analysis.number, words)


def _describe_move(moment: SeatMoment, index: int, cast: Cast) -> str:
    """Return the public part of the move before a state, in words; often empty."""
    if not index:
        return ""
    before, after = moment.memories[index - 1], moment.memories[index]
    parts = []
    public = after.public_clues[len(before.public_clues) :]
    if public:
        parts.append(describe_clues(public))
    parts += [
        describe_card(cast, sighting.seat, sighting.suspect, kept=sighting.fits)
        for sighting in after.sightings[len(before.sightings) :]
    ]
    for made in after.accusations[len(before.accusations) :]:
        name, suspect = cast.names[made.seat], suspect_name(made.suspect)
        if made.seat == cast.you:
            words = _("You accuse %(suspect)s.")
        else:
            words = _("%(name)s accuses %(suspect)s.")
        parts.append(words % {"name": name, "suspect": suspect})
    return " ".join(parts)
