"""Runs the world of a seed from its first sitting to the end of its hour."""

import gc
from random import Random

from tests.simulation import checks, people, probes
from tests.simulation.plan import CALM, HOUR, LEAVING, QUIET, TROUBLED, Size, plan
from tests.simulation.tables import Table
from tests.simulation.world import Violation, World

SETUPS = {
    "limits": ("off", "relaxed", "quick", "quick"),
    "race": ("fair", "fair", "fair", "arrival"),
    "last_call": ("race", "clockwise"),
    "placement": ("referee", "players"),
}


class Result:
    """What became of a world: its hash and figures, perhaps a violation."""

    def __init__(self, world, violation):
        self.hash, self.counts = world.hash.hexdigest(), dict(world.counts)
        self.steps, self.told, self.violation = world.steps, world.told, violation


def run(seed, size=None, events=None) -> Result:
    """Run a world; `events` replaces the story of its seed."""
    gc.disable()
    size = size or Size()
    told, starts = plan(seed, size)
    events = told if events is None else events
    chance = Random(f"set-up {seed}")
    world = World(seed, count=chance.choice((1, 1, 2, 2, 3)))
    try:
        world.tables = [
            make_table(world, place, chance) for place in range(size.tables)
        ]
        for event in events:
            world.at(event.at, tell_and_run, world, event)
        for start in starts:
            schedule_sitting(world, start)
        world.run_until(HOUR)
        checks.check_end(world)
        checks.rows_in_hash(world)
        return Result(world, None)
    except Violation as violation:
        return Result(world, violation)
    finally:
        world.bury()
        # What is left of this world must not end during another one.
        gc.collect()


def make_table(world, place, chance):
    setup = {name: chance.choice(values) for name, values in SETUPS.items()}
    seats = chance.choice((3, 3, 4, 5))
    bots = ["pip"] if seats < 5 and chance.random() < 0.2 else []
    return Table(world, place, seats, bots, setup, chance.choice((0, 6, 12, 24)))


def tell_and_run(world, event):
    world.tell(str(event))
    event.run(world)


def schedule_sitting(world, start):
    for table in world.tables:
        chance = world.draw(f"sitting {start} {table.place}")
        for person in table.people:
            world.at(start + chance.random() * 3, table.open_tab, person)
    world.at(start + TROUBLED, world.mend)
    quiet = start + TROUBLED + QUIET
    world.at(quiet, checks.check_pages, world)
    for table in world.tables:
        for _ in range(2):
            at = quiet + 0.01 + chance.random() * (CALM - 6)
            world.at(at, table.play_and_expect, chance)
        world.at(quiet + chance.random() * (CALM - 6), people.race, table, chance)
    world.at(quiet + CALM, checks.check_pages, world)
    world.at(quiet + CALM, checks.check_races, world)
    world.at(quiet + CALM + 0.01, close_all, world)
    world.at(quiet + CALM + LEAVING, checks.check_nothing_left, world)


def close_all(world):
    for table in world.tables:
        for tab in table.tabs:
            tab.leave()


probes.install()
