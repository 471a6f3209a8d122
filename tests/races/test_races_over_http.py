"""Races over HTTP: each answer is a success or a refusal with a reason."""

import asyncio
import random
from itertools import batched, chain

import pytest

from games.models.round import AccusationRow
from tests.races.arena import (
    WANTED,
    all_attempts,
    assert_keys_are_answered_alike,
    assert_rows_equal_fold,
    open_arena,
    shuffled_twice,
)

pytestmark = pytest.mark.slow

GAMES = 25
# A busy machine answers as many posts at once within the five seconds of a request.
AT_ONCE = 200


def test_thousand_posts_leave_one_accuser_for_each_suspect(sites, phone_of):
    chance = random.Random(2)
    arenas = [open_arena() for _ in range(GAMES)]
    posts = []
    for game, players in arenas:
        # Two connections for each player, on different servers if there are two.
        phones = {
            player.pk: [phone_of(sites[-turn], player, game) for turn in (0, 1)]
            for player in players
        }
        for position, attempt in enumerate(
            shuffled_twice(all_attempts(game, players), chance)
        ):
            posts.append((phones[attempt.player.pk][position % 2], attempt))
    rushes = batched(posts, AT_ONCE, strict=True)
    statuses = list(chain.from_iterable(asyncio.run(post_all(r)) for r in rushes))
    assert len(statuses) == 1000
    assert set(statuses) == {200, 409}
    for game, _players in arenas:
        accused = AccusationRow.objects.filter(round__game=game)
        assert sorted(row.suspect for row in accused) == sorted(WANTED)
        assert_rows_equal_fold(game)
    attempts = [attempt for _phone, attempt in posts]
    assert_keys_are_answered_alike(attempts, [status == 200 for status in statuses])


async def post_all(posts):
    """Send all posts at once, limited only by their connections."""
    sent = [phone.move(attempt.key, **attempt.content) for phone, attempt in posts]
    answers = await asyncio.gather(*sent)
    for phone in {phone for phone, _attempt in posts}:
        await phone.leave()
    return [answer.status for answer in answers]
