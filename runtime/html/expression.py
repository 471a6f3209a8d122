"""Compiles the expressions of Django's templates: variables, filters, conditions.

A variable is looked up as Django does it: a key, an attribute or an index, and what can
be called is called. A key is sought in dictionaries alone.
"""

import operator
from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import Any

from django.template import Context, base
from django.utils.functional import Promise
from django.utils.safestring import SafeString

# Django's parsed nodes have no useful types.
type Parsed = Any
# The names of a template with their values.
type Scope = dict[str, Any]
type Value = Callable[[Scope], Any]

# Stands for a name that a template uses and nothing has. It has no attributes.
_MISSING = object()
# The types met so far whose values are no dictionaries and cannot be called.
_plain_types: set[type] = set()
# Filters with these flags need Django's context.
_FLAGS = ("is_safe", "needs_autoescape")
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "is": operator.is_,
    "is not": operator.is_not,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "in": lambda item, items: item in items,
}


# The same few names and codes are written again and again.
_escape = lru_cache(maxsize=4096)(escape)


def text_of(value: object) -> str:
    """Return a value as Django writes it in a template."""
    if type(value) is SafeString:
        return value
    if type(value) is str:
        return _escape(value)
    if type(value) is int:
        return str(value)
    if isinstance(value, Promise):
        return text_of(str(value))
    return base.render_value_in_context(value, Context())


def value_of(expression: Parsed, missing: object = "") -> Value:
    """Return the function of a variable or literal with its filters."""
    value = (
        _variable(expression.var, missing)
        if expression.is_var
        else always(expression.var)
    )
    for function, arguments in expression.filters:
        if any(getattr(function, flag, False) for flag in _FLAGS):
            raise NotImplementedError(f"the filter {function}")
        value = _filtered(value, function, [_argument(*each) for each in arguments])
    return value


def _argument(is_variable: bool, argument: Parsed) -> Value:
    return _variable(argument, "") if is_variable else always(SafeString(argument))


def _filtered(value: Value, function: Callable[..., Any], given: list[Value]) -> Value:
    if not given:
        return lambda scope: function(value(scope))
    return lambda scope: function(value(scope), *[each(scope) for each in given])


def always(value: object) -> Value:
    return lambda scope: value


def _variable(variable: Parsed, missing: object) -> Value:
    if variable.translate:
        raise NotImplementedError(f"the translated variable {variable}")
    if variable.lookups is None:
        return always(variable.literal)
    first, *others = variable.lookups
    steps = [(name, int(name) if name.isdecimal() else None) for name in others]
    return _path(first, steps, missing)


def _path(first: str, steps: list[tuple[str, int | None]], missing: object) -> Value:
    """Return the function that looks up a name, and in it each further step."""

    def look_up(scope: Scope) -> Any:
        value = scope.get(first, _MISSING)
        if type(value) not in _plain_types:
            value = _called(value)
        for name, index in steps:
            # In Django's order: a key, an attribute, an item.
            is_plain = type(value) in _plain_types
            if not is_plain and isinstance(value, dict) and name in value:
                value = value[name]
            else:
                of_value, value = value, getattr(value, name, _MISSING)
                if value is _MISSING and index is not None:
                    value = _item(of_value, index)
            if type(value) not in _plain_types:
                value = _called(value)
        return missing if value is _MISSING else value

    return look_up


def _item(value: Any, index: int) -> Any:
    try:
        return value[index]
    except (IndexError, KeyError, TypeError):
        return _MISSING


def _called(value: Any) -> Any:
    """Return a value or, if it can be called and allows it, what the call returns."""
    if not callable(value):
        if not isinstance(value, dict):
            _plain_types.add(type(value))
        return value
    if getattr(value, "do_not_call_in_templates", False):
        return value
    return _MISSING if getattr(value, "alters_data", False) else value()


def condition_of(part: Parsed) -> Value:
    if part.id == "literal":
        return value_of(part.value, None)
    first = condition_of(part.first)
    if part.id == "not":
        return lambda scope: not first(scope)
    second = condition_of(part.second)
    if part.id == "and":
        return lambda scope: first(scope) and second(scope)
    if part.id == "or":
        return lambda scope: first(scope) or second(scope)
    return _comparison(_COMPARISONS[part.id], first, second)


def _comparison(
    compare: Callable[[Any, Any], bool], first: Value, second: Value
) -> Value:
    def decide(scope: Scope) -> bool:
        # As in Django's templates, values that cannot be compared differ.
        try:
            return compare(first(scope), second(scope))
        except TypeError:
            return False

    return decide
