"""Runs worlds: `python -m tests.simulation --seeds 1000`."""

import os
import sys

if os.environ.get("PYTHONHASHSEED") != "0":
    # The order of sets of texts is part of a run.
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]])

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.simulation.settings"

import django

from tests.simulation import seeded  # noqa: F401

django.setup()

from tests.simulation.command import main  # noqa: E402

main(sys.argv[1:])
