"""Compiles the templates of pieces, once for each language, to functions.

Django renders a template node by node, which took a fifth of a move's processor time.
Functions made from the same parsed nodes need a third of that: what depends only on the
language is written in advance. Values are escaped as Django escapes them. The nodes
below are those that pieces use; any other one is an error.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from django.template import Context, base, defaulttags, loader_tags
from django.template.library import SimpleNode
from django.template.loader import get_template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString

from runtime.html.expression import (
    Parsed,
    Scope,
    Value,
    always,
    condition_of,
    text_of,
    value_of,
)

# Known text, or a function that returns it.
type _Part = str | Callable[[Scope], str]

# Half of a small update would be the templates' own line breaks. A line break is a
# space, which only counts between words and inline elements.
_INLINE = ("<a ", "<a>", "<b ", "<b>", "<span ", "<span>")
_BEFORE_BLOCK = re.compile(r"\n(?=<(?!(?:a|b|span)\b))")
_BETWEEN = re.compile(r"(?<=\S)\n(?=\S)")


class _Loop(NamedTuple):
    """The `forloop` of a template."""

    counter0: int
    length: int
    parentloop: Any

    @property
    def counter(self) -> int:
        return self.counter0 + 1

    @property
    def revcounter(self) -> int:
        return self.length - self.counter0

    @property
    def revcounter0(self) -> int:
        return self.length - self.counter0 - 1

    @property
    def first(self) -> bool:
        return self.counter0 == 0

    @property
    def last(self) -> bool:
        return self.counter0 == self.length - 1


@lru_cache(maxsize=512)
def compiled(template: str, language: str) -> Callable[[Scope], str]:
    """Return the function that writes a template with the given names, on one line.

    The caller has activated the language, and activates it again for each call.

    Raises:
        NotImplementedError: the template uses a node or filter of another kind.
    """
    parsed: Parsed = get_template(template)
    return compile_nodes(parsed.template.nodelist)


def compile_nodes(nodes: Parsed) -> Callable[[Scope], str]:
    """Return the function that writes these nodes of a template, on one line."""
    return on_one_line(_writer_of(nodes))


def on_one_line(write: Callable[[Scope], str]) -> Callable[[Scope], str]:
    """Return the function that writes the same without the template's line breaks."""

    def write_line(scope: Scope) -> str:
        # Patterns would take twice as long.
        lines = [line.strip() for line in write(scope).split("\n")]
        return "".join(
            [line if _is_block(line) else f" {line}" for line in lines if line]
        ).strip()

    return write_line


def _is_block(line: str) -> bool:
    return line[0] == "<" and not f"{line} ".startswith(_INLINE)


def _writer_of(nodes: Parsed) -> Callable[[Scope], str]:
    parts = list(_merge(part for node in nodes for part in _parts_of(node)))
    return lambda scope: "".join(
        [part if type(part) is str else part(scope) for part in parts]  # type: ignore[operator]
    )


def _parts_of(node: Parsed) -> list[_Part]:
    if type(node) not in _PARTS:
        raise NotImplementedError(f"{type(node)} in {node.origin}")
    return _PARTS[type(node)](node)


def _merge(parts: Iterable[_Part]) -> Iterator[_Part]:
    """Yield the parts with neighbouring known texts as one."""
    known = ""
    for part in parts:
        if isinstance(part, str):
            known += part
            continue
        if known:
            yield _with_breaks_at_ends(known)
        known = ""
        yield part
    yield _with_breaks_at_ends(known)


def _with_breaks_at_ends(text: str) -> str:
    """Return a known text on one line, but for a break at its beginning or its end.

    The neighbouring part decides whether such a break becomes a space.
    """
    text = re.sub(r"\s*\n\s*", "\n", text)
    return _BETWEEN.sub(" ", _BEFORE_BLOCK.sub("", text))


def _noted(name: str | None, value: Value) -> list[_Part]:
    """Return the part that writes a value or, with `as name`, keeps it in the scope."""

    def note(scope: Scope) -> str:
        scope[name or ""] = value(scope)
        return ""

    return [note if name else lambda scope: text_of(value(scope))]


def _variable_parts(node: Parsed) -> list[_Part]:
    return _noted(None, value_of(node.filter_expression))


def _if_parts(node: Parsed) -> list[_Part]:
    branches = [
        (condition_of(condition) if condition else always(True), _writer_of(nodes))
        for condition, nodes in node.conditions_nodelists
    ]

    def write(scope: Scope) -> str:
        for holds, write_branch in branches:
            if holds(scope):
                return write_branch(scope)
        return ""

    return [write]


