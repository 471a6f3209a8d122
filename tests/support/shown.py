"""A browser's view of a table: a page as a tree, and its changes by updates.

It follows the rules of docs/updates.md, as static/js/table.js does.
"""

import re
from html.parser import HTMLParser

from games.table.page.log_lines import MOST_LINES

VOID = frozenset(["br", "hr", "img", "input", "link", "meta"])
NEW_LINE = re.compile(r"log-\d+")


class Element:
    """An element with its attributes, and its children in order."""

    def __init__(self, tag, attributes):
        self.tag, self.attributes = tag, attributes
        self.children = []

    @property
    def id(self):
        return self.attributes.get("id")

    def __repr__(self):
        attributes = "".join(f' {name}="{it}"' for name, it in self.attributes.items())
        return f"<{self.tag}{attributes}>"


class Reader(HTMLParser):
    """Makes a tree of HTML in which each element is closed."""

    def __init__(self):
        super().__init__()
        self.root = Element("root", {})
        self._open = [self.root]

    def handle_starttag(self, tag, attrs):
        attributes = {name: text or "" for name, text in attrs}
        assert len(attributes) == len(attrs), (tag, attrs)
        element = Element(tag, attributes)
        self._open[-1].children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        assert self._open.pop().tag == tag, f"</{tag}> closes another element"

    def handle_data(self, data):
        words = " ".join(data.split())
        if words:
            self._open[-1].children.append(words)

    def close(self):
        super().close()
        assert self._open == [self.root], f"{self._open[-1]} is not closed"


def read(html):
    """Return the only element of some HTML."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    (element,) = reader.root.children
    return element


def walk(element):
    yield element
    for child in element.children:
        if isinstance(child, Element):
            yield from walk(child)


class Shown:
    """A table's page as a browser shows it. Each id stands there once."""

    def __init__(self, html):
        self._show(read(html))

    def _show(self, table):
        self.table = table
        self._places = {}
        self._note(table, None)

    def _note(self, element, parent):
        for one in walk(element):
            if one.id is not None:
                assert one.id not in self._places, f"{one.id} stands there twice"
                self._places[one.id] = one, None
        for above in walk(element):
            for child in above.children:
                if isinstance(child, Element) and child.id is not None:
                    self._places[child.id] = child, above
        if element.id is not None:
            self._places[element.id] = element, parent

    @property
    def number(self):
        return int(self.table.attributes["data-number"])

    def find(self, dom_id):
        return self._places[dom_id][0]

    def take(self, update):
        """Apply an update; the page has a place for all of it."""
        for dom_id, marks in update["marks"].items():
            self._mark(self.find(dom_id), marks)
        for dom_id, html in (update["public"] | update["own"]).items():
            element = read(html)
            assert element.id == dom_id
            self._put(element)
        self.table.attributes["data-number"] = str(update["number"])
        self._drop_old_lines()

    def _mark(self, element, marks):
        for name, text in marks.items():
            if text is None:
                del element.attributes[name]
            else:
                assert element.attributes.get(name) != text, (element, name)
                element.attributes[name] = text

    def _put(self, element):
        if element.id == "table":
            self._show(element)
        elif element.id in self._places:
            old, parent = self._places[element.id]
            self._forget(old)
            parent.children[parent.children.index(old)] = element
            self._note(element, parent)
        else:
            assert NEW_LINE.fullmatch(element.id), f"the page has no {element.id}"
            log = self.find("log-lines")
            log.children.append(element)
            self._note(element, log)

    def _forget(self, element):
        for one in walk(element):
            self._places.pop(one.id, None)

    def _drop_old_lines(self):
        if "log-lines" not in self._places:
            return
        log = self.find("log-lines")
        lines = [child for child in log.children if child.tag == "p"]
        old = lines[:-MOST_LINES]
        for line in old:
            self._forget(line)
            log.children.remove(line)
        if old:
            older = self.find("log-older")
            older.attributes.pop("hidden", None)
            first = lines[-MOST_LINES].id.removeprefix("log-")
            older.attributes["value"] = first


def find_difference(one, other):
    """Return the first place where two trees differ, None if they are the same."""
    if isinstance(one, str) or isinstance(other, str):
        return None if one == other else (one, other)
    if one.tag != other.tag or one.attributes != other.attributes:
        return one, other
    if len(one.children) != len(other.children):
        return [one, *one.children], [other, *other.children]
    pairs = zip(one.children, other.children, strict=True)
    return next((found for pair in pairs if (found := find_difference(*pair))), None)
