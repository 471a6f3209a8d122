"""The command line of the simulator."""

import argparse
import logging
import time
from hashlib import sha256

from tests.simulation.run import run


def main(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--told", action="store_true")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    whole = sha256()
    began = time.process_time()
    for seed in range(options.first, options.first + options.seeds):
        result = run(seed)
        whole.update(result.hash.encode())
        print(seed, result.hash[:12], result.counts, f"{time.process_time()-began:.1f}")
        if options.told:
            print("\n".join(result.told))
        if result.violation:
            print("VIOLATION", result.violation)
    print(whole.hexdigest())
