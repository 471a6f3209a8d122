"""`python -m tools.documents`: finds names in the documents that do not exist.

A name in `code` must stand for something of the project, or occur in its sources, as
the names of other programs do. Commands are checked in blocks of code, too. A text in
*stars* with a capital letter is one of the site, unless it begins an item of a list.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.catalogs import read_catalog
from tools.project_names import (
    ROOT,
    has_command,
    has_module,
    has_path,
    is_dotted,
    is_ours,
    sources,
)

PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "tests/simulation/README.md")

CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]+)")
COMMAND = re.compile(r"(?:manage\.py|charlie-manage) +([a-z]\w+)")
MODULE = re.compile(r"python[\d.]* -m +([\w.]+\w)")
TARGET = re.compile(r"^make +([a-z][\w-]*)", re.MULTILINE)
METRIC = re.compile(r"\bcharlie_(?!site\b)\w+")
SERIES = re.compile("_(total|count|sum|bucket)$")
PATH = re.compile(r"(?=.*(/|\.(py|md|html|m?js|css|json|txt|toml|ya?ml)$))[\w./-]+")
DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+(?![\w-])")
# A function, a variable, a setting or a class.
NAME = re.compile(r"\b(?:\w+(?=\()|[a-z]\w*_\w+|[A-Z]+_[A-Z_]+|[A-Z][a-z]+[A-Z]\w+)")


STARS = re.compile(
    r"(?<![*\w])(?<!^- )\*([A-Z][a-z]+(?:\s[^*]+)?)\*(?!\*)", re.MULTILINE
)
FIELD = re.compile(r"%\(\w+\)s")


@cache
def texts() -> frozenset[str]:
    """Return the English texts of the site, with an ellipsis for each value."""
    catalog = read_catalog("en", ROOT)
    return frozenset(FIELD.sub("…", entry.msgid) for entry in catalog)


def main() -> None:
    pages = [ROOT / name for name in PAGES] + sorted((ROOT / "docs").glob("*.md"))
    faults = [
        f"{page.relative_to(ROOT)}: no such {kind}: {name}"
        for page in pages
        for kind, name in find_faults(page.read_text(), page.parent)
    ]
    sys.exit("\n".join(faults) or None)


def find_faults(text: str, folder: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of each thing that a document names wrongly."""
    codes = [found[0].strip("`") for found in CODE.finditer(text)]
    checks = {
        "file": (LINK, [text], lambda path: (folder / path).exists()),
        "management command": (COMMAND, codes, has_command),
        "module": (MODULE, codes, has_module),
        "target of make": (TARGET, codes, lambda name: f"\n{name}: " in sources()),
        "metric": (
            METRIC,
            codes,
            lambda name: f'"{SERIES.sub("", name)}"' in sources(),
        ),
    }
    for kind, (pattern, parts, exists) in checks.items():
        found = (name for each in parts for name in pattern.findall(each))
        yield from ((kind, name) for name in found if not exists(name))
    for found in STARS.findall(CODE.sub("", text)):
        name = " ".join(found.split())
        if name not in texts():
            yield "text", name
    for code in codes:
        find = find_faults_in_block if "\n" in code else find_faults_in_name
        yield from find(METRIC.sub("", MODULE.sub("", code)))


def find_faults_in_block(code: str) -> Iterator[tuple[str, str]]:
    """Yield the dotted names in drawings that begin with a room of the game."""
    for name in (found[0] for found in DOTTED.finditer(code)):
        if is_ours(name) and not is_dotted(name):
            yield "name", name


def find_faults_in_name(code: str) -> Iterator[tuple[str, str]]:
    path = re.split("[#:]", code)[0]
    if PATH.fullmatch(path):
        if not (has_path(path) or f'"{path}"' in sources()):
            yield "file", path
    elif found := DOTTED.match(code):
        if not is_dotted(found[0]):
            yield "name", found[0]
    else:
        for name in NAME.findall(code):
            if not re.search(rf"\b{name}\b", sources()):
                yield "name", name


if __name__ == "__main__":
    main()
