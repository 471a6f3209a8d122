"""Counts the lines of the repository by its parts.

    python -m tools.count [COMMIT]

Without a commit it counts what is staged. Statements are those of the syntax tree,
without docstrings.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

PARTS = {
    "product": ("games/", "runtime/", "charlie_site/"),
    "tests": ("tests/",),
    "tools": ("tools/",),
    "bench": ("bench/",),
    "verifier": ("verifier/",),
}
FRONT = {
    "styles": ("static/css/", ".css"),
    "scripts": ("static/js/", ".js"),
    "templates": ("templates/", ".html"),
}


class Count(NamedTuple):
    """Files, lines and statements."""

    files: int
    lines: int
    statements: int = 0


def main() -> None:
    files = dict(read_files(*sys.argv[1:]))
    print(f"{'':12}{'files':>8}{'lines':>8}{'statements':>12}")
    for part, folders in PARTS.items():
        _print(part, count_python(files, folders))
    for part, (folder, ending) in FRONT.items():
        _print(part, count_lines(files, folder, ending))
    documents = [text for path, text in files.items() if path.endswith(".md")]
    print(f"{sum(len(text.split()) for text in documents):,} words of documents")


def _print(part: str, count: Count) -> None:
    statements = f"{count.statements:12,}" if count.statements else ""
    print(f"{part:12}{count.files:8,}{count.lines:8,}{statements}")


def read_files(commit: str = "") -> Iterator[tuple[str, str]]:
    """Yield the paths and texts of a commit's files; of the staged ones without it."""
    listed = ("ls-tree", "-r", "--name-only", commit) if commit else ("ls-files",)
    for path in _git(*listed).splitlines():
        if path.endswith((".py", ".css", ".js", ".html", ".md")):
            yield path, _git("show", f"{commit}:{path}")


def count_python(files: dict[str, str], folders: tuple[str, ...]) -> Count:
    """Count the Python of some folders, without migrations."""
    texts = [
        text
        for path, text in files.items()
        if path.endswith(".py")
        and path.startswith(folders)
        and "/migrations/" not in path
    ]
    statements = sum(map(count_statements, texts))
    return Count(len(texts), sum(map(_count, texts)), statements)


def count_lines(files: dict[str, str], folder: str, ending: str) -> Count:
    texts = [
        text
        for path, text in files.items()
        if path.startswith(folder) and path.endswith(ending)
    ]
    return Count(len(texts), sum(map(_count, texts)))


def count_statements(source: str) -> int:
    """Return the number of statements in a module, without its docstrings."""
    return sum(
        isinstance(node, ast.stmt) and not _is_docstring(node)
        for node in ast.walk(ast.parse(source))
    )


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _count(text: str) -> int:
    return len(text.splitlines())


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], check=True, capture_output=True)
    return done.stdout.decode()


if __name__ == "__main__":
    main()
