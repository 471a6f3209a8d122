"""Forms at a table arrive in pushed updates, which carry no CSRF token."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[3] / "templates" / "games" / "table"


def test_every_form_at_a_table_is_sent_by_the_script_that_adds_the_token():
    pages = [template.read_text() for template in TEMPLATES.glob("*.html")]
    forms = [form for page in pages for form in re.findall("<form[^>]*>", page)]
    assert forms
    assert not [form for form in forms if not re.search("data-(post|move|react)", form)]
