"""The bots import only the rules and the standard library, and no randomness."""

import ast
import sys
from pathlib import Path

import pytest

BOTS = sorted((Path(__file__).parents[2] / "games" / "bots").glob("*.py"))
ALLOWED = set(sys.stdlib_module_names) - {"random", "secrets", "time"}
# The case of the day takes a date.
DATED = {"puzzles"}


@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_bots_import_only_the_rules_and_the_standard_library(path):
    allowed = ALLOWED if path.stem in DATED else ALLOWED - {"datetime"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        for name in names:
            ours = name.startswith(("games.rules", "games.bots"))
            assert ours or name.split(".")[0] in allowed
