"""The refusals of the rules.

A reason is a constant: it never repeats input and holds no secret.
"""

from enum import StrEnum


class Why(StrEnum):
    """The reason of a refusal, in English and on one line."""

    MALFORMED_MOVE = "malformed move"
    NO_SUCH_MOVE = "no such move"
    BROKEN_DEAL = "the deal does not hold what is left"
    ROUND_UNFINISHED = "the round before is unfinished"
    GAME_OVER = "the game is over"
    NO_ROUND_BEGUN = "the round is over"
    NO_SUCH_SEAT = "no such seat"
    NOT_YOUR_TURN = "not your turn"
    NO_CHOOSING_NOW = "sides are chosen at the start of a round"
    CHOSEN_ALREADY = "chosen already"
    NOT_YOUR_SIDE = "not a side of your clue token"
    NO_DRAWING_NOW = "no drawing now"
    CARD_WAITS = "a card waits to be placed"
    NOTHING_TO_PLACE = "nothing to place"
    NO_ACCUSING_NOW = "no accusing now"
    ONE_ACCUSATION = "one accusation a round"
    ALREADY_ACCUSED = "already accused"
    NOT_ON_THE_TABLE = "not a suspect on the table"
    NO_PASSING_NOW = "nobody may pass now"
    PASSED_ALREADY = "passed already"
    NO_TRADING_NOW = "no trading now"
    NOTHING_TO_FINISH = "nothing to finish"
    DONE_ALREADY = "done already"
    NO_ANNOUNCING_NOW = "announce in the review"
    NO_ANNOUNCING_IN_VOID = "no announcing in a void round"
    NOT_TEN = "not ten points"
    NO_SUCH_TOKEN = "no such token"
    NOT_YOUR_TOKEN = "not your token"
    NOT_AN_ADLER = "not an unused Adler token"
    OWN_TOKEN = "a token of your own"
    FACE_UP_TOKEN = "a face-up token cannot be taken"
    OTHER_COLOUR = "tokens of two colours"


class RulesError(Exception):
    """A refusal by the rules; the state is unchanged."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class MalformedMove(RulesError):
    """A move lacks a field, or a field has an impossible value."""


class IllegalMove(RulesError):
    """A well-formed move that the state does not allow."""


class RecordError(Exception):
    """A record is malformed or illegal at a given place.

    `round` counts the entries of `rounds` from 1, 0 being the head of the record;
    `move` counts the moves of an entry from 1, 0 being the entry itself and its deal.
    """

    def __init__(self, round_: int, move: int, reason: str) -> None:
        """Take the place, and a reason that verifiers print as it is."""
        super().__init__(round_, move, reason)
        self.round = round_
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        """Return the place and the reason on one line."""
        return f"round {self.round}, move {self.move}: {self.reason}"
