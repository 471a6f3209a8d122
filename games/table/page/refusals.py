"""Explains refused moves to players: the rule, and the next step."""

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import Refusal, TableError
from games.rules.illegal import RulesError, Why
from runtime.metrics import REFUSALS

# The sentence, and the section of the rules behind it.
RULES: dict[Why, tuple[str | Promise, int]] = {
    Why.GAME_OVER: (_("The game is over: no more moves."), 5),
    Why.NOT_YOUR_TURN: (_("It's not your turn. Wait for it, or accuse."), 4),
    Why.NO_CHOOSING_NOW: (
        _("Clues are chosen at the start of a round, and then they stay."),
        3,
    ),
    Why.CHOSEN_ALREADY: (
        _("You've chosen your clue, and it stays. Wait for the others."),
        3,
    ),
    Why.NOT_YOUR_SIDE: (
        _("Your clue doesn't have that side. Choose one of its two."),
        3,
    ),
    Why.NO_DRAWING_NOW: (_("You can't draw right now."), 4),
    Why.CARD_WAITS: (_("The card just drawn has to be sorted first."), 9),
    Why.NOTHING_TO_PLACE: (_("There's no card to sort. Draw one first."), 9),
    Why.NO_ACCUSING_NOW: (_("You can't accuse anyone right now."), 4),
    Why.ONE_ACCUSATION: (_("One accusation per round, and you've made yours."), 4),
    Why.ALREADY_ACCUSED: (
        _("Someone was faster: this suspect is already accused. Choose another."),
        4,
    ),
    Why.NOT_ON_THE_TABLE: (_("You can only accuse a suspect in someone's row."), 4),
    Why.NO_PASSING_NOW: (_("You can't pass."), 4),
    Why.PASSED_ALREADY: (
        _("Your time to accuse is up for this round. Wait for the others."),
        4,
    ),
    Why.NO_TRADING_NOW: (_("You can only swap tokens while the café is open."), 8),
    Why.NOTHING_TO_FINISH: (_("There's nothing to finish right now."), 5),
    Why.DONE_ALREADY: (_("You're done here. Wait for the others."), 5),
    Why.NO_ANNOUNCING_NOW: (_("You can only announce ten points after a round."), 5),
    Why.NO_ANNOUNCING_IN_VOID: (
        _("You can only announce ten points after a round."),
        5,
    ),
    Why.NOT_TEN: (_("You don't have ten points yet."), 5),
    Why.NO_SUCH_TOKEN: (_("There's no such token. Choose one from the list."), 8),
    Why.NOT_YOUR_TOKEN: (_("You can only give a token of your own."), 8),
    Why.NOT_AN_ADLER: (_("You can only give an Adler that nobody has swapped yet."), 8),
    Why.OWN_TOKEN: (_("Take another player's token."), 8),
    Why.FACE_UP_TOKEN: (_("You can't take a token that's face up."), 8),
    Why.OTHER_COLOUR: (_("You can only swap tokens of the same colour."), 8),
}

# No refusal: an accusation that waits for the fair race is acknowledged.
ENTERED = Refusal(_("Your accusation is in."), status=202)


def explain(why: Why) -> Refusal:
    """Return the explanation of a referee's refusal."""
    sentence, section = RULES.get(why, (_("That isn't allowed right now."), 0))
    return Refusal(sentence, section=section)


def note_refusal(error: TableError | RulesError) -> Refusal:
    """Count a refused move and return its explanation for the player."""
    # "NotYourTurn", say.
    REFUSALS.labels(error.why.name.title().replace("_", "")).inc()
    if isinstance(error, TableError):
        return error.refusal
    return explain(error.why)


def render_alert(refusal: Refusal) -> str:
    """Return the content of `#alert`, which says why something was refused."""
    return render_to_string("games/table/_alert.html", {"refusal": refusal})
