"""Rules, proofs and deduction import only the standard library, and no randomness."""

import ast
import sys
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "games"
PACKAGES = ("rules", "proof", "deduction")
MODULES = [path for package in PACKAGES for path in GAMES.glob(f"{package}/**/*.py")]
ALLOWED = set(sys.stdlib_module_names) - {"random", "secrets", "time", "datetime"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_module_imports_only_the_standard_library_and_the_rules(path):
    own = tuple(f"games.{name}" for name in PACKAGES)
    # The case of the day takes a date.
    allowed = ALLOWED | {"datetime"} if path.stem == "puzzles" else ALLOWED
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        for name in names:
            is_own = name.startswith(own)
            assert is_own or name.split(".")[0] in allowed
