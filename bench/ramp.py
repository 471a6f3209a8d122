"""Searches for the highest rate of moves that a server answers in time."""

from collections.abc import Awaitable, Callable

from bench.meter import Step

# Moves/s of the first step, which compares servers far below their limits.
FIRST = 100
# The factor between the rates of two steps of the search.
GROWTH = 1.1
TRIES = 6

type MakeStep = Callable[[float | None], Awaitable[Step]]


async def find_most(make_step: MakeStep, first: float = FIRST) -> list[Step]:
    """Return a step at a low rate, one at the highest rate, and those of the search.

    The search starts at the rate that the tables reached by themselves. It goes up
    while answers come in time, or down until they do.
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