def _for_parts(node: Parsed) -> list[_Part]:
    items_of, names = value_of(node.sequence, ()), node.loopvars
    write_item, write_empty = map(_writer_of, (node.nodelist_loop, node.nodelist_empty))

    def write(scope: Scope) -> str:
        items = list(items_of(scope) or ())
        if not items:
            return write_empty(scope)
        texts = []
        for place, item in enumerate(items[::-1] if node.is_reversed else items):
            values = item if len(names) > 1 else (item,)
            inner = scope | dict(zip(names, values, strict=True))
            inner["forloop"] = _Loop(place, len(items), scope.get("forloop", {}))
            texts.append(write_item(inner))
        return "".join(texts)

    return [write]


def _with_values(nodes: Parsed, expressions: dict[str, Parsed]) -> list[_Part]:
    """Return the part that writes these nodes with further names."""
    write, values = _writer_of(nodes), _values_of(expressions)
    return [lambda scope: write(scope | {n: value(scope) for n, value in values})]


def _values_of(expressions: dict[str, Parsed]) -> list[tuple[str, Value]]:
    return [(name, value_of(each)) for name, each in expressions.items()]


def _included_parts(node: Parsed) -> list[_Part]:
    included: Parsed = get_template(node.template.resolve(Context()))
    return _with_values(included.template.nodelist, node.extra_context)


def _definition_parts(node: Parsed) -> list[_Part]:
    return [_writer_of(node.nodelist)] if node.inline else []


def _partial_parts(node: Parsed) -> list[_Part]:
    return [_writer_of(node.partial_mapping[node.partial_name].nodelist)]


def _translated_parts(node: Parsed) -> list[_Part]:
    context = Context()
    text = node.render(context)
    return _noted(node.asvar, always(context[node.asvar])) if node.asvar else [text]


def _sentence_parts(node: Parsed) -> list[_Part]:
    singular, names = node.render_token_list(node.singular)
    more, sentence_of = _values_of(node.extra_context), always(_translate(node))
    if node.plural:
        plural, plural_names = node.render_token_list(node.plural)
        count_of = value_of(node.counter)
        names, more = {*names, *plural_names}, [*more, (node.countervar, count_of)]

        def sentence_of(scope: Scope) -> str:
            return translation.ngettext(singular, plural, count_of(scope))

    def write(scope: Scope) -> SafeString:
        inner = scope | {name: value(scope) for name, value in more}
        texts = {name: text_of(inner.get(name, "")) for name in names}
        return SafeString(sentence_of(scope) % texts)

    return _noted(node.asvar, write)


def _translate(node: Parsed) -> str:
    """Return the singular in the active language, with gaps for the values."""
    sentence, _names = node.render_token_list(node.singular)
    if node.message_context:
        return translation.pgettext(node.message_context.resolve(Context()), sentence)
    return translation.gettext(sentence)


def _address_parts(node: Parsed) -> list[_Part]:
    view, given = value_of(node.view_name), [value_of(each) for each in node.args]
    return _noted(
        node.asvar,
        lambda scope: reverse(view(scope), args=[each(scope) for each in given]),
    )


def _tag_parts(node: Parsed) -> list[_Part]:
    if node.takes_context or node.kwargs:
        raise NotImplementedError(f"the tag {node.func}")
    given = [value_of(each) for each in node.args]
    return _noted(
        node.target_var, lambda scope: node.func(*[each(scope) for each in given])
    )


_PARTS: dict[type, Callable[[Parsed], list[_Part]]] = {
    base.TextNode: lambda node: [node.s],
    base.VariableNode: _variable_parts,
    defaulttags.CommentNode: lambda node: [],
    defaulttags.ForNode: _for_parts,
    defaulttags.IfNode: _if_parts,
    defaulttags.LoadNode: lambda node: [],
    defaulttags.PartialDefNode: _definition_parts,
    defaulttags.PartialNode: _partial_parts,
    defaulttags.URLNode: _address_parts,
    defaulttags.WithNode: lambda node: _with_values(node.nodelist, node.extra_context),
    loader_tags.IncludeNode: _included_parts,
    SimpleNode: _tag_parts,
    BlockTranslateNode: _sentence_parts,
    StaticNode: lambda node: [node.render(Context())],
    TranslateNode: _translated_parts,
}
