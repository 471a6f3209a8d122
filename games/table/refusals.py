"""Explains refused moves to players: the rule, and the next step."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import TableError
from games.rules import errors as rules
from runtime.html.update import partial
from runtime.metrics import REFUSALS


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence, the section of the rules behind it, and the status of the answer."""

    sentence: str | Promise
    section: int = 0
    status: int = 409
    # Seconds until a retry is allowed, for refusals by a rate limit.
    wait: int = 0


_REFUSALS: dict[type[rules.RulesError], tuple[str | Promise, int]] = {
    rules.GameOver: (_("The game is over: no more moves."), 5),
    rules.NotYourTurn: (
        _("It's not your turn. Wait for it, or accuse."),
        4,
    ),
    rules.NoChoosingNow: (
        _("Clues are chosen at the start of a round, and then they stay."),
        3,
    ),
    rules.ChosenAlready: (
        _("You've chosen your clue, and it stays. Wait for the others."),
        3,
    ),
    rules.NotYourSide: (
        _("Your clue doesn't have that side. Choose one of its two."),
        3,
    ),
    rules.NoDrawingNow: (
        _("You can't draw right now."),
        4,
    ),
    rules.CardWaits: (
        _("The card just drawn has to be sorted first."),
        9,
    ),
    rules.NothingToPlace: (_("There's no card to sort. Draw one first."), 9),
    rules.NoAccusingNow: (
        _("You can't accuse anyone right now."),
        4,
    ),
    rules.OneAccusation: (
        _("One accusation per round, and you've made yours."),
        4,
    ),
    rules.AlreadyAccused: (
        _("Someone was faster: this suspect is already accused. Choose another."),
        4,
    ),
    rules.NotOnTheTable: (
        _("You can only accuse a suspect in someone's row."),
        4,
    ),
    rules.NoPassingNow: (_("You can't pass."), 4),
    rules.PassedAlready: (
        _("Your time to accuse is up for this round. Wait for the others."),
        4,
    ),
    rules.NoTradingNow: (_("You can only swap tokens while the café is open."), 8),
    rules.NothingToFinish: (_("There's nothing to finish right now."), 5),
    rules.DoneAlready: (_("You're done here. Wait for the others."), 5),
    rules.NoAnnouncingNow: (
        _("You can only announce ten points after a round."),
        5,
    ),
    rules.NotTen: (_("You don't have ten points yet."), 5),
    rules.NoSuchToken: (_("There's no such token. Choose one from the list."), 8),
    rules.NotYourToken: (_("You can only give a token of your own."), 8),
    rules.NotAnAdler: (_("You can only give an Adler that nobody has swapped yet."), 8),
    rules.OwnToken: (_("Take another player's token."), 8),
    rules.FaceUpToken: (_("You can't take a token that's face up."), 8),
    rules.OtherColour: (_("You can only swap tokens of the same colour."), 8),
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
    return Refusal(_("That isn't allowed right now."))


def alert_update(refusal: Refusal) -> str:
    """Return the update that shows why something was refused."""
    alert = render_to_string("games/table/_alert.html", {"refusal": refusal})
    return partial("alert", "innerHTML", alert)
