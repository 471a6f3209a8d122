"""Fills a trial site with random games, to test it with many of them."""

import random
import time
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.archive.sample_games import deal_game
from games.play.bulk_insert import insert_games, insert_guests

_CHUNK = 100
_MOST_DAYS = 400


class Command(BaseCommand):
    """`manage.py deal_games 10000`: random legal games, closed, in the database."""

    help = "Play COUNT random legal games in memory and insert them in bulk."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the numbers of games and guests, and a seed for all but the codes."""
        parser.add_argument("count", type=int)
        parser.add_argument("--seed", type=int, default=None)
        parser.add_argument("--players", type=int, default=200)

    def handle(
        self,
        *args: Any,
        count: int,
        seed: int | None,
        players: int,
        **options: Any,
    ) -> None:
        """Play and insert the games, and print the time it took."""
        start, chance = time.monotonic(), random.Random(seed)  # noqa: S311
        guests, now = insert_guests(players), timezone.now()
        for first in range(0, count, _CHUNK):
            size = min(_CHUNK, count - first)
            ages = [timedelta(seconds=_age(chance)) for _ in range(size)]
            insert_games([deal_game(guests, now - age, chance) for age in ages])
        seconds = time.monotonic() - start
        self.stdout.write(f"{count} games in {seconds:.1f} s")


def _age(chance: random.Random) -> int:
    # Long enough ago that no game ends in the future.
    return chance.randint(6 * 3600, _MOST_DAYS * 24 * 3600)
