"""The English sentences of a proof; tests/deduction checks that its steps are right."""

import pytest

from games.coach.sentences import Cast, tell
from games.deduction.steps import Step, StepKind
from games.rules.suspects import Side, Trait

NILS, VIKTOR, BORIS, LEOPOLD = "10110", "00110", "01110", "11111"
CARDS, NOT_CHIEF = StepKind.CARDS, StepKind.NOT_CHIEF
FIVE = tuple(Side)[::2]
LEFT = (Side.NO_HAT, Side.GREY, Side.COAT)
SENTENCES = [
    (
        Step(StepKind.KNOWN, (1, 0, 3, 4), (Side.HAT, Side.COAT, Side.GREY, Side.HAT)),
        "Your own clue: hat. Anna has this clue: coat. Public clues: grey fur and hat.",
    ),
    (
        Step(CARDS, (2,), LEFT, (NILS, VIKTOR), (BORIS,), (Trait.GLASSES, Trait.FUR)),
        (
            "Carla kept Nils and Viktor, but discarded Boris. Others already have the"
            " clues about: glasses, fur. Only 3 other things tell them apart, so the"
            " clue is: grey fur, coat or no hat."
        ),
    ),
    (
        Step(CARDS, (2,), (Side.NO_GLASSES,), (VIKTOR,), (BORIS,)),
        (
            "Carla kept Viktor, but discarded Boris."
            " Only one thing tells them apart, so the clue is: no glasses."
        ),
    ),
    (
        Step(CARDS, (2,), LEFT[1:], (NILS, VIKTOR), taken=(Trait.NEWSPAPER,)),
        (
            "Carla kept Nils and Viktor. Others already have the clues about:"
            " newspaper."
            " They share only 2 other things, so the clue is: grey fur or coat."
        ),
    ),
    (Step(CARDS, (1,), LEFT[2:], (NILS,)), "You kept Nils. So the clue is: coat."),
    (
        Step(CARDS, (0,), (Side.SWEATER,), (), (NILS, BORIS)),
        (
            "Anna discarded Nils and Boris. They share only one thing."
            " The clue is its opposite: sweater."
        ),
    ),
    (
        Step(StepKind.TAKEN, (0,), LEFT[1:], taken=(Trait.HAT,)),
        (
            "Others already have the clues about: hat. That leaves Anna with: grey fur"
            " or coat."
        ),
    ),
    (
        Step(StepKind.SHARED, (0, 1), (Side.HAT, Side.NO_HAT, Side.COAT)),
        "You and Anna have these between them: hat, coat/sweater. Nobody else can.",
    ),
    (
        Step(StepKind.ONLY_HERE, (2,), (Side.HAT,)),
        "Only Carla can have the hat clue. So the clue is: hat.",
    ),
    (
        Step(StepKind.ONLY_HERE, (2,), (Side.ORANGE,)),
        "Only Carla can have the fur clue. So the clue is: orange fur.",
    ),
    (
        Step(StepKind.CHIEF, (), FIVE, taken=tuple(Trait), suspect=LEOPOLD),
        (
            "Only Leopold matches all five clues: hat, glasses, coat, grey fur and"
            " newspaper. That’s the chief!"
        ),
    ),
    (
        Step(StepKind.CHIEF, (0, 2), FIVE, taken=tuple(Trait)[:3], suspect=LEOPOLD),
        (
            "Anna and Carla have these, in some order: grey fur and newspaper."
            " Only Leopold matches all five clues: hat, glasses, coat, grey fur and"
            " newspaper. That’s the chief!"
        ),
    ),
    (
        Step(NOT_CHIEF, (0,), discarded=(NILS,), suspect=NILS),
        "Anna discarded Nils, and nobody discards the chief.",
    ),
    (
        Step(NOT_CHIEF, (1,), discarded=(NILS,), suspect=NILS),
        "You discarded Nils, and nobody discards the chief.",
    ),
    (
        Step(NOT_CHIEF, (1,), (Side.GLASSES,), suspect=NILS),
        "Nils has no glasses. So it isn’t Nils.",
    ),
    (
        Step(NOT_CHIEF, (3,), (Side.NEWSPAPER,), suspect=NILS),
        "Nils has no newspaper. So it isn’t Nils.",
    ),
    (
        Step(NOT_CHIEF, (0,), (Side.ORANGE, Side.NEWSPAPER), suspect=NILS),
        (
            "Anna needs a cat with orange fur or a newspaper, and Nils has grey fur"
            " and no newspaper. So it isn’t Nils."
        ),
    ),
    (
        Step(NOT_CHIEF, (0,), tuple(Side)[1::2][:3], suspect=LEOPOLD),
        (
            "Anna needs a cat with a sweater, no hat or no glasses."
            " Leopold differs in each. So it isn’t Leopold."
        ),
    ),
    (
        Step(NOT_CHIEF, (0, 1), (Side.HAT,), suspect=NILS),
        (
            "You and Anna could match Nils only with: hat."
            " That’s one clue too few, so Nils isn’t the chief."
        ),
    ),
    (
        Step(NOT_CHIEF, (0, 1, 2, 3), (Side.HAT, Side.COAT, Side.GREY), suspect=NILS),
        (
            "Public clue: nobody else can have no glasses and no newspaper."
            " That’s one clue too many, so Nils isn’t the chief."
        ),
    ),
    (
        Step(NOT_CHIEF, (0, 2, 3, 4), (Side.HAT, Side.COAT, Side.GREY), suspect=NILS),
        (
            "You: nobody else can have no glasses and no newspaper."
            " That’s one clue too many, so Nils isn’t the chief."
        ),
    ),
    (
        Step(StepKind.SHARED, (3, 0, 1), (Side.HAT, Side.NO_HAT)),
        "You, public clue and Anna have these between them: hat. Nobody else can.",
    ),
    (
        Step(StepKind.ONLY_HERE, (1,), (Side.HAT,)),
        "Only you can have the hat clue. So the clue is: hat.",
    ),
    (
        Step(NOT_CHIEF, (0, 1, 2, 3, 4), tuple(Side)[:8:2], suspect=LEOPOLD),
        (
            "Nobody can have this clue: newspaper."
            " Leopold needs it, so Leopold isn’t the chief."
        ),
    ),
]


@pytest.mark.parametrize(("step", "words"), SENTENCES)
def test_step_is_told_in_english(step, words):
    names = ("Anna", "Ben", "Carla")
    [sentence] = tell([step], Cast(names, names, you=1))
    assert sentence.words == words
