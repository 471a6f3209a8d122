"""Constructs that may open a hole are used only where this file explains them."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for folder in ("charlie_site", "games", "runtime", "verifier")
    for path in (ROOT / folder).rglob("*.py")
]
TEMPLATES = [
    path
    for path in (ROOT / "templates").rglob("*")
    if path.suffix in {".html", ".js", ".txt"}
]
# The reason for each use. An empty entry forbids the construct.
EXPLAINED = {
    "csrf_exempt": {},
    "mark_safe": {},
    "SafeString": {
        "games/table/page/regions.py": "what a template has rendered, on fewer lines",
        "games/table/page/log_lines.py": "a line with the sentence below",
        "games/table/page/log_sentences.py": "a text with escaped words",
        "games/table/page/whole.py": "the type of a rendered template",
        "games/templatetags/regions.py": "the type of a rendered template",
        "games/templatetags/art.py": "drawings of this site",
        "games/templatetags/games_forms.py": "the type of a rendered template",
    },
    "pickle": {},
    "eval": {},
    "exec": {},
    "random": {
        "games/management/commands/deal_games.py": "games to fill a trial site",
    },
}
IN_TEMPLATES = {
    "|safe": {},
    "autoescape off": {
        "templates/account/email/password_reset_key_message.txt": "plain text",
        "templates/account/email/password_reset_key_subject.txt": "plain text",
    },
    "style=": {},
    "javascript:": {},
}


@cache
def names_in(path: Path) -> set[str]:
    """Return every name that a module uses or imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.update(node.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            found.update((node.module or "").split("."))
    return found


@pytest.mark.parametrize("name", EXPLAINED)
def test_dangerous_construct_is_used_only_where_explained(name):
    users = {
        path.relative_to(ROOT).as_posix() for path in SOURCES if name in names_in(path)
    }
    assert users == set(EXPLAINED[name])


@pytest.mark.parametrize("text", IN_TEMPLATES)
def test_templates_escape_all_values(text):
    users = {
        path.relative_to(ROOT).as_posix()
        for path in TEMPLATES
        if text in path.read_text()
    }
    assert users == set(IN_TEMPLATES[text])


def test_security_rules_of_ruff_are_on():
    settings = (ROOT / "pyproject.toml").read_text()
    assert '"RSE", "RUF", "S", "SIM"' in settings
