"""Each language's typography is set when its catalogue is compiled."""

import pytest

from charlie_site.catalogs import typeset


@pytest.mark.parametrize(
    ("language", "typed", "shown"),
    [
        (
            "en",
            "Don’t show Anna’s cats, nor the others’ dogs.",
            "Don’t show Anna’s cats, nor the others’ dogs.",
        ),
        ("en", "%(name)s’s turn", "%(name)s’s turn"),
        ("en", "<a href='%(url)s'>It’s</a>", "<a href='%(url)s'>It’s</a>"),
        ("en", "See https://example.org/a'b", "See https://example.org/a'b"),
        ("en", "Waiting …", "Waiting\u00a0…"),
        ("en", "Rows and a cat", "Rows and a cat"),
        ("en", "up to 30 s a turn", "up to 30\u00a0s a turn"),
        ("en", "%(count)s ms before", "%(count)s\u00a0ms before"),
        ("en", "%(count)s minutes and 5 seats", "%(count)s minutes and 5 seats"),
        ("en", "%(number)s%%", "%(number)s%%"),
        ("de", "%(number)s %%", "%(number)s\u00a0%%"),
        ("de", "%(name)s %(count)s", "%(name)s %(count)s"),
        ("de", "Anklage Nr. %(n)s", "Anklage Nr.\u00a0%(n)s"),
        ("ru", "Главарь — %(name)s", "Главарь\u00a0— %(name)s"),
        (
            "ru",
            "Это и в игре, и у <b>вас</b>",
            "Это и\u00a0в\u00a0игре, и\u00a0у\u00a0<b>вас</b>",
        ),
        ("ru", "№ %(n)s, до 30 с на ход", "№\u00a0%(n)s, до 30\u00a0с на ход"),
        ("ru", "%(name)s с котом", "%(name)s с\u00a0котом"),
        ("pl", "I w grze, i z kotem", "I\u00a0w\u00a0grze, i\u00a0z\u00a0kotem"),
        ("pl", '<a href="w b">Kto</a>', '<a href="w b">Kto</a>'),
        ("pt_BR", "é a vez", "é a vez"),
    ],
)
def test_text_is_set_as_its_language_writes_it(language, typed, shown):
    assert typeset(typed, language) == shown
