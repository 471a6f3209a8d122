"""The search for the most moves a second that a server answers in time."""

from collections.abc import Awaitable, Callable

from bench.meter import Step

# Moves/s of the first step, at which servers are compared that could make many more.
FIRST = 100
# A step of the search offers so many times as many moves as the one before.
GROWTH = 1.1
TRIES = 6

type MakeStep = Callable[[float | None], Awaitable[Step]]


async def find_most(make_step: MakeStep, first: float = FIRST) -> list[Step]:
    """Return a quiet step, one of as many moves as go, and those of the search.

    The search begins where the tables came by themselves, and goes up while answers
    come in time, or down until they do.
    """
    quiet, saturated = await make_step(first), await make_step(None)
    steps = [quiet, saturated]
    rate, growth = saturated.achieved, GROWTH
    for number in range(TRIES):
        step = await make_step(round(rate))
        steps.append(step)
        if number == 0 and not step.is_good:
            growth = 1 / GROWTH
        elif step.is_good != (growth > 1):
            break
        rate *= growth
        if rate <= first:
            break
    return steps
