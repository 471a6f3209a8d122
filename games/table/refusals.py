"""Explains refused moves to players: the rule, and the next step."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import TableError
from games.ops.metrics import REFUSALS
from games.rules import errors as rules


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence, the section of the rules behind it, and the status of the answer."""

    sentence: str | Promise
    section: int = 0
    status: int = 409
    # Seconds until a retry is allowed, for refusals by a rate limit.
    wait: int = 0


_REFUSALS: dict[type[rules.RulesError], tuple[str | Promise, int]] = {
    rules.GameOver: (_("The game is over: there are no more moves."), 5),
    rules.NotYourTurn: (
        _("It is not your turn: turns go clockwise. Wait for yours, or accuse."),
        4,
    ),
    rules.NoChoosingNow: (
        _("Clues are chosen when a round begins, and then they stay. Play on."),
        3,
    ),
    rules.ChosenAlready: (
        _("You have chosen: a clue cannot be turned again. Wait for the others."),
        3,
    ),
    rules.NotYourSide: (_("That side is not on your clue. Choose one that is."), 3),
    rules.NoDrawingNow: (
        _("Cards are drawn only while the deck is searched. See what is due now."),
        4,
    ),
    rules.CardWaits: (
        _("The card that was drawn must be placed first, then the next is drawn."),
        9,
    ),
    rules.NothingToPlace: (_("No card waits to be placed. Draw one first."), 9),
    rules.NoAccusingNow: (
        _("Accusing is over for this round, or has not begun. See what is due now."),
        4,
    ),
    rules.OneAccusation: (
        _("One accusation a round: yours is made and stays. Wait for the others."),
        4,
    ),
    rules.AlreadyAccused: (
        _("Somebody was faster: this suspect is accused already. Choose another."),
        4,
    ),
    rules.NotOnTheTable: (
        _("Only a suspect that lies in a line can be accused. Choose one of those."),
        4,
    ),
    rules.NoPassingNow: (_("Nobody may pass. See what is due now."), 4),
    rules.PassedAlready: (
        _("Your time for accusing ran out in this round. Wait for the others."),
        4,
    ),
    rules.NoTradingNow: (_("Tokens are traded only while the café is open."), 8),
    rules.NothingToFinish: (_("There is nothing to finish now."), 5),
    rules.DoneAlready: (_("You are done with this step. Wait for the others."), 5),
    rules.NoAnnouncingNow: (
        _("Ten points are announced only in the review after a round."),
        5,
    ),
    rules.NotTen: (_("Your tokens do not make ten points yet. Go on."), 5),
    rules.NoSuchToken: (_("There is no such token. Choose one from the list."), 8),
    rules.NotYourToken: (_("You can give only a token of your own."), 8),
    rules.NotAnAdler: (_("You can give only an Adler that was never traded."), 8),
    rules.OwnToken: (_("Take a token of another player."), 8),
    rules.FaceUpToken: (_("A token that lies face up cannot be taken."), 8),
    rules.OtherColour: (_("Both tokens of a trade must have the same colour."), 8),
}


def note_refusal(error: TableError | rules.RulesError) -> Refusal:
    """Count a refused move and return its explanation for the player."""
    REFUSALS.labels(type(error).__name__).inc()
    if isinstance(error, TableError):
        wait = getattr(error, "wait", 0)
        return Refusal(error.sentence, status=error.status, wait=wait)
    for kind in type(error).__mro__:
        if kind in _REFUSALS:
            return Refusal(*_REFUSALS[kind])
    return Refusal(_("The rules do not allow this now. See what is due."))
