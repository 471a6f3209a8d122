"""A viewer's pages and updates do not depend on facts hidden from that viewer.

The state of a running game is replaced by a random one with the same public history.
Each viewer has random states of their own: every seat, a spectator, and the display; in
play, while the café is open, and in review.
"""

import random
import re
from dataclasses import replace

import pytest
from django.urls import reverse

from games.models import Game
from games.play.selectors import see
from games.play.snapshot import Snapshot
from games.play.transaction import cache
from games.rules.editions import Edition
from games.rules.observe import SPECTATOR, observe
from games.table.live.socket_messages import write_update
from games.table.page.whole import show_page
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import begin_game, choose_move, look_into, make
from tests.support.pages import forget_pages
from tests.support.worlds import another_world

pytestmark = pytest.mark.django_db

STAGES = ("play", "café", "review")
PLAY = ("sides", "suspects", "last-call")
# Random tokens, which differ on each page but have a fixed length and hold no secret.
ANEW = re.compile(
    r"nonce[-=]['\"]?[\w-]+|name=\"(?:csrfmiddlewaretoken|key)\" value=\"[^\"]*\""
    r"|data-csrf=\"[^\"]*\"|\"X-CSRFToken\": \"[^\"]*\""
)
# A browser's requests at a table: address, query and headers.
ASKED = (
    ("table", "", {}),
    ("table", "", {"Accept-Encoding": "identity", **HTMX}),
    ("update", "?protocol=2", HTMX),
    ("update", "?protocol=2&display=1", HTMX),
    ("log", "", HTMX),
    ("display", "", {}),
    ("notebook", "", {}),
    ("notebook", "", HTMX),
    ("hint", "", HTMX),
    ("qr", "", {}),
    ("phone", "", {}),
    ("replay", "", {}),
    ("record", "", {}),
)


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(3, marks=pytest.mark.slow),
        pytest.param(200, marks=pytest.mark.full),
    ],
)
def test_no_viewer_can_tell_two_worlds_apart(count, hands):
    chance = random.Random(count)
    differ = 0
    for number in range(count):
        game, players, before, after = position(STAGES[number % 3], chance)
        for viewer in (*range(len(players)), SPECTATOR):
            state = another_world(after.state, viewer, chance)
            other = replace(after, state=state)
            assert observe(other.state, viewer) == observe(after.state, viewer)
            differ += other.state != after.state
            player = players[viewer] if viewer >= 0 else None
            seen = [everything_sent(game, player, before, at) for at in (after, other)]
            assert seen[0] == seen[1]
    assert differ > count


def position(stage: str, chance: random.Random):
    """Return a game at a random moment of this stage, with its last two snapshots."""
    while True:
        game, players = begin(chance)
        wanted = chance.randrange(1, 30 if stage == "play" else 5)
        before = look_into(game)
        for _ in range(600):
            make(game, players, choose_move(before, chance))
            after = look_into(game)
            wanted -= stage_of(after) == stage
            if wanted <= 0 or after.state.phase == "over":
                break
            before = after
        if stage_of(after) == stage and Game.objects.get(pk=game.pk).ended_at is None:
            return game, players, before, after


def begin(chance: random.Random):
    return begin_game(
        chance.choice((3, 4, 5)),
        edition=chance.choice(list(Edition)),
        stasi=chance.random() < 0.5,
        adler=True,
        placement=chance.choice(("referee", "players")),
        discards=chance.choice(("open", "closed")),
    )


def stage_of(snapshot: Snapshot) -> str:
    if snapshot.state.phase in PLAY:
        return "play"
    return "café" if snapshot.state.phase == "cafe" else str(snapshot.state.phase)


def everything_sent(game: Game, player, before: Snapshot, now: Snapshot):
    """Return everything that a viewer is sent by a change of the table."""
    cache.clear()
    forget_pages()
    cache.put(now)
    shown = [show_page(see(each, player)) for each in (before, now)]
    frame = write_update(*shown, "en")
    browser = open_browser(player)
    answers = [
        essence_of(
            browser.get(reverse(name, args=[game.code]) + query, headers=headers)
        )
        for name, query, headers in ASKED
    ]
    assert cache.get(game.code) is now
    return frame, answers


def essence_of(answer):
    """Return status, headers, size and content, without random tokens."""
    headers = sorted(f"{name}: {text}" for name, text in answer.headers.items())
    said = [ANEW.sub("", line) for line in headers]
    content = answer.content
    if answer.request["PATH_INFO"].endswith("/phone/") and answer.status_code == 200:
        # The page holds a random ticket, and its QR code.
        return answer.status_code, len(said)
    cookies = sorted(answer.cookies)
    return answer.status_code, said, cookies, len(content), ANEW.sub("", answer.text)
