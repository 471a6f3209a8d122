"""Shrinks the story of a failing world to the events that it needs."""

from tests.simulation.plan import plan
from tests.simulation.run import run


def shrink(seed, size, result, most=60):
    """Return the shortest story found with the same violation, as text."""
    events, _ = plan(seed, size)
    events, told = [each for each in events if each.at <= end_of(result)], result.told
    kind, tries, part = kind_of(result), 0, max(1, len(events) // 2)
    while part and tries < most:
        for start in range(0, len(events), part):
            fewer = events[:start] + events[start + part :]
            tries += 1
            tried = run(seed, size, fewer)
            if kind_of(tried) == kind:
                events, told = fewer, tried.told
                break
            if tries >= most:
                break
        else:
            part //= 2
    story = "\n".join(f"    {event}" for event in events)
    return f"  needs {len(events)} events ({tries} tries):\n{story}\n  told:\n" + "\n".join(
        f"    {line}" for line in told[-30:]
    )


def kind_of(result):
    """Return the words of a violation without its numbers and names."""
    if result.violation is None:
        return ""
    words = str(result.violation.args[0]).split()
    return " ".join(word for word in words if word.isalpha())


def end_of(result):
    return float(result.told[-1].split()[0]) if result.told else 0.0
