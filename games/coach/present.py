"""Presents the coach: a seat's best moments, and proofs of what it could know."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.coach.judged import points
from games.coach.moments import SeatMoment, read_goal
from games.coach.words import Cast, Sentence, tell, words_of_card, words_of_clues
from games.deduction.proof_steps import Goal, HasClue, IsChief
from games.deduction.proofs import prove
from games.labels import name_or_removed, side_name, suspect_name
from games.models.game import Seat
from games.play.snapshot import TableSeat
from games.rules.editions import Placement
from games.rules.suspects import Suspect
from games.table.present.chances import likeliest
from games.table.present.words import percent

# The smallest cost of waiting that is shown as one, in points.
_LEAST_COST = 0.05

# Returns the query of the page after a move of the game, with a question.
type QueryOf = Callable[[int, str], str]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the coach can prove here."""

    label: str
    query: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A notable moment of the round, and the query that shows it."""

    words: str
    query: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach's panel for one seat after one move.

    `happened` says what that move showed. `asked` is the title of the proof, which is
    the answer to a question or, without one, proves the chief if that is certain.
    `is_conditional` warns that players placed their cards themselves.
    """

    name: str
    move: int
    happened: str
    marks: tuple[Mark, ...]
    left: str
    chief: tuple[Question, ...]
    others: tuple[Question, ...]
    clues: tuple[Question, ...]
    asked: str
    proof: tuple[Sentence, ...]
    is_answer: bool
    is_conditional: bool
    is_void: bool


def cast_of(seats: Iterable[Seat | TableSeat], you: int | None) -> Cast:
    """Return the names at a table for the reader in seat `you`, if any."""
    people = list(seats)
    return Cast(
        [name_or_removed(seat.name) for seat in people],
        [seat.investigator for seat in people],
        you,
    )


def present_coach(
    moment: SeatMoment, cast: Cast, query_of: QueryOf, asked: str
) -> Coach:
    """Return the panel; `cast.you` is the reader's own seat."""
    goal = read_goal(moment, asked)
    if goal is None and moment.belief.certain:
        goal = IsChief(moment.belief.certain)
    proof = prove(moment.position, goal) if goal else None
    move = moment.place.start + moment.index

    def ask(label: str, value: str) -> Question:
        is_asked = goal is not None and value == _value_of(goal)
        return Question(label, query_of(move, value), is_asked)

    certain = moment.belief.certain
    return Coach(
        name=cast.names[moment.seat],
        move=move,
        happened=_happened(moment, moment.index, cast),
        marks=tuple(_marks(moment, cast, query_of)),
        left=_words_left(moment.chances),
        chief=(ask(suspect_name(certain), certain),) if certain else (),
        others=tuple(ask(suspect_name(each), each) for each in moment.impossible),
        clues=tuple(
            ask(f"{cast.names[seat]}: {side_name(side)}", f"{seat}.{side}")
            for seat, side in moment.clues
        ),
        asked=_title(goal, cast) if goal and proof else "",
        proof=tell(proof, cast) if proof else (),
        is_answer=bool(asked),
        is_conditional=(moment.observation.options.placement == Placement.PLAYERS),
        is_void=moment.belief.is_void,
    )


def _value_of(goal: Goal) -> str:
    if isinstance(goal, HasClue):
        return f"{goal.seat}.{goal.side}"
    return goal.suspect


def _title(goal: Goal, cast: Cast) -> str:
    if isinstance(goal, HasClue):
        return f"{cast.names[goal.seat]}: {side_name(goal.side)}"
    if isinstance(goal, IsChief):
        return _("Why %(suspect)s?") % {"suspect": suspect_name(goal.suspect)}
    return _("Why not %(suspect)s?") % {"suspect": suspect_name(goal.suspect)}


def _words_left(chances: Mapping[Suspect, float]) -> str:
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
    best = likeliest(chances)
    names = [f"{each.name} ({each.percent} %)" for each in best]
    more = ["…"] if len(best) < len(chances) else []
    return text % {"count": len(chances), "names": ", ".join(names + more)}


def _marks(moment: SeatMoment, cast: Cast, query_of: QueryOf) -> Iterator[Mark]:
    analysis = moment.analysis
    if analysis.is_void:
        return
    told = []
    if analysis.certain_at is not None:
        told.append((analysis.certain_at, _("From here on the chief was certain.")))
    if analysis.best_moment:
        told.append((analysis.best_moment.at, f"{_best(moment)} {_cost(moment)}"))
    for index, words in sorted(told):
        yield _mark(moment, cast, query_of, index, words.strip())


def _mark(
    moment: SeatMoment, cast: Cast, query_of: QueryOf, index: int, words: str
) -> Mark:
    move = moment.place.start + index
    parts = [
        _("Move %(move)s.") % {"move": move},
        _happened(moment, index, cast),
        words,
    ]
    said = " ".join(part for part in parts if part)
    return Mark(said, query_of(move, ""), is_here=index == moment.index)


def _best(moment: SeatMoment) -> str:
    best = moment.analysis.best_moment
    if best is None:
        return ""
    text = _(
        "Best moment to accuse: %(suspect)s, with a chance of %(percent)s %%. That was "
        "worth %(value)s points, waiting only %(waiting)s."
    )
    return text % {
        "suspect": suspect_name(best.prospect.suspect),
        "percent": percent(best.prospect.chief),
        "value": points(best.prospect.value),
        "waiting": points(best.waiting),
    }


def _cost(moment: SeatMoment) -> str:
    best = moment.analysis.best_moment
    if best is None or best.lost is None or abs(best.lost) < _LEAST_COST:
        return ""
    if best.lost > 0:
        text = _("Waiting any longer cost %(points)s points.")
    else:
        text = _("Waiting longer still gained %(points)s points.")
    return text % {"points": number_format(abs(round(best.lost, 1)), 1)}


def _happened(moment: SeatMoment, index: int, cast: Cast) -> str:
    """Return what the move before a state showed to all; often nothing."""
    if not index:
        return ""
    before, after = moment.memories[index - 1], moment.memories[index]
    parts = []
    public = after.public_clues[len(before.public_clues) :]
    if public:
        parts.append(words_of_clues(public))
    parts += [
        words_of_card(cast, seen.seat, seen.suspect, kept=seen.fits)
        for seen in after.sightings[len(before.sightings) :]
    ]
    for made in after.accusations[len(before.accusations) :]:
        name, suspect = cast.names[made.seat], suspect_name(made.suspect)
        words = _("%(name)s accuses %(suspect)s.")
        parts.append(words % {"name": name, "suspect": suspect})
    return " ".join(parts)
