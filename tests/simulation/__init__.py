"""The whole site in one process, on a seeded clock, scheduler and network.

`world.py` is one run: server processes (`process.py`) with loops and threads of their
own (`scheduler.py`), rows in memory (`rows.py`), Redis (`redis.py`), pages (`page.py`)
and their people (`people.py`). `plan.py` makes the story of a seed, `checks.py` holds
the invariants, `story.py` shrinks a failing one. docs/faults.md explains it.

    python -m tests.simulation --seeds 1000
"""
