"""axe-core on every page, with changing languages and themes.

`make axe` checks each page in all of them.
"""

from itertools import cycle, product

import pytest

from tests.browser.visits import beside
from tests.tools.gallery.inspector import Inspector
from tests.tools.gallery.pages import GROUPS
from tests.tools.gallery.tour import HEIGHTS, open_page

# The pages of a game; --full and make axe check the others too.
IN_EVERY_RUN = {
    "site_pages",
    "cases",
    "lobbies",
    "tables",
    "ends_of_rounds",
    "displays",
}
LANGUAGES = ("en", "ru", "pl", "pt-BR")
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


@pytest.mark.parametrize(
    "group",
    [
        pytest.param(
            group,
            id=group.__name__,
            marks=[] if group.__name__ in IN_EVERY_RUN else pytest.mark.full,
        )
        for group in GROUPS
    ],
)
def test_pages_are_accessible(contexts, server, group):
    inspector, faults = Inspector(), []
    pages = [shown for shown in beside(list, group()) if shown.is_ours]
    for shown, way in zip(pages, cycle(WAYS), strict=False):
        context = contexts(*way, 1920 if shown.is_display else 320)
        page = open_page(context, shown, server)
        found = inspector.find_faults(page)
        faults += [f"{shown.name} {way}: {fault}" for fault in found]
        page.close()
    assert faults == []


def test_inspector_finds_faults(new_phone):
    page = new_phone()
    page.goto("about:blank")
    page.set_content(POOR)
    faults = "\n".join(Inspector().find_faults(page))
    for fault in ("html-has-lang", "image-alt", "button-name", "target-size", "9 px"):
        assert fault in faults
