"""Finds where the project changes, or depends on the inside of, foreign code.

Foreign is all but the project's own code: the standard library and every package. Each
finding is a line such as "runtime/x.py: daphne.ws_protocol.time is assigned".
"""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).parents[2]
OWN = ("games", "runtime", "charlie_site")
# Packages whose code could have been copied.
COPIED_FROM = ("asgiref", "autobahn", "channels", "daphne", "django", "twisted")
LONGEST_COPY = 10


def own_files(root: Path = ROOT) -> list[Path]:
    return [
        file
        for package in OWN
        for file in sorted((root / package).rglob("*.py"))
        if "migrations" not in file.parts
    ]


def find_all(root: Path = ROOT) -> Iterator[str]:
    """Yield every finding in the sources below a root."""
    trees = {file: ast.parse(file.read_text()) for file in own_files(root)}
    defined = set().union(*map(names_defined_in, trees.values()))
    for file, tree in trees.items():
        where = file.relative_to(root)
        for found in [*assignments(tree), *private_names(tree, defined)]:
            yield f"{where}: {found}"


# Assignments.


def assignments(tree: ast.Module) -> Iterator[str]:
    """Yield each assignment into a foreign module, class or object."""
    foreign = foreign_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            if is_foreign(node.value, foreign) and not is_environment(node):
                yield f"{ast.unparse(node)} is assigned"
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            if ".__dict__" in ast.unparse(node.value) or "vars(" in ast.unparse(node):
                yield f"{ast.unparse(node)} is assigned"
        elif isinstance(node, ast.Call) and is_patch(node, foreign):
            yield f"{ast.unparse(node)[:60]} patches"


def is_patch(call: ast.Call, foreign: set[str]) -> bool:
    """Return whether a call is setattr() or delattr() on a foreign name, or type()."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name in {"setattr", "delattr"}:
        # A loop over foreign modules has a name of its own.
        target = call.args[0]
        return is_foreign(target, foreign) or ast.unparse(target) == "module"
    return name == "type" and len(call.args) == 3


def is_environment(node: ast.Attribute) -> bool:
    return ast.unparse(node) in {"os.environ", "sys.stdout", "sys.stderr"}


def is_foreign(node: ast.expr, foreign: set[str]) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in foreign


def foreign_names(tree: ast.Module) -> set[str]:
    """Return the names that a module imports from elsewhere and does not shadow."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {
                (each.asname or each.name).partition(".")[0]
                for each in node.names
                if not is_own(each.name)
            }
        elif isinstance(node, ast.ImportFrom) and not is_own(node.module or ""):
            names |= {each.asname or each.name for each in node.names}
    stored = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    given = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return names - stored - given


def is_own(module: str) -> bool:
    return module.partition(".")[0] in OWN


# Private names.


def private_names(tree: ast.Module, defined: set[str]) -> Iterator[str]:
    """Yield each use of a name with one underscore that the project does not define."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if is_private(node.attr) and node.attr not in defined:
                yield f"{ast.unparse(node)[:60]} is private"
        elif isinstance(node, ast.ImportFrom) and not is_own(node.module or ""):
            for each in node.names:
                if is_private(each.name):
                    yield f"{node.module}.{each.name} is private"


def is_private(name: str) -> bool:
    # Django documents `_meta` and `_state`.
    is_single = name.startswith("_") and not name.startswith("__")
    return is_single and name not in {"_meta", "_state"}


def names_defined_in(tree: ast.Module) -> set[str]:
    """Return the names that a module, its classes and their methods define."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif is_own_attribute(node):
            names.add(node.attr)
    return names


def is_own_attribute(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Return whether a node sets an attribute of self or of the class."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id in {"self", "cls"}
    )


def overridden_names() -> Iterator[str]:
    """Yield the private names of foreign classes that the project's classes define."""
    for file in own_files():
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef):
                names = [each for each in names_in_body(node) if is_private(each)]
                if not names:
                    continue
                module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                found = getattr(importlib.import_module(module), node.name)
                yield from (
                    f"{module}.{node.name}: {each}"
                    for each in names
                    if is_of_foreign_base(found, each)
                )


def names_in_body(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield each.name
        elif isinstance(each, ast.Assign | ast.AnnAssign):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def is_of_foreign_base(own: type, name: str) -> bool:
    bases = (base for base in own.__mro__[1:] if not is_own(base.__module__))
    return any(name in vars(base) for base in bases)


# Copies.


def copies() -> Iterator[str]:
    """Yield where more than ten lines stand in foreign code, too."""
    foreign = foreign_lines()
    for file in own_files():
        if any(block in foreign for block in list_blocks(file.read_text())):
            yield str(file.relative_to(ROOT))


@cache
def foreign_lines() -> set[int]:
    """Return the hashes of all blocks of lines of the foreign packages."""
    found: set[int] = set()
    for package in COPIED_FROM:
        folder = Path(importlib.import_module(package).__file__ or "").parent
        for file in folder.rglob("*.py"):
            if not {"test", "tests", "locale"} & set(file.parts):
                found.update(list_blocks(file.read_text(errors="replace")))
    return found


def list_blocks(source: str) -> Iterator[int]:
    """Yield the hash of each block of eleven lines, without blanks and comments."""
    lines = [line.strip() for line in source.splitlines()]
    # Imports and brackets alone are alike everywhere.
    lines = [line for line in lines if len(line) > 3 and not is_plain_line(line)]
    for start in range(len(lines) - LONGEST_COPY):
        yield hash("\n".join(lines[start : start + LONGEST_COPY + 1]))


def is_plain_line(line: str) -> bool:
    return line.startswith(("#", "import ", "from ", '"""'))
