"""What may open a hole stands where it is explained, and nowhere else."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for folder in ("charlie_site", "games", "verifier")
    for path in (ROOT / folder).rglob("*.py")
]
TEMPLATES = [
    path
    for path in (ROOT / "templates").rglob("*")
    if path.suffix in {".html", ".js", ".txt"}
]
# Each with why it is right there. An empty list forbids.
EXPLAINED = {
    "csrf_exempt": {},
    "mark_safe": {},
    "SafeString": {
        "games/updates.py": "pieces that templates have rendered, put together",
        "games/views/answers.py": "the same, with tokens filled in by format_html",
        "games/templatetags/art.py": "drawings of this site",
        "games/templatetags/games_forms.py": "the type of what a template has rendered",
    },
    "pickle": {},
    "eval": {},
    "exec": {},
    "random": {
        "games/services/dealing.py": "games by chance, to fill a trial site",
        "games/management/commands/deal_games.py": "the same, from a seed",
    },
}
IN_TEMPLATES = {"|safe": {}, "autoescape off": {}, "style=": {}, "javascript:": {}}


def names_in(path: Path) -> set[str]:
    """Return every name that a module uses, imports or takes from another."""
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
def test_what_may_open_a_hole_is_explained(name):
    users = {
        path.relative_to(ROOT).as_posix() for path in SOURCES if name in names_in(path)
    }
    assert users == set(EXPLAINED[name])


@pytest.mark.parametrize("text", IN_TEMPLATES)
def test_templates_escape_everything(text):
    users = {
        path.relative_to(ROOT).as_posix()
        for path in TEMPLATES
        if text in path.read_text()
    }
    assert users == set(IN_TEMPLATES[text])


def test_bandits_rules_are_on():
    settings = (ROOT / "pyproject.toml").read_text()
    assert '"RSE", "RUF", "S", "SIM"' in settings
