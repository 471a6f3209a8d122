"""Presents the reveal of a round, token by token, and the result of a game."""

from collections.abc import Sequence
from typing import NamedTuple

from games.labels import name_of_seat
from games.models import TablePhase
from games.play.log import EntryKind
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table
from games.rules.observe import SPECTATOR, Observation, Viewer
from games.rules.results import Accusation, AwardView, RoundView
from games.rules.state import Phase
from games.rules.suspects import list_matching_sides
from games.table.present.log_lines import find_former
from games.table.present.status import describe_winners, format_signed
from games.table.regions import Region, build_region

# The number of kept cards that explain a clue.
_MOST_CARDS = 3
# A seat and the name of its player; no seat if that player has left it.
type Person = tuple[int | None, str]


class Proof(NamedTuple):
    """Commitment and contributions; seed and head hash once the game is closed."""

    commitment: str
    contributions: tuple[tuple[str, str, bool], ...]
    seed: str
    head: str


class Misfit(NamedTuple):
    """A clue that an accused suspect does not match, and the cards that its owner kept.

    `seat` and `name` are those of the owner; -1 and empty for a clue from the deck.
    """

    side: str
    seat: int
    name: str
    kept: tuple[str, ...]


class AwardLine(NamedTuple):
    """A token that a seat was due, with the accusation behind it.

    `seat` is None if its player of then has left it. `misfit` tells why the accused
    suspect was not the chief; None if it was.
    """

    code: str
    seat: int | None
    name: str
    investigator: str
    suspect: str
    matches: int | None
    misfit: Misfit | None
    colour: str
    token: str
    due: str


class Reveal(NamedTuple):
    """The outcome of a round, once its clues are revealed.

    The first `owned` clues are the players', the others were hidden in the deck.
    `misfits` lists the suspects in lines but the chief, as "10110.2": with the place of
    the first clue that it does not match, counted from 1. `mistaken` are the people who
    misplaced a card. `guessers` names the watchers who guessed the chief.
    """

    round: int
    attempt: int
    clues: tuple[str, ...]
    owned: int
    chief: str
    chief_in_deck: bool
    misfits: str
    mistaken: tuple[Person, ...]
    awards: tuple[Region, ...]
    guessers: tuple[str, ...]


class Score(NamedTuple):
    """A row of the result."""

    seat: int
    name: str
    investigator: str
    points: int
    golds: int
    is_winner: bool
    tokens: tuple[tuple[str, str], ...]


class Result(NamedTuple):
    """The end of a game, the same for all viewers. Rows are in the order of points."""

    code: str
    reason: str
    scores: tuple[Score, ...]

    def announce_winners(self, me: Viewer) -> str:
        """Return a sentence about the winners; empty for an abandoned game."""
        won = [score for score in self.scores if score.is_winner]
        names = [score.name for score in won if score.seat != me]
        has_me = len(names) < len(won)
        return describe_winners(names, with_you=has_me) if won else ""

    @property
    def shared_text(self) -> str:
        """Return the result as a text to share, with the names of all players."""
        points = [
            f"{name_of_seat(one.name)} {format_signed(one.points)}"
            for one in self.scores
        ]
        return f"{self.announce_winners(SPECTATOR)} {', '.join(points)}"


class Onward(NamedTuple):
    """The ways on from a game that is over, for one viewer.

    Only its players may play again. `page` names the page to which a
    viewer without a seat goes once the next game is on. `is_alone` tells whether the
    viewer was the only person, and may go on from there; `has_seat` whether the viewer
    has one at the next table. `result` is there to share, if the game was played to its
    end.
    """

    code: str
    may_play_again: bool
    may_open: bool
    is_alone: bool
    next_code: str
    is_next_on: bool
    has_seat: bool
    evening: str
    page: str
    result: Result | None


def show_reveal(public: PublicTable) -> Region:
    """Return the reveal of the last round, empty while one is played."""
    reveal = build_reveal(public)
    if reveal is None:
        return build_region("reveal", "_reveal.html", reveal=None)
    seats = [seat for seat, _name in reveal.mistaken if seat is not None]
    seats += [seat for award in reveal.awards for seat in award.about]
    return build_region("reveal", "_reveal.html", reveal=reveal, about=seats)


def build_reveal(public: PublicTable) -> Reveal | None:
    """Return the reveal of the last round, None while one is played."""
    observation = public.observation
    result = observation.result
    if result is None:
        return None
    owned = [view.clue for view in observation.seats if view.clue in result.clues]
    clues = (*owned, *(clue for clue in result.clues if clue not in owned))
    people = _list_people(public.table)
    return Reveal(
        round=result.number,
        attempt=result.attempt,
        clues=clues,
        owned=len(owned),
        chief=result.chief,
        chief_in_deck=result.chief_in_deck,
        misfits=_list_misfits(observation, result.chief, clues),
        mistaken=tuple(people[seat] for seat in result.mistaken),
        awards=_show_awards(public, result, [name for _seat, name in people]),
        guessers=tuple(
            name
            for *attempt, name in public.table.guessers
            if attempt == [result.number, result.attempt]
        ),
    )


def _list_people(table: Table) -> list[Person]:
    """Return the people who had the seats at the last reveal."""
    log = table.log
    formers = [find_former(log, seat.index, EntryKind.REVEALED) for seat in table.seats]
    return [
        (seat.index, seat.name) if former is None else (None, former)
        for seat, former in zip(table.seats, formers, strict=True)
    ]


