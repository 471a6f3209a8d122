"""The sizes of files that no linter measures."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PRODUCT = ("charlie_site", "games", "runtime")
ROOMS = ("charlie_site", "games", "runtime", "tests", "tools", "verifier")
MODULES = sorted(each for room in ROOMS for each in (ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_style_sheet_has_at_most_450_lines(path):
    assert len(path.read_text().splitlines()) <= 450


def test_no_module_is_longer_than_contributing_says():
    """Migrations are as long as their tables."""
    lengths = {
        path.relative_to(ROOT): len(path.read_text().splitlines())
        for path in MODULES
        if "migrations" not in path.parts
    }
    limits = {path: 600 if path.parts[0] == "tests" else 450 for path in lengths}
    assert {path for path in lengths if lengths[path] > limits[path]} == set()


def test_no_module_imports_more_than_18_others():
    ours = [path for path in MODULES if path.relative_to(ROOT).parts[0] in PRODUCT]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ours}
    imported = {path: list_imported(path, names) for path in ours}
    assert {path for path, found in imported.items() if len(found) > 18} == set()


def list_imported(path, names):
    nodes = ast.walk(ast.parse(path.read_text()))
    return {
        name
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for each in node.names
        for name in {f"{node.module}.{each.name}", node.module} & names
    }


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_template_has_no_line_above_120_characters(path):
    assert max(map(len, path.read_text().splitlines()), default=0) <= 120
