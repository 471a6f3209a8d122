"""The real content of a page: the HTML of its regions, by their ids."""

from games.table.page.log_lines import MOST_LINES, Log
from games.table.page.whole import Page


class Content:
    """The frame of a table's page, its marks, its regions and the lines of its log."""

    def __init__(self, page: Page) -> None:
        self.frame = page.frame
        self.marks = {
            dom_id: dict(marks) for dom_id, marks in page.public.marks.items()
        }
        self.parts = {}
        self.lines = {}
        for dom_id, part in page.parts.items():
            if isinstance(part, Log):
                self.lines = {line.id: line.render() for line in part.list_last()}
            else:
                self.parts[dom_id] = part.render()

    @property
    def viewer(self):
        return self.frame.viewer

    @property
    def moves(self):
        return int(self.marks["table"]["data-moves"])

    def copy(self):
        other = Content.__new__(Content)
        other.frame = self.frame
        other.marks = {dom_id: dict(marks) for dom_id, marks in self.marks.items()}
        other.parts, other.lines = dict(self.parts), dict(self.lines)
        return other

    def take(self, update):
        """Apply an update; return whether the page has a place for all of it."""
        for dom_id, marks in update["marks"].items():
            if dom_id not in self.marks:
                return False
            self.marks[dom_id] |= marks
        return all(
            self._put(*part) for part in (update["public"] | update["own"]).items()
        )

    def _put(self, dom_id, html):
        if dom_id in self.parts:
            self.parts[dom_id] = html
        elif dom_id.startswith("log-"):
            self.lines[dom_id] = html
            for line in list(self.lines)[:-MOST_LINES]:
                del self.lines[line]
        elif dom_id == "log":
            self.lines = read_lines(html)
        else:
            return self._put_inside(dom_id, html)
        return True

    def _put_inside(self, dom_id, html):
        """Put an item of a list into its region; return whether one has it."""
        beginning, end = f'<li id="{dom_id}"', "</li>"
        for place, text in self.parts.items():
            before, found, after = text.partition(beginning)
            if found:
                self.parts[place] = before + html + after.partition(end)[2]
                return True
        return False


def read_lines(html):
    """Return the lines of a whole log, by their ids."""
    _start, *lines = html.split('<p id="')
    return {
        line.partition('"')[0]: '<p id="' + line.partition("</p>")[0] + "</p>"
        for line in lines
    }


def find_differences(one, other):
    """Return the differences of two contents, by the names of their parts."""
    pairs = {
        "frame": (one.frame, other.frame),
        **_pair(one.marks, other.marks),
        **_pair(one.parts, other.parts),
        **_pair(one.lines, other.lines),
    }
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _pair(one, other):
    return {name: (one.get(name), other.get(name)) for name in one | other}
