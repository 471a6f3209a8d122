"""The tutorial's script: the worked example of docs/rules.md section 11.

The visitor is Jimmy Laces in seat 0; the script moves for the other seats.
"""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.deal import Deal
from games.rules.editions import Investigator
from games.rules.moves import Accuse, Choose, Draw, Move
from games.rules.suspects import Side, Trait
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
class TutorialStep:
    """One sentence and the moves that lead to the next step."""

    sentence: str | Promise
    moves: tuple[Move, ...] = ()

    @property
    def is_visitors(self) -> bool:
        """Return whether the visitor makes this step's move."""
        return bool(self.moves) and self.moves[0].seat == VISITOR


STEPS = (
    TutorialStep(
        _("You are Jimmy Laces. Your clue has two sides: say the chief wears a hat."),
        (Choose(0, Side.HAT),),
    ),
    TutorialStep(
        _("The others choose in secret too. Your clue lies covered: hold it to look."),
        (Choose(1, Side.COAT), Choose(2, Side.GREY), Choose(3, Side.NO_NEWSPAPER)),
    ),
    TutorialStep(_("Your turn: draw a card, and everybody sees it."), (Draw(0),)),
    TutorialStep(
        _("Nils wears a hat, so he fits your clue: a suspect. Now the others draw."),
        (Draw(1), Draw(2), Draw(3)),
    ),
    TutorialStep(
        _("Whoever lies in a line fits the clue of its owner. Draw again."),
        (Draw(0),),
    ),
    TutorialStep(
        _("Watch what the others keep, and what they throw away."), (Draw(1),)
    ),
    TutorialStep(
        _("Nils may fit everybody's clue. Be quick: tap his card, then accuse him."),
        (Accuse(0, "10110"),),
    ),
    TutorialStep(
        _("One accusation a round, and each suspect only once. Another one follows."),
        (Accuse(1, "10010"),),
    ),
    TutorialStep(
        _("In the deck lie dogs too: each brings a public clue for all to see."),
        (Draw(2),),
    ),
    TutorialStep(
        _("No glasses! When all but one have accused, the round ends at once."),
        (Accuse(2, "01110"),),
    ),
    TutorialStep(
        _("All clues fit Nils: gold for you. Ten points, or five rounds, end a game."),
    ),
)


def step_at(move_count: int) -> int:
    """Return the index of the current step after this many moves."""
    return sum(end <= move_count for end in _ends())


def next_move(move_count: int) -> Move | None:
    """Return the next move of the script, or None at its end."""
    moves = [move for step in STEPS for move in step.moves]
    return moves[move_count] if move_count < len(moves) else None


@cache
def _ends() -> tuple[int, ...]:
    return tuple(accumulate(len(step.moves) for step in STEPS[:-1]))
