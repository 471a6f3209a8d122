"""Forms at a table are sent by htmx, or by a browser without scripts."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[3] / "templates" / "games" / "table"
SENT_BY_BOTH = re.compile(
    r'hx-post="(?P<address>[^"]+)".*\smethod="post"\s+action="(?P=address)"', re.DOTALL
)


def test_every_form_has_one_address_with_and_without_htmx():
    pages = [template.read_text() for template in TEMPLATES.glob("*.html")]
    forms = [form for page in pages for form in re.findall("<form[^>]*>", page)]
    assert forms
    assert not [form for form in forms if not SENT_BY_BOTH.search(form)]


def test_every_form_holds_the_csrf_token_for_browsers_without_scripts():
    for template in TEMPLATES.glob("*.html"):
        page = template.read_text()
        held = re.findall("csrf_(?:input|token)|partial fields|#fields", page)
        assert len(held) >= page.count("<form"), template.name
