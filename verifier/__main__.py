"""Checks the record of a closed game: `python verifier.pyz record.json [receipt.txt]`.

Needs only Python 3.12 or newer. Exit codes: 0 if all checks hold, 1 if one fails, 2 if
the arguments are wrong or a file cannot be read.
"""

import sys
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

from games.proof.chain import build_receipt, read_receipts
from games.proof.record import load_proven
from games.proof.verify import Check, verify
from games.rules.illegal import RecordError

_MOST_SHOWN = 200


def main(arguments: list[str]) -> int:
    """Check the record in a file (`-`: standard input) and return the exit code."""
    if len(arguments) not in (1, 2):
        print("Usage: python verifier.pyz record.json [receipt.txt]", file=sys.stderr)
        return 2
    name = arguments[0]
    try:
        content = load_proven(_read(name))
        checks = verify(content)
        for name in arguments[1:]:
            checks += _compare(content, checks, _read(name).decode(errors="replace"))
    except (OSError, RecordError) as error:
        print(f"Cannot read {name}: {error}", file=sys.stderr)
        return 2
    for check in checks:
        print(_line(check))
    for note in _notes(content):
        print(f"note   {note}")
    faults = sum(not check.holds for check in checks)
    print(f"\nDoes not hold: {faults}" if faults else "\nEverything holds.")
    return 1 if faults else 0


def _compare(content: Any, checks: list[Check], text: str) -> list[Check]:
    """Compare the receipts in a text with the record, if the record itself holds."""
    if not all(check.holds for check in checks):
        return []
    due, receipts = str(build_receipt(content)), read_receipts(text)
    if not receipts:
        return [Check("receipt", due, "none in the text")]
    return [Check("receipt", str(receipt), due) for receipt in receipts]


def _read(name: str) -> bytes:
    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return content.removeprefix(BOM_UTF8)


def _line(check: Check) -> str:
    name, found = _short(check.name), _short(check.found)
    if check.holds:
        return f"holds  {name}: {found}"
    return f"FAULT  {name}: expected {_short(check.expected)}, found {found}"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def _notes(content: object) -> list[str]:
    given = content.get("contributions") if isinstance(content, dict) else None
    given = given if isinstance(given, list) else []
    empty = [seat for seat, each in enumerate(given) if each == ""]
    notes = [f"seat {seat} contributed nothing to the chance" for seat in empty]
    if given and len(empty) == len(given):
        notes.append("nobody did: the server alone decided, before the game")
    notes.append(
        "nothing here excludes that the server and the last player who joined, or the"
        " host, chose seed and contribution together"
    )
    return notes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
