"""Presents the reveal of a round, token by token, and the result of a game."""

from typing import NamedTuple

from games.labels import name_of_seat
from games.play.selectors import TableView
from games.play.snapshot import PublicTable, Table, TableSeat
from games.rules.chain import Receipt, result_text
from games.rules.observe import Observation, Viewer
from games.rules.results import Accusation, AwardView
from games.rules.state import Phase
from games.rules.suspects import sides_of_suspect
from games.table.present.status import signed, winners_in_words
from runtime.html.piece import Node, leaf, shell


class Proof(NamedTuple):
    """Commitment and contributions; seed and head hash once the game is closed."""

    commitment: str
    contributions: tuple[tuple[str, str, bool], ...]
    seed: str
    head: str


class AwardLine(NamedTuple):
    """A token that a seat was due, with the accusation behind it."""

    name: str
    is_mine: bool
    investigator: str
    suspect: str
    matches: int | None
    colour: str
    token: str
    due: str


class Reveal(NamedTuple):
    """The outcome of a round, once its clues are revealed.

    The first `owned` clues are the players', the others were hidden in the deck.
    `misfits` lists the suspects in lines but the chief, as "10110.2": with the place of
    the first clue that it does not match, counted from 1. `has_me` stands for the
    viewer among the `mistaken`. `smelt` names those without a seat who guessed the
    chief.
    """

    round: int
    attempt: int
    clues: tuple[str, ...]
    owned: int
    chief: str
    chief_in_deck: bool
    mistaken: tuple[str, ...]
    has_me: bool
    awards: tuple[AwardLine, ...]
    misfits: str
    smelt: tuple[str, ...]


class Score(NamedTuple):
    """A row of the result."""

    seat: int
    name: str
    is_mine: bool
    investigator: str
    points: int
    golds: int
    is_winner: bool
    tokens: tuple[tuple[str, str], ...]


class Result(NamedTuple):
    """The end of a game; only its players may play again and get a receipt.

    `onward` names the page to which one without a seat goes once the next game is on.
    `is_alone` tells whether the viewer was the only person, and may go on from there.
    """

    code: str
    reason: str
    scores: tuple[Score, ...]
    may_play_again: bool
    may_open: bool
    is_alone: bool
    next_code: str
    is_next_on: bool
    evening: str
    onward: str
    proof: Proof
    receipt: str

    @property
    def winners(self) -> str:
        """Return a sentence about the winners; empty for an abandoned game."""
        return self._words_of_winners(with_you=True)

    def _words_of_winners(self, *, with_you: bool) -> str:
        won = [score for score in self.scores if score.is_winner]
        has_me = with_you and any(score.is_mine for score in won)
        names = [score.name for score in won if not (has_me and score.is_mine)]
        return winners_in_words(names, with_you=has_me) if won else ""

    @property
    def told(self) -> str:
        """Return the result as a text to share, which names everybody."""
        points = [
            f"{name_of_seat(one.name)} {signed(one.points)}" for one in self.scores
        ]
        return f"{self._words_of_winners(with_you=False)} {', '.join(points)}"


def present_reveal(public: PublicTable, me: Viewer) -> Node:
    """Return the reveal of the last round for seat `me`, empty while one is played.

    Most of it is the same for all viewers.
    """
    told = reveal_of(public, me)
    if told is None:
        return shell("reveal", ())
    outcome = told._replace(awards=(), mistaken=(), has_me=False, smelt=())
    rows = [
        leaf(f"award-{place}", award, "_reveal.html#award")
        for place, award in enumerate(told.awards)
    ]
    if told.smelt:
        rows.append(leaf("smelt", told.smelt, "_reveal.html#smelt"))
    parts = [
        leaf("reveal-title", told.round, "_reveal.html#title"),
        leaf("reveal-chief", outcome, "_reveal.html#chief"),
    ]
    if told.mistaken or told.has_me:
        names = (told.mistaken, told.has_me)
        parts.append(leaf("reveal-mistaken", names, "_reveal.html#mistaken"))
    parts.append(shell("awards", tuple(rows), None, "_reveal.html#awards"))
    return shell("reveal", tuple(parts), outcome)


