"""Plants small mistakes in the game, one at a time, and counts those that tests find.

    python -m tools.mutants [--count 20] [--seed 1]

Works on a copy of the last commit. The choice depends on the seed and on the mutated
lines alone: a change elsewhere keeps the other mutants, so that two versions of the
tests can be compared. A mutant that makes the tests hang counts as found.
"""

import argparse
import ast
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# The folders of tests that ought to find a mistake in a package, nearest first.
TESTS = {
    "rules": ("tests/rules", "tests/proof", "tests/test_options.py", "tests/deduction"),
    "play": ("tests/play", "tests/table", "tests/races"),
    "table": ("tests/table", "tests/test_two_worlds.py", "tests/security"),
}
QUICK = "not browser and not slow"
LIMIT = 600
PAIRS = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
)
OTHER = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}


class Mutant(NamedTuple):
    """A mistake: the text `old` at a place of a file becomes `new`."""

    path: str
    line: int
    column: int
    old: str
    new: str
    whole_line: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}"

    def rank(self, seed: str) -> str:
        """Return a sort key that no other line changes."""
        key = f"{seed} {self.path} {self.whole_line} {self.column} {self.new}"
        return hashlib.sha256(key.encode()).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", default="1")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="charlie-mutants-") as folder:
        subprocess.run(f"git archive HEAD | tar -x -C {folder}", shell=True, check=True)
        compile_catalogs = [sys.executable, "manage.py", "compile_catalogs"]
        subprocess.run(compile_catalogs, cwd=folder, check=True)
        copy = Path(folder)
        for package, tests in TESTS.items():
            mutants = choose(copy, package, wanted.count, wanted.seed)
            if fault := run_tests(copy, nearest_first(copy, mutants[0].path, tests)):
                sys.exit(f"Without a mutant: {fault}")
            found = [is_found(copy, mutant, tests) for mutant in mutants]
            print(f"{package}: {sum(found)} of {len(found)} found", flush=True)


def choose(copy: Path, package: str, count: int, seed: str) -> list[Mutant]:
    paths = sorted((copy / "games" / package).rglob("*.py"))
    mutants = [mutant for path in paths for mutant in list_mutants(path, copy)]
    return sorted(mutants, key=lambda mutant: mutant.rank(seed))[:count]


def list_mutants(path: Path, copy: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file that fits on one line."""
    source = path.read_text()
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        for twin in list_twins(node):
            if node.lineno == node.end_lineno:
                line, column = node.lineno, node.col_offset
                name = str(path.relative_to(copy))
                old = ast.get_source_segment(source, node) or ""
                yield Mutant(name, line, column, old, twin, lines[line - 1])


def list_twins(node: ast.AST) -> Iterator[str]:
    """Yield the wrong expressions that may stand in place of a node."""
    match node:
        case ast.Compare(left, [sign], [right]) if type(sign) in OTHER:
            other = OTHER[type(sign)]()
            yield ast.unparse(ast.Compare(left, [other], [right]))
        case ast.BoolOp(sign, values):
            other = OTHER[type(sign)]()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.BinOp(left, (ast.Add() | ast.Sub()) as sign, right):
            other = OTHER[type(sign)]()
            yield f"({ast.unparse(ast.BinOp(left, other, right))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)
        case ast.IfExp(test, body, other):
            yield f"({ast.unparse(ast.IfExp(test, other, body))})"
        case ast.Return(ast.Call()):
            yield "return None"


def is_found(copy: Path, mutant: Mutant, tests: tuple[str, ...]) -> bool:
    """Run the tests on the copy with this mutant, and print whether one failed."""
    path = copy / mutant.path
    source = path.read_bytes()
    lines = source.splitlines(keepends=True)
    line, start = lines[mutant.line - 1], mutant.column
    end = start + len(mutant.old.encode())
    lines[mutant.line - 1] = line[:start] + mutant.new.encode() + line[end:]
    path.write_bytes(b"".join(lines))
    try:
        last = run_tests(copy, nearest_first(copy, mutant.path, tests))
    finally:
        path.write_bytes(source)
    print(f"{'found' if last else 'MISSED'}  {mutant}  {last}", flush=True)
    return bool(last)


def nearest_first(copy: Path, path: str, tests: tuple[str, ...]) -> list[Path]:
    """Return the files of tests, those that import the mutated module first."""
    package, _, module = path.removesuffix(".py").replace("/", ".").rpartition(".")
    imports = (f"{package}.{module} ", f"from {package} import {module}")
    folders = [copy / name for name in tests if (copy / name).exists()]
    files = [file for each in folders for file in sorted(each.rglob("test_*.py"))]
    files += [each for each in folders if each.is_file()]
    return sorted(files, key=lambda file: not any(map(file.read_text().count, imports)))


def run_tests(copy: Path, files: list[Path]) -> str:
    """Return the failure that ended the tests, empty if all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", QUICK]
    try:
        done = subprocess.run(
            [*command, *files],
            cwd=copy,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "after the time limit"
    failures = [
        row for row in done.stdout.splitlines() if row[:5] in {"FAILE", "ERROR"}
    ]
    return (failures or ["it does not start"])[0][:99] if done.returncode else ""


if __name__ == "__main__":
    main()
