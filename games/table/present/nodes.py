"""A page's table as a tree of nodes, each an element with its template and its facts.

Facts are hashable and hold no translated text: two viewers who see the same share one
rendered piece, and a piece that did not change is not sent again. They are named
tuples: made, compared and hashed in a fraction of the time of a frozen dataclass.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Node:
    """An element with this DOM id.

    A node with `is_shell` shows nothing of its facts but the attributes of its root;
    its children are the rest, and a list of them may grow at its end. `counts` are
    numbers, and the table's code, that its template shows by their `gap`: they are
    filled in late, so that one rendered piece serves them all.

    Equal nodes are as a rule one object, which is why they are cheap to compare: the
    functions below keep what they have made.
    """

    id: str
    template: str
    facts: Hashable = None
    children: tuple["Node", ...] = ()
    is_shell: bool = False
    counts: tuple[tuple[str, int | str], ...] = ()
    # Of all that is above, and of the children by their own.
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = (self.id, self.template, self.facts, self.children, self.counts)
        object.__setattr__(self, "_hash", hash(parts))

    def __hash__(self) -> int:
        return self._hash


# Larger than what a move of each of some hundred tables shows anew.
_keep = lru_cache(maxsize=32768)(Node)


def gap(name: str) -> str:
    """Return what stands in a rendered piece where a count of this name belongs."""
    return f"\x00{name}\x00"


def leaf(
    dom_id: str, facts: Hashable = None, template: str = "", **counts: int | str
) -> Node:
    """Return a node without children; its template is called after its id."""
    gaps = tuple(counts.items())
    return _keep(dom_id, template or dom_id, facts, (), False, gaps)


def shell(
    dom_id: str,
    children: tuple[Node, ...],
    facts: Hashable = None,
    template: str = "",
    **counts: int | str,
) -> Node:
    """Return a node that is only the root around its children."""
    gaps = tuple(counts.items())
    return _keep(dom_id, template or dom_id, facts, children, True, gaps)
