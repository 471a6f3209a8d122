"""A compiled template looks values up as Django does, and forgets edited templates."""

from enum import Enum
from typing import NamedTuple

import pytest
from django.template import Context, Engine, TemplateDoesNotExist
from django.template.autoreload import reset_loaders
from django.template.loader import get_template

from runtime.html import update
from runtime.html.piece import leaf
from runtime.html.template import compile_nodes, compiled


class Dog(NamedTuple):
    name: str
    tricks: tuple[str, ...] = ()

    def friend(self):
        return Dog("Laces")

    def bury(self):
        raise AssertionError("called by a template")

    bury.alters_data = True


class Mood(Enum):
    GLAD = "glad"

    do_not_call_in_templates = True


VALUES = {
    "it": Dog("Meridian & Sons", ("sit", "roll")),
    "book": {"items": "a key", "0": "zero", "nested": {"deep": 7}},
    "row": ["first", "second"],
    "dogs": [Dog("A"), Dog("B"), Dog("C")],
    "mood": Mood,
    "nobody": None,
}
NESTED = (
    "{% for a in row %}{% for b in a %}{{ forloop.parentloop.last }}"
    "{% endfor %}{% endfor %}"
)
SNIPPETS = [
    "{{ it.0 }}",
    "{{ it.9 }}|",
    "{{ it.tricks.1 }}",
    "{{ it.friend.name }}",
    "{{ it.bury }}|",
    "{{ it.none.of.these }}|",
    "{{ unknown.name }}|",
    "{{ nobody.name }}|",
    "{{ book.items }}",
    "{{ book.0 }}",
    "{{ book.nested.deep }}",
    "{{ book.unknown }}|",
    "{{ row.1 }}{{ row.2 }}|",
    "{{ mood.GLAD.value }}",
    "{% if it.unknown %}yes{% else %}no{% endif %}",
    "{% if nobody is None %}none{% endif %}",
    "{% for dog in dogs reversed %}{{ forloop.counter }}{{ dog.name }}{% endfor %}",
    *(
        f"{{% for dog in dogs %}}{{{{ forloop.{field} }}}};{{% endfor %}}"
        for field in (
            "counter0",
            "revcounter",
            "revcounter0",
            "first",
            "last",
            "length",
        )
    ),
    NESTED,
    "{% for dog in none %}x{% empty %}{{ it.name }}{% endfor %}",
    "{% with one=it.tricks.0 two=book.nested %}{{ one }}{{ two.deep }}{% endwith %}",
]


@pytest.mark.parametrize("snippet", SNIPPETS)
@pytest.mark.ignore_template_errors
def test_snippet_is_written_as_by_django(snippet):
    template = Engine().from_string(snippet)
    by_django = template.render(Context(VALUES))
    assert compile_nodes(template.nodelist)(dict(VALUES)) == by_django


def test_edited_template_is_compiled_anew_after_a_reset(tmp_path, settings):
    path = tmp_path / "games" / "table" / "_trial.html"
    path.parent.mkdir(parents=True)
    engine = {**settings.TEMPLATES[0], "DIRS": [tmp_path]}
    settings.TEMPLATES = [engine]
    node = leaf("trial", "trial", None)
    path.write_text("<p>before</p>")
    assert update.render(node) == "<p>before</p>"
    path.write_text("<p>after</p>")
    assert update.render(node) == "<p>before</p>"
    reset_loaders()
    assert update.render(node) == "<p>after</p>"
    path.unlink()
    reset_loaders()
    with pytest.raises(TemplateDoesNotExist):
        get_template("games/table/_trial.html")
    assert compiled.cache_info().currsize == 0
