"""The tutorial's script: the deal of docs/rules.md section 11, with other accusations.

The visitor is Jimmy Laces in seat 0; the script moves for the other seats.
"""

from dataclasses import dataclass
from itertools import accumulate

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.deal import Deal
from games.rules.editions import Investigator
from games.rules.moves import Accuse, Choose, Draw, Move
from games.rules.suspects import Side, Suspect, Trait
from games.rules.tokens import Pool

VISITOR = 0
INVESTIGATORS = (
    Investigator.LACES,
    Investigator.COLOMBINI,
    Investigator.BRITTON,
    Investigator.LANSBURY,
)
_DECK = """
10110 01110 10010 00001 11001 01111 investigator 00010 01100 11011 11111
11100 11110 00111 11101 10001 10101 01011 01101 10111 00000 01001 00011
01000 10000 11010 10011 10100 00101 01010 00100 11000 00110
"""
DEAL = Deal(
    deck=tuple(_DECK.split()),
    bag=(Trait.HAT, Trait.COAT, Trait.FUR, Trait.NEWSPAPER, Trait.GLASSES),
    flips=(Side.NO_GLASSES,),
    pool=Pool(
        gold=tuple("35434"),
        white=tuple("112112221122"),
        black=("-1", "0", "0", "-1", "-1", "0", "-1", "0"),
    ),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A suspect, two sides of which one can be a clue, and a hint after the other."""

    suspect: Suspect
    sides: tuple[Side, Side]
    right: Side
    hint: str | Promise


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """One sentence, perhaps a question, and the moves that lead to the next step."""

    sentence: str | Promise
    moves: tuple[Move, ...] = ()
    question: Question | None = None

    @property
    def is_visitors(self) -> bool:
        """Return whether the visitor makes this step's move."""
        return bool(self.moves) and self.moves[0].seat == VISITOR


STEPS = (
    TutorialStep(
        _(
            "The chief is the one cat that matches everyone's secret clue. Pick "
            "yours: “hat” means that you keep every cat with a hat."
        ),
        (Choose(0, Side.HAT),),
    ),
    TutorialStep(
        _(
            "The others choose in secret too, each about another trait. You can "
            "see yours under My clue at any time."
        ),
        (Choose(1, Side.COAT), Choose(2, Side.GREY), Choose(3, Side.NO_NEWSPAPER)),
    ),
    TutorialStep(_("Your turn: draw a card. Everyone sees it."), (Draw(0),)),
    TutorialStep(
        _(
            "Nils wears a hat, so he matches your clue and you keep him. Now "
            "the others draw."
        ),
        (Draw(1),),
    ),
    TutorialStep(
        _("Martin Colombini kept Boris, who wears a coat. Which clue could he have?"),
        (Draw(2), Draw(3)),
        Question(
            "01110",
            (Side.SWEATER, Side.COAT),
            Side.COAT,
            _("Boris wears no sweater, and Martin only keeps cats that match."),
        ),
    ),
    TutorialStep(
        _("Every cat in a player's row matches that player's clue. Draw again."),
        (Draw(0),),
    ),
    TutorialStep(
        _(
            "Miss Lansbury discarded Pepper, who reads a newspaper. Which clue "
            "could she have?"
        ),
        (Draw(1),),
        Question(
            "00001",
            (Side.NEWSPAPER, Side.NO_NEWSPAPER),
            Side.NO_NEWSPAPER,
            _("Look again: with that clue she'd have kept Pepper."),
        ),
    ),
    TutorialStep(
        _(
            "If Martin wants coats and John grey fur, Nils fits every clue so far. "
            "Tap him and accuse him before someone else does!"
        ),
        (Accuse(0, "10110"),),
    ),
    TutorialStep(
        _(
            "You get one accusation per round, and each cat can be accused only "
            "once. Tap “Next”: now Martin accuses somebody."
        ),
        (Accuse(1, "01110"),),
    ),
    TutorialStep(
        _(
            "There are always five clues. With four players one of them hides in "
            "the deck, on a card with a dog: when it is drawn, everyone learns it."
        ),
        (Draw(2),),
    ),
    TutorialStep(
        _(
            "No glasses, and Nils wears none! Once all but one player have accused, "
            "the round ends at once."
        ),
        (Accuse(2, "10010"),),
    ),
    TutorialStep(
        _(
            "You caught the chief: a gold token, 3 to 5 points! Four clues bring a "
            "white one (1 or 2), fewer a black one (0 or −1). A game ends at ten "
            "points or after five rounds."
        ),
    ),
)


SCRIPT = tuple(move for step in STEPS for move in step.moves)


def step_at(move_count: int) -> int:
    """Return the index of the current step after this many moves."""
    ends = accumulate(len(step.moves) for step in STEPS[:-1])
    return sum(end <= move_count for end in ends)
