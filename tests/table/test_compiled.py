"""A compiled template writes what Django's own rendering of it writes."""

import json
import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from games.hosting.seats import add_bot
from games.play.selectors import see
from games.play.tutorial_script import STEPS
from games.table.present.table import present
from runtime.html.piece import SLOT
from runtime.html.template import compiled
from tests.support import positions
from tests.support.cast import look_into
from tests.support.samples import quick_first

pytestmark = [pytest.mark.django_db]

LANGUAGES = [code for code, _name in settings.LANGUAGES]
LINE_BREAK = re.compile(r"\s*\n\s*(?P<block><(?!(?:a|b|span)\b))?")
HOSTILE = "<b>&\"'%(name)s{{it}}"
RECORDS = [
    "game-5p-gaga-stasi-adler",
    "placement-4p",
    "last-call-race-5p",
    "own-5p-ten-points",
    "game-3p-piatnik",
]


def trees_of(game, players):
    snapshot = look_into(game)
    yield present(see(snapshot, None, is_display=True))
    for viewer in [*players, None]:
        yield present(see(snapshot, viewer))


def pieces_of(node):
    if node.template != SLOT:
        yield node.template, node.id, node.facts
    for child in (*node.children, *node.inner):
        yield from pieces_of(child)


def note(pieces, game, players):
    for tree in trees_of(game, players):
        pieces.update(pieces_of(tree))


def on_one_line(html):
    """Return HTML without the line breaks that browsers ignore."""
    return LINE_BREAK.sub(lambda found: found["block"] or " ", html.strip())


def check(pieces):
    """Compare both ways for each piece, in all languages."""
    for language in LANGUAGES:
        with translation.override(language):
            for template, dom_id, facts in pieces:
                check_piece(f"games/table/{template}", dom_id, facts, language)


def check_piece(template, dom_id, facts, language):
    names = {"it": facts, "id": dom_id, "children": SafeString("<i></i>")}
    names |= {"csrf_input": SafeString("<input>"), "new_key": HOSTILE}
    by_django = render_to_string(template, dict(names))
    by_python = compiled(template, language)(names)
    assert by_python == on_one_line(by_django), template


@pytest.mark.parametrize("name", quick_first(RECORDS))
def test_pieces_of_a_recorded_game_are_written_as_by_django(name, request):
    path = positions.RECORDS / f"{name}.json"
    record = json.loads(path.read_text())["record"]
    names = (HOSTILE, *positions.NAMES[1:])
    game, players = positions.begin(record, names=names)
    # Most pieces of a record are seen in every tenth position.
    step = 1 if request.node.get_closest_marker("slow") else 10
    pieces = set()
    for number, entry in enumerate(positions.moves_of(record)):
        if number % step == 0:
            note(pieces, game, players)
        positions.make_recorded(game, players, entry)
    note(pieces, game, players)
    assert any("&lt;b&gt;" in str(render(piece)) for piece in pieces)
    check(pieces)


def render(piece):
    template, dom_id, facts = piece
    return compiled(f"games/table/{template}", "en")({"it": facts, "id": dom_id})


def test_pieces_of_lobbies_and_lessons_are_written_as_by_django():
    pieces = set()
    for count in range(6):
        game, players = positions.gather(count)
        note(pieces, game, players)
        if count == 1:
            add_bot(game.code, players[0], "roxy")
            note(pieces, game, players)
    for step in range(1, len(STEPS)):
        note(pieces, *positions.tutorial(step))
    check(pieces)


def test_unknown_nodes_are_an_error():
    with pytest.raises(NotImplementedError):
        compiled("games/pages/home.html", "en")
