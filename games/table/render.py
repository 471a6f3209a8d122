"""Trees of nodes as HTML, and the difference of two trees as an htmx update.

An update is a row of `<hx-partial>`s: a piece that changed is morphed, a list that grew
gets its new end, a root of which only attributes changed is synchronised alone
("shallow"). A rendered piece is kept by its facts and language: whoever sees the same
gets the same piece.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.table.present.countdown import fill_countdowns
from games.table.present.nodes import Node, gap
from games.table.refusals import Refusal

# What an address makes of the gap where a table's code belongs.
_CODE_IN_ADDRESS = quote(gap("code"))
_NO_FORMS = {"csrf_input": "", "new_key": None}
type _RenderOwn = Callable[[str, str, Hashable, str], str]

_CHILDREN = "\x00children\x00"
# Half of a small update would be the templates' own line breaks.
_INDENTATION = re.compile(r">\s*\n\s*<")
# What HTML does without. Words of people are escaped, so such a quote always stands
# around an attribute; a gap will hold a number or a code. Where quotes are needed
# single ones do: a message of JSON would escape the others.
_LEAN = (
    (re.compile(r'="([\w#./\x00-]+)"'), r"=\1"),
    (re.compile(r'''="([^"'<>]*)"'''), r"='\1'"),
    (re.compile(r"</li>(?=<li\b|</[ou]l>)"), ""),
)
_OPENING_TAG = re.compile(r"<(\w+)[^>]*>")


def render(node: Node) -> SafeString:
    """Return a node and all below it as HTML in the active language."""
    language = get_language() or ""
    return SafeString(fill_countdowns(_render(node, language, _render_own)))


def render_page(node: Node, csrf_input: str) -> SafeString:
    """Return the same for a page, whose forms work without scripts.

    They hold the CSRF token, and those of moves a key each. With scripts htmx sends the
    token in a header and table.js makes the keys, so no other piece holds any.
    """
    render_own = partial(_render_with_forms, csrf_input)
    return SafeString(fill_countdowns(_render(node, get_language() or "", render_own)))


def full_update(root: Node) -> str:
    """Return the update that makes any page equal to this tree."""
    return _partial(root.id, "outerMorph", render(root))


def update_between(old: Node, new: Node) -> str:
    """Return the update that makes a page which shows `old` show `new`."""
    return fill_countdowns(_update(old, new, get_language() or ""))


def alert_update(refusal: Refusal | None) -> str:
    """Return the update that shows why something was refused, or takes that away."""
    alert = refusal and render_to_string(
        "games/table/_alert.html", {"refusal": refusal}
    )
    return _partial("alert", "innerHTML", alert or "")


# Most viewers of a table see most of a change alike: each of its pieces, and as a rule
# the whole, is made for the first of them alone.
@lru_cache(maxsize=8192)
def _update(old: Node, new: Node, language: str) -> str:
    if old == new:
        return ""
    alike = old.template == new.template and new.is_shell and _grew(old, new)
    if not alike:
        return _lean_partial(new.id, "outerMorph", _render(new, language, _render_lean))
    return "".join(_differences(old, new, language))


def _render(node: Node, language: str, render_own: _RenderOwn) -> str:
    html = _render_root(node, language, render_own)
    if not node.is_shell:
        return html
    rendered = [_render(child, language, render_own) for child in node.children]
    return html.replace(_CHILDREN, "".join(rendered))


def _render_root(node: Node, language: str, render_own: _RenderOwn) -> str:
    html = render_own(node.template, node.id, node.facts, language)
    for name, count in node.counts:
        html = html.replace(gap(name), str(count))
    return html


def _differences(old: Node, new: Node, language: str) -> Iterator[str]:
    """Yield the difference of two shells whose children are the same or grew."""
    if (old.facts, old.counts) != (new.facts, new.counts):
        own = _without_content(_render_root(new, language, _render_lean))
        yield _lean_partial(new.id, "shallow", own)
    for before, after in zip(old.children, new.children, strict=False):
        if before is not after:
            yield _update(before, after, language)
    added = new.children[len(old.children) :]
    if added:
        html = "".join([_render(child, language, _render_lean) for child in added])
        yield _lean_partial(new.id, "beforeend", html)


def _without_content(html: str) -> str:
    opening = _OPENING_TAG.match(html)
    assert opening is not None  # noqa: S101
    return f"{opening[0]}</{opening[1]}>"


def _grew(old: Node, new: Node) -> bool:
    """Tell whether the old children are the first of the new ones."""
    if len(old.children) > len(new.children):
        return False
    pairs = zip(old.children, new.children, strict=False)
    return all(before is after or before.id == after.id for before, after in pairs)


def _lean_partial(target: str, swap: str, html: str) -> str:
    # Both names are this site's own and need no quotes. Each morph would leave the
    # white space around a piece in the page once more.
    opening = f"<hx-partial hx-target=#{target} hx-swap={swap}>"
    return f"{opening}{html.strip()}</hx-partial>"


def _partial(target: str, swap: str, html: str) -> str:
    # Both names are this site's own and need no escaping.
    opening = f'<hx-partial hx-target="#{target}" hx-swap="{swap}">'
    # Each morph would leave the white space around a piece in the page once more.
    return f"{opening}{html.strip()}</hx-partial>"


@lru_cache(maxsize=16384)
def _render_lean(template: str, dom_id: str, facts: Hashable, language: str) -> str:
    html = _render_own(template, dom_id, facts, language)
    for spared, instead in _LEAN:
        html = spared.sub(instead, html)
    return html


@lru_cache(maxsize=16384)
def _render_own(template: str, dom_id: str, facts: Hashable, language: str) -> str:
    # The language is part of the key; the caller has activated it.
    return _render_anew(template, dom_id, facts, _NO_FORMS)


def _render_with_forms(
    csrf_input: str, template: str, dom_id: str, facts: Hashable, language: str
) -> str:
    html = _render_own(template, dom_id, facts, language)
    if "<form" not in html:
        return html
    forms = {"csrf_input": csrf_input, "new_key": uuid4}
    return _render_anew(template, dom_id, facts, forms)


def _render_anew(
    template: str, dom_id: str, facts: Hashable, forms: dict[str, Any]
) -> str:
    context = {"id": dom_id, "it": facts, "children": SafeString(_CHILDREN)} | forms
    html = render_to_string(f"games/table/_{template}.html", context)
    return _INDENTATION.sub("><", html.strip()).replace(_CODE_IN_ADDRESS, gap("code"))