def _show_awards(
    public: PublicTable, result: RoundView, names: Sequence[str]
) -> tuple[Region, ...]:
    awards = [_build_award(public, result, award, names) for award in result.awards]
    return tuple(
        build_region(
            f"award-{place}",
            "_reveal.html#award",
            award=award,
            about=[] if award.seat is None else [award.seat],
        )
        for place, award in enumerate(awards)
    )


def _build_award(
    public: PublicTable, result: RoundView, award: AwardView, names: Sequence[str]
) -> AwardLine:
    seat = public.table.seats[award.seat]
    accusations = {made.seat: made for made in result.accusations}
    accusation = accusations.get(award.seat)
    # Without an accusation, who had the seat at the token.
    decisive = EntryKind.ACCUSED if accusation else EntryKind.AWARDED
    former = find_former(public.table.log, award.seat, decisive)
    return AwardLine(
        code=public.table.code,
        seat=seat.index if former is None else None,
        name=seat.name if former is None else former,
        investigator=seat.investigator,
        suspect=accusation.suspect if accusation else "",
        matches=accusation.matches if accusation else None,
        misfit=explain_misfit(public.observation, accusation, names)
        if accusation
        else None,
        colour=award.colour,
        token=award.token or "",
        due=award.due,
    )


def explain_misfit(
    observation: Observation, made: Accusation, names: Sequence[str]
) -> Misfit | None:
    """Return the clue that rules a suspect out best: that with the most kept cards.

    The accuser's own clue and those from the deck come last. None for the chief.
    `names` are those of the seats at the reveal.
    """
    clues = observation.result.clues if observation.result else ()
    wrong = [side for side in clues if side not in list_matching_sides(made.suspect)]
    owners = [view for view in observation.seats if view.clue in wrong]
    if owners:
        view = max(owners, key=lambda one: (one.seat != made.seat, len(one.line)))
        kept = view.line[:_MOST_CARDS]
        return Misfit(view.clue or "", view.seat, names[view.seat], kept)
    return Misfit(wrong[0], -1, "", ()) if wrong else None


def _list_misfits(observation: Observation, chief: str, clues: tuple[str, ...]) -> str:
    suspects = [
        each for view in observation.seats for each in view.line if each != chief
    ]
    return " ".join([f"{each}.{_find_misfit(each, clues)}" for each in suspects])


def _find_misfit(suspect: str, clues: tuple[str, ...]) -> int:
    sides = list_matching_sides(suspect)
    return next(place for place, clue in enumerate(clues, 1) if clue not in sides)


def show_scores(public: PublicTable) -> Region:
    """Return the scores of a game, empty while it runs."""
    result = build_result(public)
    seats = [score.seat for score in result.scores] if result else []
    return build_region("scores", "_scores.html", result=result, about=seats)


def list_result_marks(table: Table) -> dict[str, str | None]:
    """Return the attributes of the result's frame."""
    is_over = table.phase == TablePhase.OVER
    return {
        "data-reason": table.reason if is_over else None,
        "hidden": None if is_over else "",
    }


def build_result(public: PublicTable) -> Result | None:
    """Return the result of a game, None while it runs."""
    table, observation = public.table, public.observation
    if table.phase != TablePhase.OVER:
        return None
    scores = [
        Score(
            seat=view.seat,
            name=table.seats[view.seat].name,
            investigator=table.seats[view.seat].investigator,
            points=view.points or 0,
            golds=view.golds or 0,
            is_winner=view.seat in observation.winners,
            tokens=tuple((token.colour, token.face or "") for token in view.tokens),
        )
        for view in observation.seats
        if observation.phase == Phase.OVER
    ]
    return Result(
        code=table.code,
        reason=table.reason,
        scores=tuple(sorted(scores, key=lambda row: (-row.points, -row.golds))),
    )


def build_onward(table_view: TableView) -> Onward | None:
    """Return the viewer's ways on from a game that is over, None while it runs."""
    table, observation = table_view.table, table_view.observation
    if table.phase != TablePhase.OVER or observation is None:
        return None
    is_player = table_view.viewer >= 0 and not table_view.is_replay
    others = [seat for seat in table.seats if seat.index != table_view.viewer]
    return Onward(
        code=table.code,
        may_play_again=is_player,
        may_open=table_view.may_open,
        is_alone=is_player and all(seat.bot for seat in others),
        next_code=table.next_code,
        is_next_on=table.is_next_on,
        has_seat=is_player
        and table.seats[table_view.viewer].player_id in table.next_players,
        evening=table.evening,
        page=_find_next_page(table_view),
        result=None
        if table_view.is_display
        else _find_shared_result(table_view.public),
    )


def _find_next_page(table_view: TableView) -> str:
    if table_view.viewer >= 0 or not table_view.table.is_next_on:
        return ""
    return "display" if table_view.is_display else "table"


def _find_shared_result(public: PublicTable | None) -> Result | None:
    result = build_result(public) if public else None
    return result if result and result.announce_winners(SPECTATOR) else None


def build_proof(table: Table) -> Proof:
    """Return the published evidence of a table."""
    return Proof(
        commitment=table.commitment,
        contributions=tuple(
            (seat.name, seat.contribution, seat.is_bots) for seat in table.seats
        ),
        seed=table.opened_seed,
        head=table.head_hash,
    )
