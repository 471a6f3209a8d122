"""The messages of a socket tell no viewer more than that viewer may know.

At every move of recorded games all viewers get their update, with nothing kept from
the one before. Its public part is the same for all with the same language, and stays so
if a secret is another one. The own part changes only for the seat that may know it.
"""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import cycle, pairwise

import pytest
from django.conf import settings
from django.utils import translation

from games.models import Player
from games.play.selectors import see
from games.play.snapshot import PublicTable, Snapshot
from games.rules.observe import SPECTATOR, observe
from games.rules.state import State
from games.table.live.socket_messages import Messages
from games.table.page import whole
from tests.support import positions
from tests.support.cast import look_into, newcomer
from tests.support.pages import forget_pages
from tests.support.samples import quick_first
from tests.support.worlds import (
    swap_faces,
    with_other_cards,
    with_other_clue,
    with_other_deck,
)

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# A seat's own knowledge shows in these parts of its page.
CLUE = {"hand"}
FACES = {"status-round", "status-sentence", "moves", "tokens"}

type Viewers = list[tuple[Player | None, bool]]


def play(name: str) -> list[Snapshot]:
    """Return each snapshot of a recorded game."""
    return [look_into(game) for game, _players in positions.replay(name)]


def list_viewers(players: list[Player]) -> Viewers:
    """Return the players' seats in order, and the watchers."""
    seats = [(player, False) for player in players]
    return [*seats, (newcomer(), False), (None, False), (None, True)]


def write(before: Snapshot, after: Snapshot, viewer, language: str) -> str:
    """Return a viewer's message, without a cached part from another one."""
    forget_pages()
    player, is_display = viewer
    messages = Messages(language)
    with translation.override(language):
        messages.begin(see(before, player, is_display=is_display))
        return messages.change(see(after, player, is_display=is_display))


def split(message: str) -> tuple[str, dict[str, str]]:
    """Return the bytes of all that is public, and the own parts."""
    public, _, own = message.rpartition(',"own":')
    assert json.loads(f"{public}}}").keys() == {"number", "happened", "marks", "public"}
    # Whether something calls this viewer follows.
    parts, _end = json.JSONDecoder().raw_decode(own)
    return public, parts


def check_public_part(before, after, viewers: Viewers, language: str) -> None:
    """Check that the public part is the same for all viewers."""
    sent = [split(write(before, after, each, language))[0] for each in viewers]
    assert len(set(sent)) == 1


def list_secrets(state: State, chance: random.Random):
    """Yield states with another secret, the seat that may know it, and its places."""
    yield "deck", with_other_deck(state, chance), None, set()
    yield "cards", with_other_cards(state, chance), None, set()
    for seat in range(len(state.seats)):
        yield "clue", with_other_clue(state, seat), seat, CLUE
        yield "faces", swap_faces(state, seat), seat, FACES


def check_secrets(
    before, after, viewers: Viewers, language: str, found, chance
) -> None:
    """Check that a secret only changes the own parts of the seat that knows it."""
    sent = [split(write(before, after, each, language)) for each in viewers]
    for secret, state, knower, parts in list_secrets(after.state, chance):
        if state == after.state:
            continue
        assert observe(state, SPECTATOR) == observe(after.state, SPECTATOR)
        other = replace(after, state=state)
        for seat, (viewer, (public, own)) in enumerate(zip(viewers, sent, strict=True)):
            shown = split(write(before, other, viewer, language))
            assert shown[0] == public, (secret, seat)
            changed = find_changed(own, shown[1])
            assert seat == knower or not changed, (secret, seat)
            assert {name.removeprefix(f"seat-{seat}-") for name in changed} <= parts
            found[secret] += bool(changed)


def find_changed(own: dict[str, str], other: dict[str, str]) -> set[str]:
    return {name for name in own | other if own.get(name) != other.get(name)}


@pytest.mark.parametrize("name", quick_first(positions.GAMES, slow=1))
def test_public_part_is_the_same_for_all_viewers_and_tells_no_secret(name, request):
    chance, languages, found = random.Random(name), cycle(LANGUAGES), Counter()
    snapshots = play(name)
    players = list(Player.objects.order_by("pk")[: len(snapshots[0].table.seats)])
    viewers = list_viewers(players)
    is_full = request.config.getoption("--full")
    is_quick = not request.node.get_closest_marker("slow")
    step = 9 if is_quick else 1 if is_full else 3
    for place, (before, after) in enumerate(pairwise(snapshots)):
        language = next(languages)
        if place % step == 0:
            check_public_part(before, after, viewers, language)
        if place % (3 * step) == 0:
            check_secrets(before, after, viewers, language, found, chance)
    # The seats that may know did see it.
    assert found["clue"]
    assert found["deck"] == found["cards"] == 0


def test_public_presenter_that_is_given_a_seats_observation_is_found(monkeypatch):
    """A planted mistake: the public part is made for one seat."""
    snapshots = play(positions.FULL)
    players = list(Player.objects.order_by("pk")[: len(snapshots[0].table.seats)])
    before, after = next(each for each in pairwise(snapshots) if each[1].state.tokens)
    viewers = list_viewers(players)
    check_public_part(before, after, viewers, "en")
    show_game = whole._show_game_page

    def show_for_one(table_view, public, seen, chances):
        return show_game(table_view, PublicTable(public.table, seen), seen, chances)

    monkeypatch.setattr(whole, "_show_game_page", show_for_one)
    with pytest.raises(AssertionError):
        check_public_part(before, after, viewers, "en")
