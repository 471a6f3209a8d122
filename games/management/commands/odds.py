"""Answers questions about the chances in records (docs/deduction.md).

Works without a database.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.deduction.odds import QuestionError, answer_question
from games.management.commands.replay import answer_lines
from games.rules.errors import RecordError
from games.rules.record import load_content


class Command(BaseCommand):
    """`manage.py odds FILE`, or `-` for questions on standard input."""

    help = "Answer questions about the chances in game records, one JSON object a line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="questions, or - for a pipe")

    def handle(self, *_args: object, **options: Any) -> None:
        """Print one answer for each line."""
        if options["file"] == "-":
            answer_lines(sys.stdin.buffer, _answer, self.stdout)
        else:
            answer_lines(self._read(options["file"]), _answer, self.stdout)

    def _read(self, name: str) -> BytesIO:
        try:
            return BytesIO(Path(name).read_bytes())
        except (OSError, ValueError):
            # Not a CommandError: its output would begin with that name.
            self.stderr.write("cannot be read", style_func=str)
            sys.exit(1)


def _answer(line: bytes) -> dict[str, object]:
    try:
        return answer_question(load_content(line))
    except RecordError as error:
        return {"error": error.reason}
    except QuestionError as error:
        return {"error": str(error)}
