"""axe-core on a page of each kind, with changing languages and themes.

`make axe` checks each page in all of them.
"""

from itertools import cycle, product

import pytest

from tests.browser.engines import ChromiumPhone
from tests.browser.visits import beside
from tools.gallery.inspector import Inspector
from tools.gallery.pages import (
    GROUPS,
    cases,
    displays,
    ends_of_rounds,
    lobbies,
    notices,
    site_pages,
    tables,
)
from tools.gallery.tour import HEIGHTS, LANGUAGES, open_page

# A page of each kind; --full and make axe check all of them.
IN_EVERY_RUN = {
    site_pages: {"home", "open-table"},
    cases: {"case"},
    lobbies: {"waiting-host"},
    tables: {"table-draw", "table-sheet", "notebook"},
    # The second is dark.
    notices: {"table-notices", "table-notices-answer"},
    ends_of_rounds: {"table-last-call", "table-review", "table-over"},
    displays: {"display-suspects"},
}
WAYS = list(product(LANGUAGES, ("light", "dark")))
POOR = """<title>Poor</title><main><img src="data:,">
<button style="padding: 0; width: 9px; height: 9px"></button
><button style="padding: 0; width: 9px; height: 9px"></button></main>"""


@pytest.fixture
def contexts(new_phone):
    """Return a function that returns a context by language, theme and width."""
    made = {}

    def get(language, theme, width):
        if (language, theme, width) not in made:
            size = width, HEIGHTS[width]
            page = new_phone(language, size, color_scheme=theme)
            made[language, theme, width] = page.context
        return made[language, theme, width]

    return get


def chosen_of(group, names):
    """Yield these pages of a group; games that come after them are not made."""
    left = set(names)
    for shown in group():
        if shown.name in left:
            left.remove(shown.name)
            yield shown
        if not left:
            return
    raise AssertionError(f"{group.__name__} has no {left}.")


@pytest.mark.parametrize(
    "group",
    [
        pytest.param(
            group,
            id=group.__name__,
            marks=[] if group in IN_EVERY_RUN else pytest.mark.full,
        )
        for group in GROUPS
    ],
)
def test_pages_are_accessible(contexts, server, group, request):
    is_full = request.config.getoption("--full")
    inspector, faults = Inspector(), []
    shown_pages = beside(
        list, group() if is_full else chosen_of(group, IN_EVERY_RUN[group])
    )
    pages = [shown for shown in shown_pages if shown.is_ours]
    for shown, way in zip(pages, cycle(WAYS), strict=False):
        context = contexts(*way, 1920 if shown.is_display else 320)
        page = open_page(context, shown, server)
        found = inspector.find_faults(ChromiumPhone(page))
        faults += [f"{shown.name} {way}: {fault}" for fault in found]
        page.close()
    assert faults == []


def test_inspector_finds_faults(new_phone):
    page = new_phone()
    page.goto("about:blank")
    page.set_content(POOR)
    faults = "\n".join(Inspector().find_faults(ChromiumPhone(page)))
    for fault in ("html-has-lang", "image-alt", "button-name", "target-size", "9 px"):
        assert fault in faults
