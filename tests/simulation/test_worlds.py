"""Worlds of the simulator hold; with a planted bug its story fails.

Each run has a process of its own, as it replaces the clocks of its process.
"""

import subprocess
import sys

import pytest

from tests.simulation.stories import STORIES
from tests.support.samples import few, quick_first

# Worlds for each test; `make simulate` runs as many as you like.
PART = 1


def simulate(*arguments):
    """Run the simulator; return whether all was right, and its output."""
    command = [sys.executable, "-m", "tests.simulation", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    assert not run.stderr
    return run.returncode == 0, run.stdout


@pytest.mark.parametrize("first", quick_first(range(0, 5 * PART, PART), 0, 1))
def test_worlds_hold(first):
    holds, told = simulate("--first", first, "--seeds", PART)
    assert holds, told
    # The site takes what the people send.
    assert '"forms": 0' not in told


@pytest.mark.slow
def test_one_active_player_keeps_each_table_going():
    holds, told = simulate("--first", 9, "--seeds", 1)
    assert holds, told


@pytest.mark.slow
def test_same_seed_is_the_same_run():
    runs = [simulate("--first", 101, "--seeds", 1, "--tables", 1)[1] for _ in range(2)]
    one, other = (told.rpartition("hash")[2] for told in runs)
    assert one == other != ""


@pytest.mark.slow
@pytest.mark.parametrize("name", few(list(STORIES), 2))
def test_story_fails_with_its_bug_alone(name):
    is_so, told = simulate("--story", name)
    assert is_so, told
