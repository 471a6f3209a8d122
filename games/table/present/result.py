"""Presents the reveal of a round, token by token, and the result of a game."""

from typing import NamedTuple

from games.labels import colour_name, join_names, name_or_removed
from games.play.selectors import TableView
from games.rules.observe import Observation, RoundView
from games.rules.state import Phase
from games.table.present.log import due_in_words
from games.table.present.proof import Proof, proof_of


class AwardLine(NamedTuple):
    """A token that a seat was due, with the accusation behind it."""

    name: str
    investigator: str
    suspect: str
    matches: int | None
    colour: str
    token: str
    due: str

    @property
    def shown_name(self) -> str:
        """Return the seat's name, or words for a removed one."""
        return name_or_removed(self.name)

    @property
    def why(self) -> str:
        """Return the reason for the colour, in words."""
        return due_in_words(self.due)

    @property
    def colour_name(self) -> str:
        """Return the colour in words."""
        return colour_name(self.colour)


class Reveal(NamedTuple):
    """The outcome of a round, once its clues are revealed."""

    round: int
    attempt: int
    clues: tuple[str, ...]
    chief: str
    chief_in_deck: bool
    mistaken: tuple[str, ...]
    awards: tuple[AwardLine, ...]

    @property
    def mistaken_names(self) -> str:
        """Return the names of the players with misplaced cards."""
        return join_names(list(self.mistaken))


class Score(NamedTuple):
    """A row of the result."""

    seat: int
    name: str
    investigator: str
    points: int
    golds: int
    is_winner: bool
    tokens: tuple[tuple[str, str], ...]

    @property
    def shown_name(self) -> str:
        """Return the seat's name, or words for a removed one."""
        return name_or_removed(self.name)


class Result(NamedTuple):
    """The end of a game; only players of the game may play again."""

    code: str
    reason: str
    scores: tuple[Score, ...]
    may_play_again: bool
    next_code: str
    proof: Proof


def reveal_of(table_view: TableView, result: RoundView) -> Reveal:
    """Return the reveal of a round."""
    accused = {accusation.seat: accusation for accusation in result.accusations}
    seats = table_view.table.seats
    awards = []
    for award in result.awards:
        accusation = accused.get(award.seat)
        awards.append(
            AwardLine(
                name=seats[award.seat].name,
                investigator=seats[award.seat].investigator,
                suspect=accusation.suspect if accusation else "",
                matches=accusation.matches if accusation else None,
                colour=award.colour,
                token=award.token or "",
                due=award.due,
            )
        )
    return Reveal(
        round=result.number,
        attempt=result.attempt,
        clues=result.clues,
        chief=result.chief,
        chief_in_deck=result.chief_in_deck,
        mistaken=tuple(seats[seat].name for seat in result.mistaken),
        awards=tuple(awards),
    )


def result_of(table_view: TableView, seen: Observation) -> Result:
    """Return the result of a game that is over."""
    finished = seen.phase == Phase.OVER
    scores = tuple(
        Score(
            seat=view.seat,
            name=table_view.table.seats[view.seat].name,
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
        may_play_again=table_view.viewer >= 0 and not table_view.is_replay,
        next_code=table_view.table.next_code,
        proof=proof_of(table_view),
    )
