"""Facts that the subjects of games.table add to a table, from rows of their own.

A fact is read with the table, at each reveal and at the end, and when its subject has
marked the table as changed.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from games.models import Game

# The number and the attempt of each revealed round.
type Revealed = tuple[tuple[int, int], ...]
# Gets the table's code. What it reads of a round that is not revealed is a secret.
type ReadFact[Fact: Hashable] = Callable[[str, Revealed], Fact]
type Facts = tuple[tuple[ReadFact[Any], Hashable], ...]

_readers: list[ReadFact[Any]] = []


def use_readers(readers: Iterable[ReadFact[Any]]) -> None:
    """Read the facts of each table by these functions."""
    _readers[:] = readers


def read_facts(game: Game) -> Facts:
    """Return the facts of a table, each with the function that has read it."""
    rows = game.rounds.exclude(chief="").values_list("number", "attempt")
    revealed = tuple(rows) if game.started_at else ()
    return tuple((read, read(game.code, revealed)) for read in _readers)
