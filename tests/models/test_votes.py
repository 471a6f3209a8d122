"""Votes are rows."""

import pytest
from django.db import IntegrityError, transaction

from games.table.people.votes import pause
from tests.support.cast import begin_to_draw

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def test_seat_has_one_vote_on_a_proposal():
    game, (_alice, bob, _carol) = begin_to_draw()
    pause(game.code, bob, pauses=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        game.votes.create(kind="pause", about=0, seat=1)
    game.votes.create(kind="stand-in", about=0, seat=1)
