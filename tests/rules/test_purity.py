"""The rules import only the standard library, and no randomness."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

RULES = sorted((Path(__file__).parents[2] / "games" / "rules").glob("*.py"))
ALLOWED = set(sys.stdlib_module_names) - {"random", "secrets", "time", "datetime"}


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_rules_import_only_the_standard_library_and_themselves(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        for name in names:
            assert name.startswith("games.rules") or name.split(".")[0] in ALLOWED


def test_importing_the_rules_does_not_import_django():
    program = (
        "import sys, games.rules.record, games.rules.observe;"
        "sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False)
    assert done.returncode == 0
