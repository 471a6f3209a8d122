"""The sizes of files that no linter measures."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_style_sheet_has_at_most_450_lines(path):
    assert len(path.read_text().splitlines()) <= 450


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_template_has_no_line_above_120_characters(path):
    assert max(map(len, path.read_text().splitlines()), default=0) <= 120
