"""The lines that bots say, as keys; games/bot_words.py has the sentences."""

from enum import StrEnum

from games.rules.observe import Observation
from games.rules.results import Due
from games.rules.state import Phase


class Line(StrEnum):
    """A short line with an accusation or after the result of a round."""

    ACCUSE_FIRST = "accuse-first"
    ACCUSE_NEXT = "accuse-next"
    ACCUSE_LAST_CALL = "accuse-last-call"
    CAUGHT_CHIEF = "caught-chief"
    CAUGHT_ASSISTANT = "caught-assistant"
    CAUGHT_INNOCENT = "caught-innocent"
    CAUGHT_NOBODY = "caught-nobody"
    CHIEF_HID = "chief-hid"
    ROUND_VOID = "round-void"


_AT_RESULT = {
    Due.CHIEF: Line.CAUGHT_CHIEF,
    Due.ASSISTANT: Line.CAUGHT_ASSISTANT,
    Due.INNOCENT: Line.CAUGHT_INNOCENT,
    Due.NO_ACCUSATION: Line.CAUGHT_NOBODY,
    Due.CHIEF_IN_DECK: Line.CHIEF_HID,
}


def line_at_accusation(observation: Observation) -> Line:
    """Return the line with an accusation; it does not reveal how sure the bot is."""
    if observation.phase is Phase.LAST_CALL:
        return Line.ACCUSE_LAST_CALL
    return Line.ACCUSE_NEXT if observation.accusations else Line.ACCUSE_FIRST


def line_at_result(observation: Observation, seat: int) -> Line | None:
    """Return a seat's line after the reveal of a round, or None before it."""
    if observation.result is None:
        return None
    if observation.result.mistaken:
        return Line.ROUND_VOID
    dues = {award.seat: award.due for award in observation.result.awards}
    return _AT_RESULT[dues[seat]]
