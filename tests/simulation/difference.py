"""The differences of two snapshots."""

from dataclasses import fields


def differ(kept, other):
    """Return the facts in which two snapshots differ."""
    facts = {}
    if kept.state != other.state:
        names = [] if None in (kept.state, other.state) else vars_of(kept.state)
        pairs = [
            (name, getattr(kept.state, name), getattr(other.state, name))
            for name in names
        ]
        facts = {f"state.{name}": (one, two) for name, one, two in pairs if one != two}
        facts = facts or {"state": (kept.state, other.state)}
    pairs = zip(kept.table._fields, kept.table, other.table, strict=True)
    changed = {name: (one, two) for name, one, two in pairs if one != two}
    # An entered accusation changes it without a new number.
    changed.pop("due_at", None)
    return facts | changed


def vars_of(value):
    return [field.name for field in fields(value)]
