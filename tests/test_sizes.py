"""The sizes of files that no linter measures."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_style_sheet_has_at_most_450_lines(path):
    assert len(path.read_text().splitlines()) <= 450
