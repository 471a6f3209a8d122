"""The command line of the simulator: worlds, their speed, and stories that fail."""

import argparse
import json
import logging
import sys
import time
from hashlib import sha256

from tests.simulation.plan import HOUR, Size
from tests.simulation.run import run
from tests.simulation.story import shrink

cpu = time.process_time


def main(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=10, help="how many worlds")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=float, help="stop after this CPU time")
    parser.add_argument("--tables", type=int, default=Size().tables)
    parser.add_argument("--told", action="store_true", help="print what happened")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    failed = run_seeds(options, Size(tables=options.tables))
    sys.exit(1 if failed else 0)


def run_seeds(options, size):
    """Run worlds and print their figures; return the seeds that failed."""
    whole, failed, counts, began, done = sha256(), [], {}, cpu(), 0
    for seed in range(options.first, options.first + options.seeds):
        if options.seconds and cpu() - began > options.seconds:
            break
        result = run(seed, size)
        done += 1
        whole.update(result.hash.encode())
        for name, count in result.counts.items():
            counts[name] = counts.get(name, 0) + count
        if options.told:
            print("\n".join(result.told))
        if result.violation:
            failed.append(seed)
            print(f"Seed {seed}: {result.violation}", flush=True)
            print(shrink(seed, size, result), flush=True)
    report(done, size, counts, cpu() - began, whole)
    return failed


def report(done, size, counts, seconds, whole):
    hours = done * size.tables * HOUR / 3600
    print(f"{done} worlds, {hours:.0f} table-hours in {seconds:.0f} s of CPU time:")
    print(f"{hours / seconds * 60:.0f} table-hours a minute; {json.dumps(counts)}")
    print(f"hash {whole.hexdigest()}", flush=True)
