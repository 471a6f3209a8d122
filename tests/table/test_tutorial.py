"""The tutorial: its sentences lead to the end, and all other moves are refused."""

import re
import uuid

import pytest

from games.errors import Refused
from games.models import Move, MovedBy
from games.play.seam import make_move
from games.play.tutorial_script import STEPS, VISITOR, step_at
from games.table.tutorial import go_on, open_tutorial
from tests.support.cast import look_into, make_players
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def obey(game, visitor) -> None:
    """Follow the tutorial's current instruction."""
    step = STEPS[step_at(look_into(game).table.move_count)]
    if not step.is_visitors:
        go_on(game.code, visitor)
        return
    content = step.moves[0].to_dict()
    content.pop("seat")
    make_move(game.code, visitor, content, uuid.uuid4())


def test_each_step_leads_to_the_next_and_ends_with_gold():
    visitor = make_players(1)[0]
    game = open_tutorial(visitor)
    for _ in STEPS[:-1]:
        obey(game, visitor)
    snapshot = look_into(game)
    assert snapshot.state.phase == "review"
    colours = [award.colour for award in snapshot.state.results[0].awards]
    assert colours == ["gold", "black", "white", "black"]
    assert step_at(snapshot.table.move_count) == len(STEPS) - 1
    by_script = Move.objects.filter(game=game, by=MovedBy.SCRIPT)
    assert by_script.count() == snapshot.table.move_count - 4


def test_every_tap_that_a_sentence_asks_for_leads_on():
    for step in STEPS:
        # The visitor's own moves have no “Next”.
        leading = "him" if step.is_visitors else "“Next”"
        assert set(re.findall(r"[Tt]ap ([^\s:.]+)", str(step.sentence))) <= {leading}


def test_wrong_answer_gets_a_hint_and_the_right_one_goes_on():
    visitor = make_players(1)[0]
    game = open_tutorial(visitor)
    while not (step := STEPS[step_at(look_into(game).table.move_count)]).question:
        obey(game, visitor)
    (wrong,) = {*step.question.sides} - {step.question.right}
    with refuses(Refused.WRONG_ANSWER) as refused:
        go_on(game.code, visitor, wrong)
    assert refused.value.refusal.sentence == step.question.hint
    before = look_into(game).table.move_count
    go_on(game.code, visitor, step.question.right)
    assert look_into(game).table.move_count > before


def test_other_moves_are_refused():
    visitor, eve = make_players(2)
    game = open_tutorial(visitor)
    with refuses(Refused.OFF_SCRIPT):
        go_on(game.code, visitor)
    wrong = {"move": "choose", "side": "no-hat"}
    with refuses(Refused.OFF_SCRIPT):
        make_move(game.code, visitor, wrong, uuid.uuid4())
    with refuses(Refused.NOT_SEATED):
        go_on(game.code, eve)
    assert STEPS[0].moves[0].seat == VISITOR
