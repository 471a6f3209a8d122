"""The refusals of the rules, one class each.

A reason is a constant: it never repeats input and holds no secret.
"""


class RulesError(Exception):
    """A refusal by the rules; the state is unchanged."""

    reason: str = "against the rules"

    def __str__(self) -> str:
        """Return the reason, in English and on one line."""
        return self.reason


class MalformedMove(RulesError):
    """A move lacks a field, or a field has an impossible value."""

    reason = "malformed move"


class NoSuchMove(MalformedMove):
    """The name of the move is unknown."""

    reason = "no such move"


class BrokenDeal(RulesError):
    """A deal is malformed, or does not hold exactly this game's cards and tokens."""

    reason = "the deal does not hold what is left"


class RoundUnfinished(RulesError):
    """A round cannot begin before the current one is over."""

    reason = "the round before is unfinished"


class IllegalMove(RulesError):
    """A well-formed move that the state does not allow."""

    reason = "illegal move"


class GameOver(IllegalMove):
    """The game is over: no move and no further round is possible."""

    reason = "the game is over"


class NoRoundBegun(IllegalMove):
    """A move cannot be made between two rounds."""

    reason = "the round is over"


class NoSuchSeat(IllegalMove):
    """The seat does not exist."""

    reason = "no such seat"


class NotYourTurn(IllegalMove):
    """It is another seat's turn to draw, to place or to answer the last call."""

    reason = "not your turn"


class NoChoosingNow(IllegalMove):
    """Sides are chosen only at the start of a round."""

    reason = "sides are chosen at the start of a round"


class ChosenAlready(IllegalMove):
    """This seat has chosen its side for the round."""

    reason = "chosen already"


class NotYourSide(IllegalMove):
    """The side is not on this seat's clue token."""

    reason = "not a side of your clue token"


class NoDrawingNow(IllegalMove):
    """Suspects are drawn only in the suspects phase."""

    reason = "no drawing now"


class CardWaits(IllegalMove):
    """The last card must be placed before the next one is drawn."""

    reason = "a card waits to be placed"


class NothingToPlace(IllegalMove):
    """No card waits to be placed."""

    reason = "nothing to place"


class NoAccusingNow(IllegalMove):
    """Accusations are made only in the suspects phase and the last call."""

    reason = "no accusing now"


class OneAccusation(IllegalMove):
    """This seat has used its one accusation of the round."""

    reason = "one accusation a round"


class AlreadyAccused(IllegalMove):
    """Another seat has accused this suspect."""

    reason = "already accused"


class NotOnTheTable(IllegalMove):
    """The suspect lies in no line."""

    reason = "not a suspect on the table"


class NoPassingNow(IllegalMove):
    """A seat can pass only in the last call."""

    reason = "nobody may pass now"


class PassedAlready(IllegalMove):
    """A seat that has passed in the last call cannot accuse any more (R7)."""

    reason = "passed already"


class NoTradingNow(IllegalMove):
    """Tokens are traded only in the café."""

    reason = "no trading now"


class NothingToFinish(IllegalMove):
    """There is no step to close."""

    reason = "nothing to finish"


class DoneAlready(IllegalMove):
    """This seat has closed the step already."""

    reason = "done already"


class NoAnnouncingNow(IllegalMove):
    """Ten points are announced only in the review."""

    reason = "announce in the review"


class NoAnnouncingInVoid(NoAnnouncingNow):
    """A void round allows no announcement."""

    reason = "no announcing in a void round"


class NotTen(IllegalMove):
    """The seat's tokens do not make ten points."""

    reason = "not ten points"


class NoSuchToken(IllegalMove):
    """No seat holds a token with this id."""

    reason = "no such token"


class NotYourToken(IllegalMove):
    """A seat can give only a token of its own."""

    reason = "not your token"


class NotAnAdler(IllegalMove):
    """A seat can give only an unused Adler token."""

    reason = "not an unused Adler token"


class OwnToken(IllegalMove):
    """A seat can take only another seat's token."""

    reason = "a token of your own"


class FaceUpToken(IllegalMove):
    """A face-up token cannot be taken (R13)."""

    reason = "a face-up token cannot be taken"


class OtherColour(IllegalMove):
    """The two tokens of a trade must have the same colour."""

    reason = "tokens of two colours"


class RecordError(RulesError):
    """A record is malformed or illegal at a given place.

    `round` counts the entries of `rounds` from 1, 0 being the head of the record;
    `move` counts the moves of an entry from 1, 0 being the entry itself and its deal.
    """

    def __init__(self, round_: int, move: int, reason: str) -> None:
        """Store the place and the reason."""
        super().__init__(round_, move, reason)
        self.round = round_
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        """Return the place and the reason on one line."""
        return f"round {self.round}, move {self.move}: {self.reason}"
