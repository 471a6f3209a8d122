"""The names of suspects, investigators, traits, sides and bots."""

import pytest
from django.conf import settings
from django.utils import translation

from games import labels
from games.deduction.bots.characters import CHARACTERS
from games.deduction.bots.policy import Phrase
from games.rules.editions import Investigator
from games.rules.suspects import SUSPECTS, Trait, sides_of
from games.table.reactions import describe_reaction

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_suspect_has_a_name_of_its_own(language: str) -> None:
    with translation.override(language):
        names = {labels.suspect_name(code) for code in SUSPECTS}
    assert len(names) == len(SUSPECTS) == 32


@pytest.mark.parametrize("language", LANGUAGES)
def test_traits_sides_and_investigators_have_names(language: str) -> None:
    with translation.override(language):
        for trait in Trait:
            assert labels.trait_name(trait)
            first, second = (labels.side_name(side) for side in sides_of(trait))
            assert first != second
        assert all(labels.investigator_name(dog) for dog in Investigator)


def test_label_has_the_name_and_all_five_traits() -> None:
    with translation.override("en"):
        label = labels.suspect_label("10110")
    assert label == "Nils: hat, no glasses, coat, grey fur, no newspaper"


def test_cached_label_follows_the_language() -> None:
    with translation.override("en"):
        english = labels.suspect_label("10110")
    with translation.override("ru"):
        russian = labels.suspect_label("10110")
    assert english != russian


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_and_every_phrase_has_words(language: str) -> None:
    with translation.override(language):
        for name in CHARACTERS:
            assert labels.name_of_bot(name)
            assert labels.describe_bot(name)
        assert all(describe_reaction(line) for line in Phrase)


def test_phrases_are_in_the_language_of_the_viewer() -> None:
    with translation.override("en"):
        english = describe_reaction(Phrase.CAUGHT_CHIEF)
    with translation.override("pl"):
        assert describe_reaction(Phrase.CAUGHT_CHIEF) != english
