"""The trouble of the whole site: processes, rows, Redis, clocks, threads."""

from tests.simulation.seeded import clock


def kill(world, chance):
    """A process dies between two steps, and is started again."""
    process = world.choose_process(chance)
    if process:
        world.tell(f"{process.name} dies")
        world.kill(process)
        world.after(chance.choice((0.2, 1, 5)), world.restart, process)


def kill_at_statement(world, chance):
    """A process dies at a statement, or behind a commit, and is started again."""
    process = world.choose_process(chance)
    if process:
        world.tell(f"{process.name} will die soon")
        process.statements_left = chance.randrange(60)
        world.after(chance.uniform(6, 12), world.restart, process)


def rolling_restart(world, chance):
    for place, process in enumerate(list(world.processes)):
        world.after(5 * place, world.kill, process)
        world.after(5 * place + chance.random() * 2, world.restart, process)


def rows_away(world, chance):
    """The database fails at some point of many transactions, or of all."""
    places = chance.choice(
        (
            ("outside", "inside", "before commit"),
            ("inside",),
            ("before commit",),
            ("after commit",),
        )
    )
    share = chance.choice((0.05, 0.3, 1.0))
    draw = world.draw("rows")

    def fault(place):
        return place in places and draw.random() < share

    world.tell(f"the database fails: {places}, {share}")
    world.fault = fault
    world.after(chance.choice((1, 4, 10)), world.mend_rows, fault)


def redis_away(world, chance):
    if world.redis:
        world.redis.is_away = True
        if chance.random() < 0.5:
            world.redis.drop_listeners()
        world.tell("Redis is away")
        world.after(chance.choice((1, 5, 12)), world.redis.mend)


def redis_slow(world, chance):
    if world.redis:
        world.redis.slowest, world.redis.lost = chance.choice((0.2, 1.0)), 0.3
        world.redis.repeated = 0.3
        world.tell("Redis is slow")
        world.after(chance.uniform(2, 15), world.redis.mend)


def clock_jumps(world, chance):
    clock.offset += chance.choice((-3600, -600, -30, -2, -0.2, 0.2, 2, 20, 3600))
    world.tell(f"the time of day is off by {clock.offset}")


def slow_threads(world, chance):
    world.slow_threads(chance.choice((0.05, 0.5)))
    world.after(chance.uniform(3, 15), world.mend_threads)


WEIGHTS = {
    "kill": 3,
    "kill_at_statement": 4,
    "rolling_restart": 1,
    "rows_away": 4,
    "redis_away": 2,
    "redis_slow": 3,
    "clock_jumps": 3,
    "slow_threads": 2,
}
SITE = {name: globals()[name] for name in WEIGHTS}
