"""Forms at a table are sent by htmx, or by a browser without scripts.

Those that open another table load its page in any case.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "templates" / "games" / "table"
# The page and the parts of the table; the folder's other pages work without htmx.
TEMPLATES = [FOLDER / "page.html", *FOLDER.glob("_*.html")]
SENT_BY_BOTH = re.compile(
    r'hx-post="(?P<address>[^"]+)".*\smethod="post"\s+action="(?P=address)"', re.DOTALL
)
OPENS_A_TABLE = re.compile("action=\"{% url 'open-table' %}\"")


def test_every_form_has_one_address_with_and_without_htmx():
    pages = [template.read_text() for template in TEMPLATES]
    forms = [form for page in pages for form in re.findall("<form[^>]*>", page)]
    stays = [form for form in forms if not OPENS_A_TABLE.search(form)]
    assert stays
    assert not [form for form in stays if not SENT_BY_BOTH.search(form)]


def test_every_form_holds_the_csrf_token_for_browsers_without_scripts():
    for template in TEMPLATES:
        page = template.read_text()
        held = re.findall("csrf_(?:input|token)|partial fields|#fields", page)
        assert len(held) >= page.count("<form"), template.name
