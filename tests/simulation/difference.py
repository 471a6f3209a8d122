"""In what two snapshots, or two trees of what a page shows, differ."""

from dataclasses import fields

from runtime.html.update import full_update


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
    # A held accusation changes it without a new number.
    changed.pop("due_at", None)
    return facts | changed


def vars_of(value):
    return [field.name for field in fields(value)]


def find_other(one, other):
    """Return the innermost nodes that differ."""
    pairs = zip(
        (*one.children, *one.inner), (*other.children, *other.inner), strict=False
    )
    found = [find_other(*pair) for pair in pairs if not show_same(*pair)]
    return found[0] if found else (one, other)


def show_same(one, other):
    """Return whether two trees show the same: facts may differ that no page shows."""
    return has_same_facts(one, other) or full_update(one) == full_update(other)


def has_same_facts(one, other):
    if one is other:
        return True
    if (one.id, one.template, one.facts) != (other.id, other.template, other.facts):
        return False
    mine, theirs = (*one.children, *one.inner), (*other.children, *other.inner)
    return len(mine) == len(theirs) and all(map(has_same_facts, mine, theirs))
