"""Finds the roles of texts in the templates: on a button, or in a heading or label."""

import re
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path

# The context and the text of an entry.
type Key = tuple[str, str]

_QUOTED = r"(?:\"(?P<{0}a>[^\"]*)\"|'(?P<{0}b>[^']*)')"
_CONTEXT = rf"(?:[^%]*context {_QUOTED.format('c')})?"
_TEXT = re.compile(
    rf"{{% translate {_QUOTED.format('t')}{_CONTEXT}(?P<name> as \w+)?[^%]*%}}"
    rf"|{{% blocktranslate(?P<options>[^%]*)%}}(?P<block>.*?)"
    r"(?:{% plural %}.*?)?{% endblocktranslate %}",
    re.DOTALL,
)
_HEADINGS = {"h1", "h2", "h3", "h4", "label", "legend", "th"}
_EMPTY = {"br", "hr", "img", "input", "link", "meta"}


def find_roles(folder: Path) -> dict[Key, set[str]]:
    """Return the roles of each text in the templates."""
    found: dict[Key, set[str]] = defaultdict(set)
    for path in sorted(folder.rglob("*.html")):
        source = _TEXT.sub(_mark, path.read_text("utf-8"))
        _Roles(found).feed(re.sub(r"{%.*?%}|{#.*?#}|{{.*?}}", "", source))
    return found


def _mark(found: re.Match[str]) -> str:
    """Return a text between marks, on a button if a variable of that name holds it."""
    if found["block"] is None:
        context = found["ca"] or found["cb"] or ""
        marked = f"\x01{context}\x02{found['ta'] or found['tb']}\x03"
        return f"<button>{marked}</button>" if found["name"] == " as button" else marked
    text = re.sub(r"{{ (\w+) }}", r"%(\1)s", found["block"])
    context = re.search(r"context \"(.*?)\"", found["options"])
    return f"\x01{context[1] if context else ''}\x02{' '.join(text.split())}\x03"


class _Roles(HTMLParser):
    """Collects which texts stand on buttons, and which in headings and labels."""

    def __init__(self, found: dict[Key, set[str]]) -> None:
        super().__init__()
        self.found = found
        self.open: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        role = "heading" if tag in _HEADINGS else ""
        role = "button" if tag == "button" or "button" in classes else role
        if tag not in _EMPTY:
            self.open.append((tag, role))

    def handle_endtag(self, tag: str) -> None:
        # Conditions may leave tags open; the nearest one ends.
        while tag in [each for each, _role in self.open]:
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        role = next((role for _tag, role in reversed(self.open) if role), "")
        for context, text in re.findall("\x01(.*?)\x02(.*?)\x03", data, re.DOTALL):
            self.found[context, text].add(role)
