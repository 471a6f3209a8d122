"""The project's files, the names that its modules define, and its sources as text."""

import os
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import django

ROOT = Path(__file__).parents[1]
GENERATED = re.compile(r"\.(?!ci$|github$)|(node_modules|var|__pycache__)$")
SOURCE = re.compile(r"(\.(py|m?js|html|css|toml|txt|in|sh|ya?ml|env)|(^|/)[^.]+)$")
NO_SOURCE = "tests/test_documents.py"  # Its names are wrong.
# Paths that no checkout holds, and addresses of the site.
ELSEWHERE = ("/", "var/", ".venv/")
DEFINITION = re.compile(
    r"^( {4})?(?:async )?(?:def |class |type )?(\w+)(?:\(|\[|:| =)", re.MULTILINE
)


def is_dotted(name: str) -> bool:
    # A text such as "table.changed" may look like one of our own names.
    text = f'"{name}"' if is_ours(name) else name
    return text in sources() or any(f".{n}".endswith(f".{name}") for n in names())


def is_ours(name: str) -> bool:
    """Return whether a dotted name begins with a room of the project or the game."""
    room, *_ = name.split(".")
    return (ROOT / room).is_dir() or (ROOT / "games" / room).is_dir()


def has_path(path: str) -> bool:
    """Return whether the path of a file, or of its folder, ends with this."""
    wanted = f"/{path.strip('/')}/"
    return path.startswith(ELSEWHERE) or any(wanted in f"/{each}/" for each in files())


def has_command(name: str) -> bool:
    path = f"management/commands/{name}.py"
    return has_path(path) or any(Path(django.__file__).parent.rglob(path))


def has_module(name: str) -> bool:
    top, *_ = name.split(".")
    return name in names() if is_ours(name) else find_spec(top) is not None


@cache
def files() -> list[str]:
    found = []
    for folder, folders, here in os.walk(ROOT):
        folders[:] = [each for each in folders if not GENERATED.match(each)]
        found += [str(Path(folder, name).relative_to(ROOT)) for name in here]
    return found


@cache
def sources() -> str:
    paths = [each for each in files() if SOURCE.search(each) and each != NO_SOURCE]
    texts = ((ROOT / each).read_text(errors="ignore") for each in paths)
    return "\n".join([*paths, *texts])


@cache
def names() -> set[str]:
    """Return the dotted names of all modules, and of all definitions in them."""
    found = set()
    for path in (each for each in files() if each.endswith(".py")):
        owner = module = re.sub(r"(/__\w+__)?\.py$", "", path).replace("/", ".")
        found.add(module)
        for indent, name in DEFINITION.findall((ROOT / path).read_text()):
            found.add(f"{owner if indent else module}.{name}")
            owner = owner if indent else f"{module}.{name}"
    return found
