"""Each part of each subject tells a viewer nothing that is hidden from that viewer.

The tuple of subjects is walked through, so a new subject is covered.
"""

import re
from itertools import product

import pytest
from django.db import models, transaction
from django.db.utils import Error
from django.urls import NoReverseMatch, reverse

from games.models import Player, Round
from games.play.facts import read_facts
from games.play.selectors import see
from games.table.people.votes import pause
from games.table.subjects import SUBJECTS
from tests.support.browsers import open_browser
from tests.support.cast import look_into, make, newcomer
from tests.support.pages import forget_pages
from tests.test_two_worlds import blank, is_refused, open_worlds
from tools.subjects import SUBJECTS as COUNTED
from tools.subjects import find_files, search

# Signed links, which name a seat's row, and their codes as pictures.
SIGNED = re.compile(r"[\w-]+:\w{6}:[\w-]{43}|data:image/svg[^\"]*")


@pytest.fixture
def worlds():
    return open_worlds(seed=3)


def show_parts(game, viewer, *, is_display=False):
    """Return what each subject shows to a viewer, and its answers to that viewer."""
    forget_pages()
    table_view = see(look_into(game), viewer, is_display=is_display)
    shown = []
    for subject in SUBJECTS:
        shown += [show(table_view.public) for show in subject.public.values()]
        shown += [show(table_view) for show in subject.own.values()]
        shown += subject.ask(table_view) if subject.ask else []
        shown += [subject.export(viewer)] if subject.export and viewer else []
        shown += [list(map(str, show_addresses(subject, game, viewer)))]
    texts = [part.render() if hasattr(part, "render") else repr(part) for part in shown]
    return [SIGNED.sub("", blank(text, game)) for text in texts]


def show_addresses(subject, game, viewer):
    client = open_browser(viewer)
    for address in subject.urls:
        try:
            answer = client.get(reverse(address.name, args=[game.code]))
        except NoReverseMatch:
            continue
        yield answer.status_code, answer.text


@pytest.mark.django_db(transaction=True)
def test_no_part_tells_two_worlds_apart(worlds, hands):
    games, players, steps = worlds
    eve, (alice, _bob, carol) = newcomer("eve"), players
    viewers = [(alice, False), (carol, False), (eve, False), (None, False)]
    for game in games:
        pause(game.code, carol, pauses=True)
    for place, step in enumerate(steps):
        if is_refused(games[0], step[0]):
            continue
        for game, wanted in zip(games, step, strict=True):
            make(game, players, wanted)
        if place % 5 == 4:
            for viewer, is_display in [*viewers, (None, True)]:
                one, other = [
                    show_parts(game, viewer, is_display=is_display) for game in games
                ]
                assert one == other, (place, viewer, is_display)


def fill_round(row, player):
    """Store a row of each kind in a running round, as far as the database lets."""
    kinds = [kind for kind in Round._meta.related_objects if kind.one_to_many]
    made = set()
    for kind, suspect in product(kinds, ["00001", "00011"]):
        fields = kind.related_model._meta.concrete_fields
        values = {
            field.name: suspect if isinstance(field, models.CharField) else 1
            for field in fields
            if not field.primary_key and not field.is_relation
        }
        values |= {
            field.name: player for field in fields if field.related_model is Player
        }
        values[kind.field.name] = row
        try:
            with transaction.atomic():
                kind.related_model.objects.create(**values)
        except Error:
            continue
        made.add(kind.related_model.__name__)
    return made


@pytest.mark.django_db(transaction=True)
def test_fact_holds_nothing_of_a_running_round(worlds):
    (game, _other), players, steps = worlds
    for wanted, _other_side in steps[:3]:
        make(game, players, wanted)
    game.refresh_from_db()
    before = read_facts(game)
    assert "Bet" in fill_round(game.rounds.get(), newcomer("eve"))
    assert read_facts(game) == before
    # The chief's column is filled at the reveal; a fact asks which rounds are revealed.
    game.rounds.update(chief="00001")
    assert [read(game.code, ()) for read, _fact in before] == [
        fact for _read, fact in before
    ]


def test_import_of_a_subject_and_its_style_are_found():
    found = find_files(COUNTED["bet"]._replace(files=("games/table/bets.py",)))
    assert "games/table/people/views.py" in found
    assert list(
        search(r"\.(WORDS)(?![\w-])", {"bet"})("", ".bet > .bet-suspects {}")
    ) == ["bet"]
