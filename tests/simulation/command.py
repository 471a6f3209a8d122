"""The command line of the simulator: worlds, their speed, and stories that fail."""

import argparse
import json
import logging
import sys
import time
from hashlib import sha256

from tests.simulation.bugs import BUGS
from tests.simulation.plan import HOUR, Size
from tests.simulation.run import run
from tests.simulation.stories import STORIES
from tests.simulation.story import shrink, tell, text_of

cpu = time.process_time


def main(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=10, help="how many worlds")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--tables", type=int, default=Size().tables)
    parser.add_argument("--told", action="store_true", help="print what happened")
    parser.add_argument("--bug", choices=BUGS, help="plant a bug, until it is found")
    parser.add_argument(
        "--story", choices=STORIES, help="run it without its bug and with it"
    )
    parser.add_argument("--no-shrinking", action="store_true")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    if options.bug:
        BUGS[options.bug]()
    sys.exit(run_story(options.story) if options.story else run_seeds(options))


def run_story(name):
    """Run a story, and again with its bug; return whether the bug alone is not seen."""
    story = STORIES[name]
    result = tell(story)
    BUGS[story.bug]()
    found = tell(story).violation
    print(result.violation or f"hash {result.hash}", found or "not found", sep="\n")
    return result.violation is not None or found is None


def run_seeds(options):
    """Run worlds and print their figures; return whether one failed."""
    size, began, whole, failed, counts = Size(options.tables), cpu(), sha256(), 0, {}
    for seed in range(options.first, options.first + options.seeds):
        result = run(seed, size)
        whole.update(result.hash.encode())
        for name, count in result.counts.items():
            counts[name] = counts.get(name, 0) + count
        if options.told:
            print("\n".join(result.told))
        if result.violation:
            failed += 1
            print(f"Seed {seed}, {cpu() - began:.0f} s: {result.violation}", flush=True)
            if not options.no_shrinking:
                story = shrink(seed, size, result, options.bug or "")
                print(text_of(*story), flush=True)
            if options.bug:
                break
    report(seed + 1 - options.first, size, counts, cpu() - began)
    print(f"hash {whole.hexdigest()}", flush=True)
    return failed > 0


def report(done, size, counts, seconds):
    hours = done * size.tables * HOUR / 3600
    print(f"{done} worlds, {hours:.0f} table-hours in {seconds:.0f} s of CPU time:")
    print(f"{hours / seconds * 60:.0f} table-hours a minute; {json.dumps(counts)}")
