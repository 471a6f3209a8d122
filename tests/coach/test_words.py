"""The English sentences of a proof; tests/bots checks that its steps are right."""

import pytest

from games.coach.words import Cast, tell
from games.deduction.proof_steps import Step, StepKind
from games.rules.suspects import Side, Trait

NILS, VIKTOR, BORIS, LEOPOLD = "10110", "00110", "01110", "11111"
CARDS, NOT_CHIEF = StepKind.CARDS, StepKind.NOT_CHIEF
LEFT = (Side.NO_HAT, Side.GREY, Side.COAT)
SENTENCES = [
    (
        Step(StepKind.KNOWN, (1, 0, 3, 4), (Side.HAT, Side.COAT, Side.GREY, Side.HAT)),
        "Your own clue: hat. Anna has this clue: coat. Public clues: grey fur and hat.",
    ),
    (
        Step(CARDS, (2,), LEFT, (NILS, VIKTOR), (BORIS,), (Trait.GLASSES, Trait.FUR)),
        (
            "Carla kept Nils and Viktor, but discarded Boris."
            " Already taken: glasses, fur. So the clue is: grey fur, coat or no hat."
        ),
    ),
    (Step(CARDS, (1,), LEFT[2:], (NILS,)), "You kept Nils. So the clue is: coat."),
    (
        Step(CARDS, (0,), LEFT[2:], (), (NILS, BORIS)),
        "Anna discarded Nils and Boris. So the clue is: coat.",
    ),
    (
        Step(StepKind.TAKEN, (0,), LEFT[1:], taken=(Trait.HAT,)),
        "Already taken: hat. That leaves Anna with: grey fur or coat.",
    ),
    (
        Step(StepKind.SHARED, (0, 1), (Side.HAT, Side.NO_HAT, Side.COAT)),
        "You and Anna have these between them: hat, coat or sweater. Nobody else can.",
    ),
    (
        Step(StepKind.ONLY_HERE, (2,), (Side.HAT, Side.NO_HAT)),
        "Nobody but Carla can have this clue: hat or no hat.",
    ),
    (
        Step(StepKind.CHIEF, (), tuple(Side)[::2], suspect=LEOPOLD),
        (
            "One clue is left for each trait: hat, glasses, coat, grey fur and"
            " newspaper. Only Leopold matches all five. That's the chief!"
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
        Step(NOT_CHIEF, (0,), suspect=NILS),
        "Nils doesn't match, so Nils isn't the chief.",
    ),
    (
        Step(NOT_CHIEF, (0, 1), (Side.HAT,), suspect=NILS),
        (
            "You and Anna could match Nils only with: hat."
            " That's one clue too few, so Nils isn't the chief."
        ),
    ),
    (
        Step(NOT_CHIEF, (0, 1, 2, 3), (Side.HAT, Side.COAT, Side.GREY), suspect=NILS),
        (
            "Public clue: nobody else can have no glasses and no newspaper."
            " That's one clue too many, so Nils isn't the chief."
        ),
    ),
    (
        Step(NOT_CHIEF, (0, 1, 2, 3, 4), tuple(Side)[:8:2], suspect=LEOPOLD),
        (
            "Nobody can have this clue: newspaper."
            " Leopold needs it, so Leopold isn't the chief."
        ),
    ),
]


@pytest.mark.parametrize(("step", "words"), SENTENCES)
def test_step_is_told_in_english(step, words):
    names = ("Anna", "Ben", "Carla")
    [sentence] = tell([step], Cast(names, names, you=1))
    assert sentence.words == words
