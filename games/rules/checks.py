"""Checks of a record or a database: an expected value compared with a found one."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.chain import canonical

# Stands for a key that an object lacks, which is not the same as null.
_MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Check:
    """A comparison of an expected value with the one in the record."""

    name: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        """Return whether the record has the expected value."""
        return self.expected == self.found


def differences(expected: object, found: object, place: str = "") -> Iterator[Check]:
    """Yield a failed check for each place where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = {**expected, **found}
        pairs = [
            (
                f"{place}, {to_text(key)}" if place else to_text(key),
                expected.get(key, _MISSING),
                found.get(key, _MISSING),
            )
            for key in keys
        ]
    elif isinstance(expected, list) and isinstance(found, list):
        pairs = [
            (
                f"{place} {index + 1}",
                expected[index] if index < len(expected) else None,
                found[index] if index < len(found) else None,
            )
            for index in range(max(len(expected), len(found)))
        ]
    else:
        # True equals 1 in Python, but not in JSON.
        due, kept = _json(expected), _json(found)
        if due != kept:
            told = to_text(expected), to_text(found)
            yield Check(place, *(told if told[0] != told[1] else (due, kept)))
        return
    for inner, one, other in pairs:
        yield from differences(one, other, inner)


def to_text(value: object) -> str:
    """Return a JSON value as text that is safe to print.

    A string with control or non-ASCII characters is escaped.
    """
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return value
    return "nothing" if value is None else _json(value)


def _json(value: object) -> str:
    return canonical(value).decode()


def faults_or_pass(name: str, good: str, faults: list[Check]) -> list[Check]:
    """Return the faults of a part or, without faults, one check that holds."""
    return faults or [Check(name, good, good)]


def fault(name: str, expected: str, found: object) -> Check:
    """Return a failed check, even if the found text imitates the expected one."""
    text = to_text(found)
    return Check(name, expected, f'"{text}"' if text == expected else text)


def only_faults(checks: list[Check]) -> list[Check]:
    """Return the checks that failed."""
    return [check for check in checks if not check.holds]
