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
    its children are the rest, and a list of them may grow at its end.
    """

    id: str
    template: str
    facts: Hashable = None
    children: tuple["Node", ...] = ()
    is_shell: bool = False


def leaf(dom_id: str, facts: Hashable = None, template: str = "") -> Node:
    """Return a node without children; its template is called after its id."""
    return Node(dom_id, template or dom_id, facts)


def shell(
    dom_id: str, children: tuple[Node, ...], facts: Hashable = None, template: str = ""
) -> Node:
    """Return a node that is only the root around its children."""
    return Node(dom_id, template or dom_id, facts, children, is_shell=True)
