"""Shrinks the story of a failing world to the events that it needs."""

from dataclasses import astuple

from tests.simulation.plan import Event, Size, plan
from tests.simulation.run import run
from tests.simulation.stories import Story


def tell(story: Story):
    """Run a story; return the result of its world."""
    events = [Event(*about) for about in story.events]
    return run(story.seed, Size(tables=story.tables), events)


def shrink(seed, size, result, bug="", most=60):
    """Return the shortest story found with the same violation, and its result."""
    end = float(result.told[-1].split()[0]) if result.told else 0.0
    events = [event for event in plan(seed, size)[0] if event.at <= end]
    kind, tries, part = kind_of(result), 0, max(1, len(events) // 2)
    while part and tries < most:
        for start in range(0, len(events), part):
            fewer = events[:start] + events[start + part :]
            tries += 1
            tried = run(seed, size, fewer)
            if kind_of(tried) == kind:
                events, result = fewer, tried
                break
            if tries >= most:
                break
        else:
            part //= 2
    return Story(bug, seed, size.tables, tuple(map(astuple, events))), result


def text_of(story: Story, result) -> str:
    """Return a story as stories.py keeps it, and the end of the events."""
    events = "".join(f"        {event!r},\n" for event in story.events)
    told = "".join(f"    {line}\n" for line in result.told[-30:])
    return f"    Story({story[:3]}, (\n{events}    ))\n  told:\n{told}"


def kind_of(result):
    """Return the words of a violation without its numbers and names."""
    if result.violation is None:
        return ""
    words = str(result.violation.args[0]).split()
    return " ".join(word for word in words if word.isalpha())
