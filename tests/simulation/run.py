"""Runs the world of a seed from its first sitting to the end of its hour."""

import gc
from hashlib import sha256
from itertools import chain, zip_longest
from random import Random

from games.play.deals import get_key_for
from games.rules.state import Phase
from tests.simulation import checks, people, probes
from tests.simulation.plan import CALM, HOUR, LEAVING, QUIET, TROUBLED, Size, plan
from tests.simulation.tables import Table
from tests.simulation.world import Violation, World
from tests.support.worlds import change_hidden

SETUPS = {
    "limits": ("off", "relaxed", "quick", "quick"),
    "race": ("fair", "fair", "fair", "fair", "fair", "arrival"),
    "last_call": ("race", "clockwise"),
    "placement": ("referee", "players"),
}
# Of so many seeds one runs twice, the second time with other secrets.
TWICE = 5
# In these phases clues and cards are hidden.
HIDING = (Phase.SIDES, Phase.SUSPECTS, Phase.LAST_CALL)


class Result:
    """The result of a world: its hash and figures, perhaps a violation."""

    def __init__(self, world, violation, rows=(), hidden=None):
        self.hash, self.counts = hash_of(world.sent, rows), dict(world.counts)
        self.steps, self.told, self.violation = world.steps, world.told, violation
        # All that was sent, and deals with other secrets for a second run.
        self.sent, self.hidden = world.sent, hidden


def hash_of(*parts):
    found = sha256()
    for line in chain(*parts):
        found.update(f"{line}\n".encode())
    return found.hexdigest()


def run(seed, size=None, events=None) -> Result:
    """Run a world; `events` replaces the story of its seed."""
    result = run_once(seed, size, events)
    if seed % TWICE == 0 and not result.violation:
        other = run_once(seed, size, events, result.hidden)
        result.violation = other.violation or compare(result.sent, other.sent)
    return result


def compare(sent, sent_too):
    """Return a violation if a viewer could tell two worlds apart."""
    pairs = zip_longest(sent, sent_too)
    apart = next((pair for pair in pairs if pair[0] != pair[1]), None)
    return apart and Violation("two worlds can be told apart", *apart)


def change_deals(world):
    """Return the deals of a world with other secrets where a round goes on."""
    changed = dict(world.deals)
    for table in world.tables:
        state = table.newest().state
        if table.game.ended_at is None and state.phase in HIDING:
            place = world.do(get_key_for, table.game), state.number, state.attempt
            deal = world.deals[place]
            drawn = len(deal.deck) - len(state.deck)
            taken = len(state.seats) + len(state.public_clues)
            chance = Random(f"secrets {table.place}")
            changed[place] = change_hidden(deal, drawn, taken, chance)
    return changed


def run_once(seed, size=None, events=None, deals=None) -> Result:
    """Run a world once, with these deals up to the end of its last sitting."""
    gc.disable()
    size = size or Size()
    told, starts = plan(seed, size)
    events = told if events is None else events
    chance = Random(f"set-up {seed}")
    world = World(seed, chance.choice((1, 1, 2, 2, 3)), deals)
    try:
        world.tables = [
            make_table(world, place, chance) for place in range(size.tables)
        ]
        for event in events:
            world.at(event.at, tell_and_run, world, event)
        for start in starts:
            schedule_sitting(world, start)
        world.run_until(HOUR)
        if deals is not None:
            return Result(world, None)
        hidden = change_deals(world)
        checks.check_end(world)
        return Result(world, None, checks.all_rows(), hidden)
    except Violation as violation:
        return Result(world, violation)
    finally:
        world.bury()
        # The remains of this world must not end during another one.
        gc.collect()


def make_table(world, place, chance):
    setup = {name: chance.choice(values) for name, values in SETUPS.items()}
    if people.find_silence(world.seed):
        setup["limits"] = "off"
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
        if chance.random() < 0.4:
            mended = start + TROUBLED + 0.5
            world.at(mended, people.die_alone, table, chance)
            # The other processes hear of it by a heartbeat.
            world.at(mended + 12.5, checks.check_due, world, table)
    world.at(start + TROUBLED, world.mend)
    quiet = start + TROUBLED + QUIET
    world.at(quiet, checks.check_pages, world)
    if world.draw("calm").random() < 0.3:
        world.at(quiet, world.slow_threads, 0.2)
    for table in world.tables:
        schedule_calm(world, table, quiet + 0.01, chance)
    world.at(quiet + CALM, checks.check_pages, world)
    world.at(quiet + CALM, checks.check_races, world)
    world.at(quiet + CALM, checks.check_waits, world)
    if silence := people.find_silence(world.seed):
        schedule_silence(world, quiet + CALM, silence)
        quiet += silence
    last = world.draw("last").choice(world.tables)
    world.at(quiet + CALM, people.die_alone, last, world.draw("last"))
    world.at(quiet + CALM + 0.01, close_all, world)
    world.at(quiet + CALM + LEAVING, checks.check_nothing_left, world)


def schedule_calm(world, table, start, chance):
    """Let people play without trouble, while a page loads; at some tables once."""
    if chance.random() < 0.2:
        world.at(start + chance.random(), people.accuse_and_leave, table, chance)
        return
    times = [start + chance.random() * (CALM - 6) for _ in range(2)]
    for at in times:
        world.at(at, table.play_and_expect, chance)
    world.at(max(start, times[0] - chance.random()), people.watch, table, chance)
    world.at(start + chance.random() * (CALM - 6), people.race, table, chance)


def schedule_silence(world, start, seconds):
    """Let one player of each table act alone; at the end all act at once."""
    chance, end = world.draw("silence"), start + seconds - 5
    for table in world.tables:
        world.at(start, people.fall_silent, table, chance)
        world.at(end, people.wake, table)
        world.at(end, people.let_phase_end, table, chance)
    for passed in range(1, seconds - 5):
        world.at(start + passed, checks.check_silence, world, start)
    world.at(end - 0.01, checks.check_pages, world)


def close_all(world):
    for table in world.tables:
        table.is_closed = True
        for tab in table.tabs:
            tab.leave()


probes.install()
