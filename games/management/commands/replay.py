"""Replays game records and prints their outcomes (docs/record.md).

Works without a database.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Never

from django.core.management.base import BaseCommand, CommandParser, OutputWrapper

from games.proof.record import build_outcome, load_record, replay_record
from games.rules.illegal import RecordError


class Command(BaseCommand):
    """`manage.py replay FILE`, or `-` for one record per line on standard input."""

    help = "Replay a game record, or with - one record a line, and print the outcome."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record, or - for a pipe")

    def handle(self, *_args: object, file: str, **options: Any) -> None:
        """Print one outcome, or one for each line as it arrives."""
        if file == "-":
            answer_lines(sys.stdin.buffer, _answer, self.stdout)
            return
        try:
            answer = build_outcome(replay_record(load_record(read_file(file))))
        except RecordError as error:
            exit_with(self, str(error))
        self.stdout.write(json.dumps(answer))


def read_file(name: str) -> bytes:
    """Return a file.

    Raises:
        RecordError: it cannot be read.
    """
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError):
        raise RecordError(0, 0, "cannot be read") from None


def exit_with(command: BaseCommand, fault: str) -> Never:
    """Print a fault alone, which a CommandError would begin with its name."""
    command.stderr.write(fault, style_func=str)
    sys.exit(1)


def _answer(line: bytes) -> dict[str, object]:
    try:
        return build_outcome(replay_record(load_record(line)))
    except RecordError as error:
        place = {"round": error.round, "move": error.move, "reason": error.reason}
        return {"error": place}


def answer_lines(
    lines: Iterable[bytes], answer: Callable[[bytes], object], out: OutputWrapper
) -> None:
    """Write the answer to each line as JSON on a line of its own, as they come."""
    try:
        for line in lines:
            out.write(json.dumps(answer(line)))
            # The writer may wait for this answer before its next line.
            out.flush()
    except BrokenPipeError:
        # The reader has gone. Python flushes again at exit, which must not print an
        # error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
