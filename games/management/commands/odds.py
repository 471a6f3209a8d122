"""Answers questions about the chances in records (docs/deduction.md).

Works without a database.
"""

import sys
from io import BytesIO
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.deduction.odds import QuestionError, answer_question
from games.management.commands.replay import answer_lines, exit_with, read_file
from games.proof.record import load_content
from games.rules.illegal import RecordError


class Command(BaseCommand):
    """`manage.py odds FILE`, or `-` for questions on standard input."""

    help = "Answer questions about the chances in game records, one JSON object a line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="questions, or - for a pipe")

    def handle(self, *_args: object, file: str, **options: Any) -> None:
        """Print one answer for each line."""
        try:
            lines = sys.stdin.buffer if file == "-" else BytesIO(read_file(file))
        except RecordError as error:
            exit_with(self, error.reason)
        answer_lines(lines, _answer, self.stdout)


def _answer(line: bytes) -> dict[str, object]:
    try:
        return answer_question(load_content(line))
    except RecordError as error:
        return {"error": error.reason}
    except QuestionError as error:
        return {"error": str(error)}
