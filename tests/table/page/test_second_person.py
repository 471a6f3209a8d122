"""The public parts never speak to one viewer; the viewer's own page says "you".

All public parts of recorded and random games are looked at, in all languages.
"""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.play.log import EntryKind
from games.play.selectors import see
from games.play.snapshot import Snapshot
from games.table.page import log_lines, middle, result, seat_parts
from games.table.page.log_lines import MOST_LINES, Log
from games.table.page.regions import Region, build_region
from games.table.page.whole import Page, show_page
from games.table.people.seats import leave_table
from tests.support import positions
from tests.support.cast import begin_to_draw, look_into, newcomer
from tests.support.latecomers import let_play_now
from tests.support.pages import forget_pages
from tests.support.samples import quick_first
from tests.support.shown import Element, read, walk
from tests.table.test_pages_from_updates import Story

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Words that speak to one viewer, or to all.
SECOND_PERSON = {
    "en": r"you|your|yours|yourself|you’(?:re|ll|ve|d)",
    "de": r"du|dir|dich|dein\w*|ihr|ihnen|euch|euer|eure\w*",
    "ru": r"ты|тебя|тебе|тобой|тво\w+|вы|вас|вам|вами|ваш\w*",
    "pt-br": r"você|vocês|te|ti|contigo|seu|seus|sua|suas|teu\w*|tua\w*",
    "pl": r"ty|ciebie|cię|tobie|tobą|tw[oó]j\w*|wy|was|wam|wami|wasz\w*",
}
# Sentences that speak to all at the table alike.
TO_ALL = ["Paused: take your time."]
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-telling", "data-text")


class Told(NamedTuple):
    """A public part, the seats that it may call "you", and those that it may not.

    Not any more: a line of the log from before a seat changed hands is about the
    former player.
    """

    part: Region
    seats: frozenset[int]
    former: frozenset[int] = frozenset()


def list_told(page: Page) -> set[Told]:
    """Return the public parts of a page, those inside them, and the log's sentences."""
    seats = frozenset(range(page.frame.seats))
    told = set()
    for part in page.public.parts.values():
        if isinstance(part, Log):
            told |= list_sentences(part, seats)
        else:
            told |= {Told(each, seats) for each in open_part(part)}
    return told


def open_part(part: Any) -> Iterator[Region]:
    if isinstance(part, Region):
        yield part
        for _name, value in part.values:
            yield from open_part(value)
    elif isinstance(part, tuple):
        for each in part:
            yield from open_part(each)


def list_sentences(log: Log, seats: frozenset[int]) -> set[Told]:
    told, former = set(), frozenset()
    first = max(0, len(log.entries) - MOST_LINES)
    pairs = zip(log.list_last(), log.entries[first:], strict=True)
    for line, entry in reversed(list(pairs)):
        told.add(Told(line, seats - former, former))
        if entry.kind == EntryKind.TAKEN:
            former |= {entry.seat}
    return told


def say(part: Region) -> list[str]:
    """Return the sentences of a part in the active language, as a viewer gets them."""
    root = read(f"<div>{part.render()}</div>")
    said = [
        one.attributes[name]
        for one in walk(root)
        for name in SPOKEN
        if name in one.attributes
    ]
    return [*said, " ".join(words_of(root))]


def words_of(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, Element):
            yield from words_of(child)
        else:
            yield child


def find_second_person(part: Region, language: str) -> list[str]:
    """Return the sentences of a part that speak to one person."""
    words = re.compile(rf"\b(?:{SECOND_PERSON[language]})\b", re.IGNORECASE)
    said = say(part)
    for known in map(gettext, TO_ALL):
        said = [sentence.replace(known, "") for sentence in said]
    return [sentence for sentence in said if words.search(sentence)]


def say_to(part: Region, seat: int) -> Region:
    """Return a part and its parts as if they spoke of this seat."""
    inside = tuple([say_to(each, seat) for each in getattr(part, "parts", ())])
    return part._replace(me=seat, **({"parts": inside} if inside else {}))


def check(told: Told, languages: Iterable[str] = LANGUAGES) -> None:
    """Check that a part says "you" to the seats that it is about, and to no other."""
    part = told.part
    assert not part.about & told.former, part
    for language in languages:
        with translation.override(language):
            assert not find_second_person(part, language), part
            for seat in told.seats:
                to_seat = say_to(part, seat).render()
                assert part.to(seat).render() == to_seat
                assert (to_seat != part.render()) is (seat in part.about), (part, seat)


@cache
def play_record(name: str) -> list[Snapshot]:
    return [look_into(game) for game, _players in positions.replay(name)]


def gather(snapshots: Iterable[Snapshot]) -> set[Told]:
    """Return all that is told in these positions."""
    told = [list_told(show_page(see(snapshot, None))) for snapshot in snapshots]
    return set().union(*told)


@pytest.mark.parametrize("name", quick_first(positions.GAMES))
def test_public_parts_of_a_recorded_game_say_you_to_nobody(name):
    told = gather(play_record(name))
    assert len(told) > 50
    for each in told:
        check(each)


@pytest.mark.parametrize("seed", quick_first(range(20), quick=0))
def test_public_parts_of_a_random_game_say_you_to_nobody(seed, hands):
    story = Story(random.Random(seed), hands)
    told = gather(look_into(story.game) for _ in story.run(4000))
    assert any(each.former for each in told)
    for each in told:
        check(each)


def check_some(snapshots: Iterable[Snapshot]) -> None:
    for each in gather(snapshots):
        check(each, ["en"])


@pytest.mark.parametrize(
    ("module", "template"),
    [
        (middle, "_drawn.html"),
        (middle, "_middle.html#accuser"),
        (seat_parts, "_you.html"),
        (seat_parts, "_card.html"),
        (result, "_reveal.html#owner"),
        (result, "_scores.html"),
    ],
)
def test_seat_that_is_missing_in_about_is_found(module, template, monkeypatch):
    """A planted mistake: a part does not name the seat that it is about."""
    snapshots = play_record(positions.FULL)[::-6]

    def forget_about(dom_id, named, *, about=(), **values):
        about = () if named == template else about
        return build_region(dom_id, named, about=about, **values)

    monkeypatch.setattr(module, "build_region", forget_about)
    forget_pages()
    with pytest.raises(AssertionError):
        check_some(snapshots)


def test_you_after_a_change_of_hands_is_found(monkeypatch):
    """A planted mistake: lines about a former player speak of the new one."""
    game, (alice, bob, _carol) = begin_to_draw()
    leave_table(game.code, bob)
    dana = newcomer("dana")
    let_play_now(game, alice, dana, 1)
    check_some([look_into(game)])

    monkeypatch.setattr(
        log_lines, "build_lines", partial(speak_of_all_in, log_lines.build_lines)
    )
    forget_pages()
    with pytest.raises(AssertionError):
        check_some([look_into(game)])


def speak_of_all_in(build_lines, *log):
    lines = [line for line, _about in build_lines(*log)]
    return [(line, frozenset({line.entry.seat} - {None})) for line in lines]
