"""A page's table as a tree of nodes, each an element with its template and its facts.

Facts are frozen and hashable and hold no translated text: two viewers who see the same
share one rendered piece, and a piece that did not change is not sent again.
"""

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """An element with this DOM id.

    A node with `is_shell` shows nothing of its facts but the attributes of its root;
    its children are the rest, and a list of them may grow at its end. `counts` are
    numbers that its template shows by their `gap`: they are filled in late, so that
    one rendered piece serves them all.
    """

    id: str
    template: str
    facts: Hashable = None
    children: tuple["Node", ...] = ()
    is_shell: bool = False
    counts: tuple[tuple[str, int], ...] = ()


def gap(name: str) -> str:
    """Return what stands in a rendered piece where a count of this name belongs."""
    return f"\x00{name}\x00"


def leaf(dom_id: str, facts: Hashable = None, template: str = "") -> Node:
    """Return a node without children; its template is called after its id."""
    return Node(dom_id, template or dom_id, facts)


def shell(
    dom_id: str,
    children: tuple[Node, ...],
    facts: Hashable = None,
    template: str = "",
    **counts: int,
) -> Node:
    """Return a node that is only the root around its children."""
    return Node(
        dom_id,
        template or dom_id,
        facts,
        children,
        is_shell=True,
        counts=tuple(counts.items()),
    )
