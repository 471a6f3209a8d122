"""What a viewer sees of a table, as a tree of plain values that templates show."""

from games.presenters.nodes import Node
from games.presenters.table import present

__all__ = ["Node", "present"]
