"""The names, playing styles and phrases of bots, in every language."""

import pytest
from django.utils.translation import override

from games.bots.characters import CHARACTERS
from games.bots.phrases import Phrase
from games.labels import name_of_bot, way_of_bot
from games.table.reactions import say


@pytest.mark.parametrize("language", ["en", "ru", "pl", "pt-br"])
def test_every_bot_and_every_phrase_has_words(language):
    with override(language):
        assert all(name_of_bot(name) and way_of_bot(name) for name in CHARACTERS)
        assert all(say(line) for line in Phrase)


def test_phrases_are_in_the_language_of_the_viewer():
    with override("en"):
        english = say(Phrase.CAUGHT_CHIEF)
    with override("pl"):
        assert say(Phrase.CAUGHT_CHIEF) != english