def reveal_of(public: PublicTable, me: Viewer) -> Reveal | None:
    """Return the reveal of the last round for seat `me`, None while one is played."""
    seen = public.observation
    result = seen.result
    if result is None:
        return None
    owned = [view.clue for view in seen.seats if view.clue in result.clues]
    clues = (*owned, *(clue for clue in result.clues if clue not in owned))
    accused = {accusation.seat: accusation for accusation in result.accusations}
    seats = public.table.seats
    return Reveal(
        round=result.number,
        attempt=result.attempt,
        clues=clues,
        owned=len(owned),
        chief=result.chief,
        chief_in_deck=result.chief_in_deck,
        mistaken=tuple(seats[seat].name for seat in result.mistaken if seat != me),
        has_me=me in result.mistaken,
        awards=tuple(
            _award_line(award, seats[award.seat], accused.get(award.seat), me)
            for award in result.awards
        ),
        misfits=_misfits_of(seen, result.chief, clues),
        smelt=tuple(
            name
            for *attempt, name in public.table.smelt
            if attempt == [result.number, result.attempt]
        ),
    )


def _award_line(
    award: AwardView, seat: TableSeat, accusation: Accusation | None, me: Viewer
) -> AwardLine:
    return AwardLine(
        name=seat.name,
        is_mine=seat.index == me,
        investigator=seat.investigator,
        suspect=accusation.suspect if accusation else "",
        matches=accusation.matches if accusation else None,
        colour=award.colour,
        token=award.token or "",
        due=award.due,
    )


def _misfits_of(seen: Observation, chief: str, clues: tuple[str, ...]) -> str:
    suspects = [each for view in seen.seats for each in view.line if each != chief]
    return " ".join([f"{each}.{_misfit_of(each, clues)}" for each in suspects])


def _misfit_of(suspect: str, clues: tuple[str, ...]) -> int:
    sides = sides_of_suspect(suspect)
    return next(place for place, clue in enumerate(clues, 1) if clue not in sides)


def result_of(table_view: TableView, seen: Observation) -> Result:
    """Return the result of a game that is over."""
    finished = seen.phase == Phase.OVER
    is_player = table_view.viewer >= 0 and not table_view.is_replay
    seats = table_view.table.seats
    scores = tuple(
        Score(
            seat=view.seat,
            name=seats[view.seat].name,
            is_mine=view.seat == table_view.me,
            investigator=view.investigator,
            points=view.points or 0,
            golds=view.golds or 0,
            is_winner=view.seat in seen.winners,
            tokens=tuple((token.colour, token.face or "") for token in view.tokens),
        )
        for view in seen.seats
        if finished
    )
    return Result(
        code=table_view.table.code,
        reason=table_view.table.reason,
        scores=tuple(sorted(scores, key=lambda row: (-row.points, -row.golds))),
        may_play_again=is_player,
        may_open=table_view.may_open,
        is_alone=is_player
        and all(seat.bot or seat.index == table_view.viewer for seat in seats),
        next_code=table_view.table.next_code,
        is_next_on=table_view.table.is_next_on,
        evening=table_view.table.evening,
        onward=_onward_of(table_view),
        proof=proof_of(table_view),
        receipt=_receipt_of(table_view.table, seen) if is_player else "",
    )


def _onward_of(table_view: TableView) -> str:
    if table_view.viewer >= 0 or not table_view.table.is_next_on:
        return ""
    return "display" if table_view.is_display else "table"


def _receipt_of(table: Table, seen: Observation) -> str:
    result = result_text([view.points for view in seen.seats], seen.winners)
    return str(Receipt(table.code, result, table.head_hash))


def proof_of(table_view: TableView) -> Proof:
    """Return the published evidence of a table."""
    table = table_view.table
    return Proof(
        commitment=table.commitment,
        contributions=tuple(
            (seat.name, seat.contribution, seat.is_bots) for seat in table.seats
        ),
        seed=table.opened_seed,
        head=table.head_hash,
    )
