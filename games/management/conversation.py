"""Answers lines with lines, for commands that other programs keep running."""

import json
import os
import sys
from collections.abc import Callable, Iterable

from django.core.management.base import OutputWrapper


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
