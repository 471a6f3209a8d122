"""Every way in which the referee says no, one class a refusal.

A reason is a constant: it never repeats what somebody sent, and holds no secret.
"""


class RulesError(Exception):
    """The referee refuses what was asked; nothing has changed."""

    reason: str = "against the rules"

    def __str__(self) -> str:
        """Return the reason, in English and on one line."""
        return self.reason


class MalformedMove(RulesError):
    """A move lacks a field, or a field has no possible value."""

    reason = "malformed move"


class NoSuchMove(MalformedMove):
    """The move has a name that the game does not know."""

    reason = "no such move"


class BrokenDeal(RulesError):
    """A deal is malformed, or does not hold exactly what the game has left."""

    reason = "the deal does not hold what is left"


class RoundUnfinished(RulesError):
    """A round cannot begin while the one before is being played."""

    reason = "the round before is unfinished"


class IllegalMove(RulesError):
    """A well-formed move that the state does not allow."""

    reason = "illegal move"


class GameOver(IllegalMove):
    """The game has ended: no move, and no further round."""

    reason = "the game is over"


class NoRoundBegun(IllegalMove):
    """A move came between two rounds."""

    reason = "the round is over"


class NoSuchSeat(IllegalMove):
    """Nobody sits there."""

    reason = "no such seat"


class NotYourTurn(IllegalMove):
    """Another seat must draw or place, or accuse in a clockwise last call."""

    reason = "not your turn"


class NoChoosingNow(IllegalMove):
    """Clue tokens are laid only at the start of a round."""

    reason = "sides are chosen at the start of a round"


class ChosenAlready(IllegalMove):
    """A clue token cannot be turned again."""

    reason = "chosen already"


class NotYourSide(IllegalMove):
    """The side is not on this seat's clue token."""

    reason = "not a side of your clue token"


class NoDrawingNow(IllegalMove):
    """Suspects are drawn only in the suspects phase."""

    reason = "no drawing now"


class CardWaits(IllegalMove):
    """The card drawn last has to be placed before the next is drawn."""

    reason = "a card waits to be placed"


class NothingToPlace(IllegalMove):
    """No card waits to be placed."""

    reason = "nothing to place"


class NoAccusingNow(IllegalMove):
    """Accusations are made in the suspects phase and the last call only."""

    reason = "no accusing now"


class OneAccusation(IllegalMove):
    """This seat has used its one accusation of the round."""

    reason = "one accusation a round"


class AlreadyAccused(IllegalMove):
    """Somebody else has accused this suspect."""

    reason = "already accused"


class NotOnTheTable(IllegalMove):
    """The suspect lies in nobody's line."""

    reason = "not a suspect on the table"


class NoPassingNow(IllegalMove):
    """A turn cannot be passed; only the last call can run out."""

    reason = "nobody may pass now"


class PassedAlready(IllegalMove):
    """Who let the last call run out does not get to accuse."""

    reason = "passed already"


class NoTradingNow(IllegalMove):
    """Tokens are traded in the café only."""

    reason = "no trading now"


class NothingToFinish(IllegalMove):
    """There is no step to be done with."""

    reason = "nothing to finish"


class DoneAlready(IllegalMove):
    """This seat has closed the step for itself."""

    reason = "done already"


class NoAnnouncingNow(IllegalMove):
    """Ten points are announced in the review only."""

    reason = "announce in the review"


class NoAnnouncingInVoid(NoAnnouncingNow):
    """A void round has no announcement."""

    reason = "no announcing in a void round"


class NotTen(IllegalMove):
    """The seat's tokens do not make ten points."""

    reason = "not ten points"


class NoSuchToken(IllegalMove):
    """No seat holds a token of that name."""

    reason = "no such token"


class NotYourToken(IllegalMove):
    """Only a token of one's own can be given."""

    reason = "not your token"


class NotAnAdler(IllegalMove):
    """Only a Café Adler token that was not used yet can be given."""

    reason = "not an unused Adler token"


class OwnToken(IllegalMove):
    """A token is taken from another player."""

    reason = "a token of your own"


class FaceUpToken(IllegalMove):
    """A token that lies face up cannot be taken."""

    reason = "a face-up token cannot be taken"


class OtherColour(IllegalMove):
    """The two tokens of a trade have one colour."""

    reason = "tokens of two colours"


class RecordError(RulesError):
    """A record breaks off at a place that can be named.

    The round counts the entries of `rounds` from 1, the move counts in its entry
    from 1; a 0 means the head of the record, or the entry and its deal.
    """

    def __init__(self, round_: int, move: int, reason: str) -> None:
        """Keep the place and the reason."""
        super().__init__(round_, move, reason)
        self.round = round_
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        """Return the place and the reason on one line."""
        return f"round {self.round}, move {self.move}: {self.reason}"
