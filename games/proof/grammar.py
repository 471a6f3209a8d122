"""The grammar of a record with its proof: grammar.json, a JSON Schema (docs/record.md).

The verifier, the replay of a record and the page at /verify/ refuse the same texts in
the same words. A refusal never repeats the input.
"""

import json
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from games.proof.chain import to_canonical
from games.rules.illegal import RecordError

_MOST_BYTES = 2_000_000
_DEEPEST = 16
# The same expressions stand in static/js/verify.js.
_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_NUMBER = re.compile(r"-?[0-9][-+.0-9A-Za-z]*")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,15}")
_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
type _Fault = tuple[tuple[str | int, ...], str]


@cache
def read_grammar() -> dict[str, Any]:
    """Return the grammar of records, the JSON Schema in grammar.json."""
    # `pkgutil` also reads from the verifier's zip file.
    source = cast("bytes", pkgutil.get_data("games.proof", "grammar.json"))
    return cast("dict[str, Any]", json.loads(source))


def check_text(text: bytes) -> None:
    """Check the length, depth and numbers of a text, before it is read as JSON.

    A reader of JSON may take 1.0 for 1, or round a large number.

    Raises:
        RecordError: the text breaks a limit of the grammar (round 0, move 0).
    """
    if len(text) > _MOST_BYTES:
        raise RecordError(0, 0, "longer than 2,000,000 bytes")
    stripped = _TEXT.sub('""', text.decode(errors="replace"))
    depth = 0
    for bracket in _BRACKET.findall(stripped):
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST:
            raise RecordError(0, 0, "nested too deeply")
    for number in _NUMBER.findall(stripped):
        if not _WHOLE.fullmatch(number) or abs(int(number)) >= 2**53:
            raise RecordError(0, 0, "a number that is not whole and below 2^53")


def check_grammar(content: object) -> None:
    """Check a JSON value against the grammar.

    Raises:
        RecordError: names the place of the first fault and the value expected there.
    """
    found = next(_find_faults(content, read_grammar()), None)
    if found is None:
        return
    path, words = found
    round_ = move = 0
    match path:
        case ("rounds", int(entry), "moves", int(index), *rest):
            round_, move = entry + 1, index + 1
        case ("rounds", int(entry), *rest):
            round_ = entry + 1
        case _:
            rest = list(path)
    place = "".join(f" {s + 1}" if isinstance(s, int) else f", {s}" for s in rest)
    raise RecordError(round_, move, f"{place[2:]}: {words}" if place else words)


def _find_faults(
    value: Any, schema: Mapping[str, Any], path: tuple[str | int, ...] = ()
) -> Iterator[_Fault]:
    """Yield the faults of a value in the order of the grammar."""
    if "$ref" in schema:
        schema = read_grammar()["$defs"][schema["$ref"].rpartition("/")[2]]
    if not _fits(value, schema):
        yield path, f"not {schema.get('title')}"
        return
    if isinstance(value, dict):
        yield from _find_key_faults(value, schema, path)
    for step, inner in _list_parts(value, schema):
        yield from _find_faults(value[step], inner, (*path, step))
    choices = schema.get("anyOf")
    if choices and all(
        any(True for _ in _find_faults(value, choice)) for choice in choices
    ):
        yield path, f"not {schema['title']}"


def _find_key_faults(
    value: Mapping[str, Any], schema: Mapping[str, Any], path: tuple[str | int, ...]
) -> Iterator[_Fault]:
    for key in schema.get("required", ()):
        if key not in value:
            yield (*path, key), "missing"
    is_open = schema.get("additionalProperties", True)
    if not is_open and not value.keys() <= schema["properties"].keys():
        yield path, "an unknown key"


def _list_parts(value: Any, schema: Mapping[str, Any]) -> list[tuple[str | int, Any]]:
    """Return the keys or indices in a value, each with its grammar."""
    if isinstance(value, dict):
        known = schema.get("properties", {})
        return [(key, known[key]) for key in known if key in value]
    if isinstance(value, list) and "items" in schema:
        return [(index, schema["items"]) for index in range(len(value))]
    return []


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Return whether a value fits, without a look at its parts."""
    kind = schema.get("type")
    if kind and type(value) is not _TYPES[kind]:
        return False
    if "const" in schema:
        return bool(value == schema["const"])
    return _is_within(value, schema)


def _is_within(value: Any, schema: Mapping[str, Any]) -> bool:
    match value:
        case str():
            return bool(re.fullmatch(schema.get("pattern", "(?s).*"), value))
        case int():
            least, most = schema.get("minimum", value), schema.get("maximum", value)
            return bool(least <= value <= most)
        case list():
            few, many = schema.get("minItems", 0), schema.get("maxItems", len(value))
            kinds = set(map(to_canonical, value)) if "uniqueItems" in schema else value
            return bool(few <= len(kinds) == len(value) <= many)
        case dict():
            return bool(len(value) <= schema.get("maxProperties", len(value)))
    return True
