"""Trees of nodes as HTML, and the difference of two trees as an htmx update.

An update is a row of `<hx-partial>`s: a piece that changed is morphed, a list that grew
gets its new end, a piece that is gone is deleted, a root of which only attributes
changed is synchronised alone ("shallow"). A rendered piece is kept by its facts and
language, and shared by all viewers who see the same, and so is the difference of two
pieces. Four things are put together as text, all below: children go into the gap that
their parent's template leaves, and inner pieces into their slots, counts become
attributes of the root, and a root that is sent alone loses its content.
"""

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from runtime.html.piece import SLOT, Node
from runtime.html.template import compiled

# What forms hold on a page alone: `render_page` says why.
type _Fields = dict[str, Any]
_NO_FIELDS: _Fields = {"csrf_input": "", "new_key": None}

_CHILDREN = "\x00children\x00"
_SLOT = "\x00{}\x00"
_OPENING_TAG = re.compile(r"<(\w+)[^>]*>")


def render(node: Node) -> SafeString:
    """Return a node and all below it as HTML in the active language."""
    return SafeString(_render(node, get_language() or ""))


def render_page(node: Node, csrf_input: str, **more: object) -> SafeString:
    """Return the same for a page, which works without scripts.

    Its forms hold the CSRF token, and those of moves a key each. With scripts htmx
    sends the token in a header and table.js makes the keys, so no other piece holds
    any. Forms and timed nodes are given `more`, too.
    """
    fields = {"csrf_input": csrf_input, "new_key": _NewKey(), **more}
    return SafeString(_render(node, get_language() or "", fields))


class _NewKey:
    """A key of a move, another one each time that it is written."""

    def __str__(self) -> str:
        return str(uuid4())


def full_update(root: Node) -> str:
    """Return the update that makes any page equal to this tree."""
    return partial(root.id, "outerMorph", render(root))


def update_between(old: Node, new: Node) -> str:
    """Return the update that makes a page which shows `old` show `new`.

    The counts of the root travel beside it, and its root alone if only they differ:
    htmx swaps nothing without content.
    """
    language = get_language() or ""
    update = _find_update(old, new, language)
    return update or ("" if old is new else _update_root(new, language))


def _update(old: Node, new: Node, language: str) -> str:
    if new.holds_time:
        return _find_update(old, new, language)
    return _keep_update(old, new, language)


def _find_update(old: Node, new: Node, language: str) -> str:
    # A piece that was not kept may have been made anew.
    if old is new or (not new.is_shell and _shows_same(old, new)):
        return ""
    if new.is_shell and old.template == new.template:
        difference = _difference(old, new, language)
        if difference is not None:
            return difference
    return partial(new.id, "outerMorph", _render(new, language))


def _shows_same(old: Node, new: Node) -> bool:
    return (old.template, old.facts) == (new.template, new.facts)


# The viewers of a table share most differences. Room for some hundred tables.
_keep_update = lru_cache(maxsize=8192)(_find_update)


def _difference(old: Node, new: Node, language: str) -> str | None:
    """Return the difference of two shells, None if no child or another order stays."""
    updates = _update_children(old, new, language)
    if updates is None:
        return None
    if old.facts != new.facts:
        updates.insert(0, _update_root(new, language))
    if old.inner is not new.inner:
        inner = _update_in_place(old.inner, new.inner, language)
        if inner is None or len(old.inner) != len(new.inner):
            return None
        updates += inner
    return "".join(updates)


def _update_children(old: Node, new: Node, language: str) -> list[str] | None:
    """Return the updates of children that changed, went or came at the end."""
    staying = old.children
    updates = _update_in_place(staying, new.children, language)
    if updates is None:
        present = {child.id: child for child in new.children}
        twins = [present.get(child.id) for child in old.children]
        staying = tuple([twin for twin in twins if twin])
        if not staying or new.children[: len(staying)] != staying:
            return None
        updates = [
            _update(child, twin, language) if twin else partial(child.id, "delete", "")
            for child, twin in zip(old.children, twins, strict=True)
            if child is not twin
        ]
    if len(new.children) > len(staying):
        added = new.children[len(staying) :]
        html = "".join([_render(child, language) for child in added])
        updates.append(partial(new.id, "beforeend", html))
    return updates


def _update_in_place(
    old: Sequence[Node], new: Sequence[Node], language: str
) -> list[str] | None:
    """Return the updates of old children, None unless each is still in its place."""
    if len(new) < len(old):
        return None
    updates = []
    # Without `strict`, a keyword, the call takes half the time.
    for child, twin in zip(old, new):  # noqa: B905
        if child is not twin:
            if child.id != twin.id:
                return None
            updates.append(_update(child, twin, language))
    return updates


def _update_root(new: Node, language: str) -> str:
    return partial(new.id, "shallow", _without_content(_render_root(new, language)))


def _without_content(html: str) -> str:
    opening = _OPENING_TAG.match(html)
    assert opening is not None  # noqa: S101
    return f"{opening[0]}</{opening[1]}>"


def partial(target: str, swap: str, html: str) -> str:
    """Return the part of an update that swaps this HTML in at the target's id."""
    # Both names are this site's own and need no escaping.
    opening = f'<hx-partial hx-target="#{target}" hx-swap="{swap}">'
    # Each morph would leave the white space around a piece in the page once more.
    return f"{opening}{html.strip()}</hx-partial>"


def _render(node: Node, language: str, fields: _Fields = _NO_FIELDS) -> str:
    if node.template == SLOT:
        return _SLOT.format(node.id)
    html = _render_root(node, language, fields)
    if not node.is_shell:
        return html
    rendered = [_render(child, language, fields) for child in node.children]
    html = html.replace(_CHILDREN, "".join(rendered))
    for piece in node.inner:
        html = html.replace(_SLOT.format(piece.id), _render(piece, language, fields))
    return html


def _render_root(node: Node, language: str, fields: _Fields = _NO_FIELDS) -> str:
    html = _render_kept(node.template, node.id, node.facts, language)
    if fields is not _NO_FIELDS and (node.is_timed or "<form" in html):
        html = _render_anew(node.template, node.id, node.facts, language, fields)
    if not node.counts:
        return html
    counts = "".join([f' data-{name}="{count}"' for name, count in node.counts])
    # The first space is behind the name of the root's tag.
    return html.replace(" ", f"{counts} ", 1)


# Room for some hundred tables.
@lru_cache(maxsize=16384)
def _render_kept(template: str, dom_id: str, facts: Hashable, language: str) -> str:
    return _render_anew(template, dom_id, facts, language, _NO_FIELDS)


def forget_pieces() -> None:
    """Drop what was made of templates, because one of them has changed."""
    for kept in (compiled, _render_kept, _keep_update):
        kept.cache_clear()


def _render_anew(
    template: str, dom_id: str, facts: Hashable, language: str, fields: _Fields
) -> str:
    names = {"id": dom_id, "it": facts, "children": SafeString(_CHILDREN)} | fields
    return compiled(f"{settings.PIECES}/{template}", language)(names)
