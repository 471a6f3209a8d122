"""Lists the files that would name a subject of the table if the subject were deleted.

python -m tools.subjects [--check: list those above their limits, and exit with 1]

Its own files are its modules, rows, templates, styles and its line in the tuple. Each
other file counts in which an import, a row, a relation, a template, a URL name, an id,
a class or a data attribute would then point to nothing. It is a search of the text and
deletes nothing. Tests, documents, migrations and catalogues do not count.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LIST = "games/table/subjects.py"
# The calls whose first argument is the name of a URL.
REVERSE = {"reverse", "redirect", "reverse_lazy", "runs_on"}
ID = re.compile(r'\bid="([\w-]+)"')
CLASSES = re.compile(r'\bclass="([^"]*)"')
DATA = re.compile(r"\bdata-[a-z-]+\b")
STRING = re.compile(r"\"[^\"\n]*\"|`[^`]*`")
WORD = re.compile(r"[a-z][\w-]*")


class Own(NamedTuple):
    """The files of one subject, the rows in games.models, and the files allowed."""

    limit: int
    files: tuple[str, ...]
    rows: tuple[str, ...] = ()


SUBJECTS = {
    "bet": Own(
        limit=6,
        files=(
            "games/table/bets.py",
            "templates/games/table/bet.html",
            "static/css/table/bet.css",
        ),
        rows=("Bet",),
    ),
    "bots": Own(
        limit=9, files=("games/table/bots.py", "templates/games/table/_bots.html")
    ),
    "evening": Own(
        limit=13,
        files=(
            "games/archive/evening_views.py",
            "games/archive/standings.py",
            "games/table/lobby/club.py",
            "games/table/lobby/evening.py",
            "games/table/lobby/evening_acts.py",
            "games/table/lobby/next_table.py",
            "templates/games/archive/club.html",
            "templates/games/archive/evening.html",
            "templates/games/table/_evening.html",
            "static/css/display/evening.css",
            "static/css/table/evening.css",
        ),
        rows=("Club",),
    ),
    "moderation": Own(
        limit=8,
        files=("games/table/people/moderation.py",),
        rows=("Report", "ReportReason"),
    ),
    "notebook": Own(
        limit=8,
        files=(
            "games/table/notebook.py",
            "templates/games/table/notebook.html",
            "templates/games/table/_hint.html",
            "static/css/table/notebook.css",
        ),
        rows=("Note", "Mark"),
    ),
    "notices": Own(
        limit=6,
        files=(
            "games/play/notices.py",
            "games/table/subscriptions.py",
            "templates/games/table/notices.html",
            "static/js/push.js",
        ),
        rows=("PushSubscription",),
    ),
    "reaction": Own(
        limit=6,
        files=(
            "games/table/reactions.py",
            "templates/games/table/reactions.html",
            "static/css/table/reactions.css",
            "static/js/reactions.js",
        ),
    ),
    "transfer": Own(
        limit=5,
        files=(
            "games/table/seat_transfer.py",
            "templates/games/table/seat_arrival.html",
            "templates/games/table/seat_offer.html",
        ),
    ),
    "tutorial": Own(
        limit=9,
        files=(
            "games/play/tutorial_script.py",
            "games/table/tutorial.py",
            "templates/games/table/tutorial.html",
            "templates/games/table/_tutorial.html",
            "static/css/tutorial.css",
        ),
    ),
    "vote": Own(
        limit=8,
        files=(
            "games/table/people/votes.py",
            "games/table/people/vote_questions.py",
            "templates/games/table/_votes.html",
            "static/css/table/votes.css",
        ),
        rows=("Vote", "VoteKind"),
    ),
}


def main() -> None:
    is_check, failed = "--check" in sys.argv, False
    for name, own in SUBJECTS.items():
        found = find_files(own)
        is_above = len(found) > own.limit
        failed |= is_above
        print(f"{name}: {len(found)} files (limit {own.limit})")
        if is_above or not is_check:
            for path, words in found.items():
                print(f"  {path}: {', '.join(sorted(words))}")
    if failed and is_check:
        sys.exit("Subjects stand in more files than their limits.")


def find_files(own: Own) -> dict[str, set[str]]:
    """Return the files that name a subject, with what each of them names."""
    tests = [*list_code_tests(own), *list_text_tests(own)]
    skipped = {*own.files, LIST}
    found = {
        path: {words for test in tests for words in test(path, text)}
        for path, text in read_files().items()
        if path not in skipped
    }
    return {path: words for path, words in found.items() if words}


type Test = Callable[[str, str], Iterator[str]]


def list_code_tests(own: Own) -> Iterator[Test]:
    """Yield the searches for modules, rows, relations and URLs in Python."""
    modules = {path[:-3].replace("/", ".") for path in own.files if path[-3:] == ".py"}
    relations = {name for row in own.rows for name in find_relations(row)}
    urls = {name for path in own.files for name in find_urls(path)}

    def judge(path: str, _text: str) -> Iterator[str]:
        known = relations if path.startswith("games/") else set()
        for node in walk(path, own.rows):
            if isinstance(node, ast.ImportFrom):
                names = {f"{node.module}.{each.name}" for each in node.names}
                yield from modules & {node.module or "", *names}
                yield from set(own.rows) & {each.name for each in node.names}
            elif isinstance(node, ast.Attribute) and node.attr in known:
                yield f".{node.attr}"
            elif isinstance(node, ast.keyword) and node.arg:
                yield from known & set(node.arg.split("__"))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from (
                    known & {*node.value.split("__")} if "__" in node.value else ()
                )
            elif isinstance(node, ast.Call) and node.args:
                name = ast.unparse(node.func).rpartition(".")[2]
                if name in REVERSE:
                    yield from {ast.unparse(node.args[0]).strip("'")} & urls

    yield judge
    yield search(r"\{% url ['\"](WORDS)['\"]", urls)


def list_text_tests(own: Own) -> Iterator[Test]:
    """Yield the searches for templates, and for ids and classes that are its alone."""
    templates = {path.partition("/")[2] for path in own.files if path[-5:] == ".html"}
    yield search("(WORDS)", templates)
    names = {Path(path).name for path in own.files if path[-3:] != ".py"}
    yield search(r"[\"'/](WORDS)(?=[#\"'])", names)
    theirs, others = [set[str](), set[str](), set[str]()], set[str]()
    for path, text in read_files().items():
        marks = read_marks(path, text)
        if path in own.files:
            theirs = [known | new for known, new in zip(theirs, marks, strict=True)]
        elif path.startswith(("templates/", "games/")):
            others = others.union(*marks)
    ids, classes, data = (each - others for each in theirs)
    yield search(r"(?:(?<!html)#|^\")(WORDS)(?![\w-])", ids)
    yield search(r"(?:popovertarget=|\{% region )\"(WORDS)\"", ids)
    yield search(r"\.(WORDS)(?![\w-])", classes)
    yield search(r"\[?(WORDS)(?![\w-])", data)
    names = re.compile(rf"dataset\.({'|'.join(map(turn_to_camel, data)) or '(?!)'})\b")
    yield lambda _path, text: iter(names.findall(text))


def read_marks(path: str, text: str) -> tuple[set[str], set[str], set[str]]:
    """Return the ids, classes and data attributes that a file writes into pages."""
    if path.endswith(".html"):
        classes = {
            word for each in CLASSES.findall(text) for word in WORD.findall(each)
        }
        return set(ID.findall(text)), classes, set(DATA.findall(text))
    built = re.findall(r"build_region\(\s*\"([\w-]+)\"", text)
    return set(built), set(), set()


def search(pattern: str, names: set[str]) -> Test:
    """Return a search for a pattern in which WORDS stands for each of these names."""
    words = "|".join(map(re.escape, sorted(names))) or "(?!)"
    compiled = re.compile(pattern.replace("WORDS", words), re.MULTILINE)
    return lambda path, text: iter(compiled.findall(read_strings(path, text)))


@cache
def read_strings(path: str, text: str) -> str:
    """Return the text of a file; of Python and JavaScript, its strings alone."""
    if path.endswith(".js"):
        return "\n".join(STRING.findall(text))
    strings = (node.value for node in walk(path) if isinstance(node, ast.Constant))
    return "\n".join(map(repr, strings)) if path.endswith(".py") else text


def find_relations(row: str) -> Iterator[str]:
    """Yield the names by which other rows reach this one, unless a row shares them."""
    names: dict[str, list[str]] = {}
    for path in (ROOT / "games/models").glob("*.py"):
        for node in parse(str(path.relative_to(ROOT))).body:
            if isinstance(node, ast.ClassDef):
                for name in re.findall(r"related_name='(\w+)'", ast.unparse(node)):
                    names.setdefault(name, []).append(node.name)
    yield from (name for name, rows in names.items() if set(rows) == {row})


def find_urls(path: str) -> Iterator[str]:
    """Yield the names of the URLs of a subject's module."""
    for node in walk(path):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"path", "re_path"}:
            yield from (
                ast.literal_eval(each.value)
                for each in node.keywords
                if each.arg == "name"
            )


def turn_to_camel(name: str) -> str:
    first, *rest = name.removeprefix("data-").split("-")
    return first + "".join(word.title() for word in rest)


def walk(path: str, rows: tuple[str, ...] = ()) -> Iterator[ast.AST]:
    """Yield the nodes of a Python file, without the classes of these rows."""
    for node in parse(path).body if path.endswith(".py") else ():
        if not (isinstance(node, ast.ClassDef) and node.name in rows):
            yield from ast.walk(node)


@cache
def parse(path: str) -> ast.Module:
    return ast.parse(read_files()[path])


@cache
def read_files() -> dict[str, str]:
    """Return the text of each file that counts, by its path."""
    kinds = {"*.py": ("charlie_site", "games", "runtime", "tools", "bench")}
    kinds |= {"*.html": ("templates",), "*.css": ("static",), "*.js": ("static",)}
    paths = [
        path
        for kind, folders in kinds.items()
        for folder in folders
        for path in sorted((ROOT / folder).rglob(kind))
    ]
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in paths
        if not {"migrations", "vendor", "node_modules"} & {*path.parts}
        and path != Path(__file__)
    }


if __name__ == "__main__":
    main()
