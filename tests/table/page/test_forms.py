"""Forms at a table are sent by htmx, or by a browser without scripts.

Those that open another table load its page in any case.
"""

import re
from itertools import islice
from pathlib import Path

import pytest

from games.models import Player
from games.play.selectors import see
from games.play.snapshot import Snapshot
from games.rules.legal import legal_moves
from games.rules.moves import Accuse
from games.table.page import whole
from games.table.page.regions import build_region
from games.table.page.whole import show_page
from tests.support import positions
from tests.support.cast import look_into
from tests.support.positions import FULL, late
from tests.support.shown import read, walk

FOLDER = Path(__file__).parents[3] / "templates" / "games" / "table"
# The page and the parts of the table; the folder's other pages work without htmx.
TEMPLATES = [FOLDER / "page.html", *FOLDER.glob("_*.html")]
SENT_BY_BOTH = re.compile(
    r'hx-post="(?P<address>[^"]+)".*\smethod="post"\s+action="(?P=address)"', re.DOTALL
)
# A question: it changes nothing, and htmx asks by the button.
ASKS = '<form id="log-form"'
OPENS_A_TABLE = re.compile("action=\"{% url 'open-table' %}\"")


def test_every_form_has_one_address_with_and_without_htmx():
    pages = [template.read_text() for template in TEMPLATES]
    forms = [form for page in pages for form in re.findall("<form[^>]*>", page)]
    sent = [form for form in forms if ASKS not in form]
    stays = [form for form in sent if not OPENS_A_TABLE.search(form)]
    assert stays
    assert not [form for form in stays if not SENT_BY_BOTH.search(form)]


def test_every_form_holds_the_csrf_token_for_browsers_without_scripts():
    for template in TEMPLATES:
        page = template.read_text()
        held = re.findall("csrf_(?:input|token)|partial fields|#fields", page)
        sent = page.count("<form") - page.count(ASKS)
        assert len(held) >= sent, template.name


def list_pages(snapshot: Snapshot):
    """Yield each seat with its page as a tree."""
    for seat in snapshot.table.seats:
        player = Player(pk=seat.player_id, name=seat.name)
        yield seat.index, read(show_page(see(snapshot, player)).render())


def check_buttons(snapshot: Snapshot) -> int:
    """Check that each button's form is there; return how many pages may accuse."""
    accusing = 0
    for seat, table in list_pages(snapshot):
        forms = {one.id for one in walk(table) if one.tag == "form"}
        wanted = {it for one in walk(table) if (it := one.attributes.get("form"))}
        assert wanted <= forms
        wanted.remove("log-form")
        moves = legal_moves(snapshot.state, seat)
        may_accuse = any(isinstance(move, Accuse) for move in moves)
        assert (wanted == {"move-accuse"}) is may_accuse
        accusing += may_accuse
    return accusing


@pytest.mark.django_db
def test_button_that_accuses_stands_where_its_form_is():
    accusing = list_accusing(FULL)
    assert 0 < sum(accusing) < 5 * len(accusing)


def list_accusing(name: str) -> list[int]:
    tables = islice(positions.replay(name), 1, None, 5)
    return [check_buttons(look_into(game)) for game, _players in tables]


@pytest.mark.django_db
def test_page_says_before_an_accusation_that_it_is_the_only_one_and_then_goes_on():
    game, _players = positions.accuse(positions.play(FULL, late(2)), 3)
    snapshot = look_into(game)
    for seat in snapshot.table.seats:
        player = Player(pk=seat.player_id, name=seat.name)
        shown = show_page(see(snapshot, player)).render()
        assert ("one accusation per round" in shown) is (seat.index != 3)
        assert ("Draw until the round ends." in shown) is (seat.index == 3)


@pytest.mark.django_db
def test_button_without_its_form_is_found(monkeypatch):
    """A planted mistake: a player with a seat may always accuse."""
    show_accuse = whole.show_accuse

    def show_always(table_view, seen):
        values = dict(show_accuse(table_view, seen).values) | {"may_accuse": True}
        return build_region("accuse", "_accuse.html", **values)

    monkeypatch.setattr(whole, "show_accuse", show_always)
    with pytest.raises(AssertionError):
        list_accusing(FULL)
