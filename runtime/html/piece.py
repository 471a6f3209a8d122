"""A page's table as a tree of nodes, each an element with its template and its facts.

Facts are hashable and hold no translated text: two viewers who see the same share one
rendered piece, and a piece that did not change is not sent again. They are named
tuples: made, compared and hashed in a fraction of the time of a frozen dataclass.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache

# The template of a slot.
SLOT = "slot"


@dataclass(slots=True, eq=False)
class Node:
    """An element with this DOM id.

    A node with `is_shell` shows nothing of its facts but the attributes of its root;
    its children are the rest. Some may go, and new ones come at the end. `counts` are
    `data-` attributes of the root that its template does not write: a page takes them
    from beside an update, so a changed count is no difference. A node with `is_timed`
    shows on a new page how much time is left. An `inner` node stands inside another
    one, in a `slot`. So a node that all viewers share holds nothing of one viewer
    alone.

    Nodes are compared by identity, which is quick: the functions below keep what they
    have made, so equal nodes are as a rule one object, and no node is ever changed.
    """

    id: str
    template: str
    facts: Hashable = None
    children: tuple["Node", ...] = ()
    is_shell: bool = False
    counts: tuple[tuple[str, int], ...] = ()
    is_timed: bool = False
    inner: tuple["Node", ...] = ()
    # Whether this node or one below is timed.
    holds_time: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        below = [each for each in self.children if each.holds_time]
        self.holds_time = self.is_timed or bool(below)


# Equal nodes are one object, which makes trees cheap to compare. Room for what a move
# of each of some hundred tables shows anew.
_keep = lru_cache(maxsize=32768)(Node)


def leaf(
    dom_id: str, facts: Hashable = None, template: str = "", *, is_timed: bool = False
) -> Node:
    """Return a node without children; its template has by default its id as name."""
    name = template or f"_{dom_id}.html"
    # By place: a cache takes a third longer to find arguments by name.
    return _keep(dom_id, name, facts, (), False, (), is_timed)


def shell(
    dom_id: str,
    children: tuple[Node, ...],
    facts: Hashable = None,
    template: str = "",
) -> Node:
    """Return a node that is only the root around its children."""
    return _keep(dom_id, template or f"_{dom_id}.html", facts, children, True)


def slot(dom_id: str) -> Node:
    """Return the place of the root's inner node with this id."""
    return leaf(dom_id, template=SLOT)
