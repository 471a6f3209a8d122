"""Presents the reveal of a round, token by token, and the result of a game."""

from collections.abc import Sequence
from itertools import count
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
from games.table.page.log_lines import find_former
from games.table.page.regions import Region, build_region
from games.table.page.status import describe_winners, format_signed
from games.table.subject import PublicPlace, show_public

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

    `seat` is None if its player of then has left it. `is_owners` tells whether that
    player still had the seat at the reveal. `misfit` tells why the accused suspect was
    not the chief; None if it was.
    """

    code: str
    seat: int | None
    name: str
    is_owners: bool
    suspect: str
    matches: int | None
    misfit: Misfit | None
    colour: str
    token: str
    due: str


class Owner(NamedTuple):
    """A player's clue, and the verdict on its owner; None if no token was due.

    `seat` is None if the player of then has left it.
    """

    seat: int | None
    name: str
    investigator: str
    side: str
    award: AwardLine | None


class Reveal(NamedTuple):
    """The outcome of a round, once its clues are revealed.

    `owners` have theirs in seat order; the clues `from_deck` were hidden there.
    `misfits` lists the suspects in lines but the chief, as "10110.2": with the place of
    the first clue that it does not match, counted from 1. `mistaken` are the people who
    misplaced a card. `lines` are those of subjects.
    """

    round: int
    attempt: int
    owners: tuple[Region, ...]
    from_deck: tuple[str, ...]
    chief: str
    chief_in_deck: bool
    misfits: str
    mistaken: tuple[Person, ...]
    lines: tuple[Region, ...]


class Score(NamedTuple):
    """A row of the result; players whom the rules cannot tell apart share a place."""

    place: int
    seat: int
    name: str
    investigator: str
    points: int
    golds: int
    is_winner: bool
    tokens: tuple[tuple[str, str], ...]


class Result(NamedTuple):
    """The end of a game, the same for all viewers. Rows are in the order of places."""

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
    link_code: str
    page: str
    result: Result | None


def show_reveal(public: PublicTable) -> Region:
    """Return the reveal of the last round, empty while one is played."""
    reveal = build_reveal(public)
    if reveal is None:
        return build_region("reveal", "_reveal.html", reveal=None)
    mistaken = [seat for seat, _name in reveal.mistaken if seat is not None]
    return build_region(
        "reveal", "_reveal.html", reveal=reveal, about=mistaken, parts=reveal.owners
    )


def build_reveal(public: PublicTable) -> Reveal | None:
    """Return the reveal of the last round, None while one is played."""
    observation = public.observation
    result = observation.result
    if result is None:
        return None
    people = _list_people(public.table)
    owners = _list_owners(public, result, people)
    owned = [owner.side for owner in owners]
    from_deck = tuple([clue for clue in result.clues if clue not in owned])
    return Reveal(
        round=result.number,
        attempt=result.attempt,
        owners=tuple(map(_show_owner, count(), owners)),
        from_deck=from_deck,
        chief=result.chief,
        chief_in_deck=result.chief_in_deck,
        misfits=_list_misfits(observation, result.chief, (*owned, *from_deck)),
        mistaken=tuple(people[seat] for seat in result.mistaken),
        lines=show_public(PublicPlace.REVEAL, public),
    )


def _show_owner(place: int, owner: Owner) -> Region:
    seats = (owner.seat, owner.award.seat if owner.award else None)
    about = [seat for seat in seats if seat is not None]
    return build_region(
        f"owner-{place}", "_reveal.html#owner", owner=owner, about=about
    )


def _list_people(table: Table) -> list[Person]:
    """Return the people who had the seats at the last reveal."""
    log = table.log
    formers = [find_former(log, seat.index, EntryKind.REVEALED) for seat in table.seats]
    return [
        (seat.index, seat.name) if former is None else (None, former)
        for seat, former in zip(table.seats, formers, strict=True)
    ]


def _list_owners(
    public: PublicTable, result: RoundView, people: Sequence[Person]
) -> tuple[Owner, ...]:
    awards = {
        award.seat: _build_award(public, result, award, people)
        for award in result.awards
    }
    return tuple(
        Owner(
            *people[view.seat],
            investigator=view.investigator,
            side=view.clue or "",
            award=awards.get(view.seat),
        )
        for view in public.observation.seats
    )


def _build_award(
    public: PublicTable, result: RoundView, award: AwardView, people: Sequence[Person]
) -> AwardLine:
    seat = public.table.seats[award.seat]
    accusations = {made.seat: made for made in result.accusations}
    accusation = accusations.get(award.seat)
    # Without an accusation, who had the seat at the token.
    decisive = EntryKind.ACCUSED if accusation else EntryKind.AWARDED
    former = find_former(public.table.log, award.seat, decisive)
    judged = (seat.index, seat.name) if former is None else (None, former)
    names = [name for _seat, name in people]
    return AwardLine(
        code=public.table.code,
        seat=judged[0],
        name=judged[1],
        is_owners=judged == people[award.seat],
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
    rows = tuple(map(_show_score, result.scores)) if result else ()
    won = result.scores if result else ()
    winners = [score.seat for score in won if score.is_winner]
    return build_region(
        "scores", "_scores.html", result=result, about=winners, parts=rows
    )


def _show_score(score: Score) -> Region:
    dom_id = f"score-{score.seat}"
    return build_region(dom_id, "_scores.html#score", score=score, about=[score.seat])


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
    views = observation.seats if observation.phase == Phase.OVER else ()
    # In the order of the rules (docs/rules.md section 6): an announcement is first.
    marks = {
        view.seat: (view.seat in observation.winners, view.points or 0, view.golds or 0)
        for view in views
    }
    scores = [
        Score(
            place=1 + sum(mark > marks[view.seat] for mark in marks.values()),
            seat=view.seat,
            name=table.seats[view.seat].name,
            investigator=table.seats[view.seat].investigator,
            points=view.points or 0,
            golds=view.golds or 0,
            is_winner=view.seat in observation.winners,
            tokens=tuple((token.colour, token.face or "") for token in view.tokens),
        )
        for view in views
    ]
    return Result(
        code=table.code,
        reason=table.reason,
        scores=tuple(sorted(scores, key=lambda row: row.place)),
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
        link_code=table.link_code,
        page=find_next_page(table_view),
        result=_find_shared_result(table_view.public),
    )


def find_next_page(table_view: TableView) -> str:
    """Return the page of the next game to which this viewer goes, empty for none."""
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
