"""Counts names and docstrings that tell a newcomer nothing, in the product's code.

python -m tools.words [--check: list kinds above their limit alone, and exit with 1]
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

# How many of each kind may stand. Four rows have the name of what they store.
LIMITS = {
    "function called ..._of": 3,
    "dialect in an identifier": 0,
    "dialect in a docstring": 0,
    "public name that stands twice": 4,
    "file name that stands twice": 6,
    "docstring that repeats the name": 0,
}

# Each has an English word that a newcomer guesses: sent, cached, visible, ready.
DIALECT = re.compile(
    r"told|kept|due|seen|ripe|smelt|slot|wishe?|grave|bare|runner|again|hand|way|shell"
    r"|leaf|piece"
)
# Here such a word has its plain meaning: a kept card, a due move, the last visit.
GOOD = re.compile(
    r"(?i)(is_|_describe_)?kept|(count_)?ways|(note_)?last_seen(__lt)?|(__)?slots(__)?"
    r"|_?hand_over.*|(may_)?play_again.*|leaf_nodes|_?on_?due|due_?timer|duemove"
    r"|(.*_)?dues?(_(at|moves?|delay|timer|in))?"
)
SPOKEN = re.compile(r"(?i)\b(told|ripe|smelt|graves|bare|runners?|at hand|wish(es)?)\b")
# Names that Django, its databases and `python -m` ask for.
FRAMEWORK = re.compile(
    r"Command|DatabaseWrapper|Migration|main|__init__|__main__|admin|apps|asgi|base"
    r"|consumers|forms|models|routing|urls|views"
)
EMPTY = re.compile(r"return|yield|the|an?|of|thi|it|for|in|to|whether|with|as|from|and")
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def main() -> None:
    found, failed = defaultdict(list), False
    for kind, words in find_faults():
        found[kind].append(words)
    for kind, limit in LIMITS.items():
        is_above = len(found[kind]) > limit
        failed |= is_above
        print(f"{kind}: {len(found[kind])} (limit {limit})")
        if is_above or "--check" not in sys.argv:
            print("".join(f"  {words}\n" for words in found[kind]), end="")
    if failed and "--check" in sys.argv:
        sys.exit("Names or docstrings are above their limits.")


def find_faults() -> Iterator[tuple[str, str]]:
    """Yield the kind of each fault, and its place and words."""
    folders = [ROOT / name for name in ("games", "runtime", "charlie_site")]
    paths = [path for each in folders for path in sorted(each.rglob("*.py"))]
    names, files = defaultdict(list), defaultdict(list)
    for path in paths:
        place = str(path.relative_to(ROOT))
        files[path.stem].append(place)
        module = ast.parse(path.read_text("utf-8"))
        for name in map(get_name, filter(is_public, module.body)):
            names[name].append(place)
        for node in ast.walk(module):
            for kind, words in judge(node):
                yield kind, f"{place}:{getattr(node, 'lineno', 1)}: {words}"
    for what, found in (("public", names), ("file", files)):
        for name, places in sorted(found.items()):
            if len(places) > 1 and not FRAMEWORK.fullmatch(name):
                yield f"{what} name that stands twice", f"{name}: {', '.join(places)}"


def judge(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the kind and the words of each fault of a node itself."""
    name = get_name(node)
    if not GOOD.fullmatch(name) and any(map(DIALECT.fullmatch, split(name))):
        yield "dialect in an identifier", name
    if isinstance(node, FUNCTION | ast.ClassDef):
        text = ast.get_docstring(node) or ""
        if match := SPOKEN.search(text):
            yield "dialect in a docstring", f"{name}: {match[0]!r}"
    if isinstance(node, FUNCTION):
        if name.endswith("_of"):
            yield "function called ..._of", name
        extra = split(text) - split(f"{name} {ast.unparse(node.args)}")
        if text and "\n" not in text and all(map(EMPTY.fullmatch, extra)):
            yield "docstring that repeats the name", f"{name}: {text}"


def split(text: str) -> set[str]:
    """Return the words of names or of a sentence, in lower case and the singular."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text)
    return {word.lower().removesuffix("s") for word in words}


def get_name(node: ast.AST) -> str:
    """Return the name that a node defines, empty if it defines none."""
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Store) else ""
    if isinstance(node, ast.arg):
        return node.arg
    return node.name if isinstance(node, FUNCTION | ast.ClassDef) else ""


def is_public(node: ast.AST) -> bool:
    """Return whether a function or class is public, and no view: that may repeat."""
    if isinstance(node, FUNCTION) and any(a.arg == "request" for a in node.args.args):
        return False
    return get_name(node)[:1] not in {"", "_"}


if __name__ == "__main__":
    main()
