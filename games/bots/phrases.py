"""The lines that bots say, as keys; games/table/reactions.py has the sentences."""

from enum import StrEnum

from games.rules.observe import Observation
from games.rules.results import AwardReason
from games.rules.state import Phase


class Phrase(StrEnum):
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
    AwardReason.CHIEF: Phrase.CAUGHT_CHIEF,
    AwardReason.ASSISTANT: Phrase.CAUGHT_ASSISTANT,
    AwardReason.INNOCENT: Phrase.CAUGHT_INNOCENT,
    AwardReason.NO_ACCUSATION: Phrase.CAUGHT_NOBODY,
    AwardReason.CHIEF_IN_DECK: Phrase.CHIEF_HID,
}


def line_at_accusation(observation: Observation) -> Phrase:
    """Return the line with an accusation; it does not reveal how sure the bot is."""
    if observation.phase is Phase.LAST_CALL:
        return Phrase.ACCUSE_LAST_CALL
    return Phrase.ACCUSE_NEXT if observation.accusations else Phrase.ACCUSE_FIRST


def line_at_result(observation: Observation, seat: int) -> Phrase | None:
    """Return a seat's line after the reveal of a round, or None before it."""
    if observation.result is None:
        return None
    if observation.result.mistaken:
        return Phrase.ROUND_VOID
    dues = {award.seat: award.due for award in observation.result.awards}
    return _AT_RESULT[dues[seat]]
