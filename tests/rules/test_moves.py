"""The format of a move (docs/record.md)."""

import pytest

from games.rules.illegal import MalformedMove
from games.rules.moves import (
    Accuse,
    Announce,
    Choose,
    Done,
    Draw,
    Pass,
    Place,
    Sorted,
    Trade,
    move_from_dict,
)
from games.rules.suspects import Side

MOVES = [
    (Choose(0, Side.NO_HAT), {"seat": 0, "move": "choose", "side": "no-hat"}),
    (Draw(1), {"seat": 1, "move": "draw"}),
    (Place(2, Sorted.DISCARD), {"seat": 2, "move": "place", "as": "discard"}),
    (Accuse(3, "10110"), {"seat": 3, "move": "accuse", "suspect": "10110"}),
    (Pass(4), {"seat": 4, "move": "pass"}),
    (
        Trade(0, "3.0#2", "1.1"),
        {"seat": 0, "move": "trade", "give": "3.0#2", "take": "1.1"},
    ),
    (Done(0), {"seat": 0, "move": "done"}),
    (Announce(0), {"seat": 0, "move": "announce"}),
]


@pytest.mark.parametrize(("move", "fields"), MOVES)
def test_move_survives_a_round_trip_through_its_fields(move, fields):
    assert move.to_dict() == fields
    assert move_from_dict(fields) == move


@pytest.mark.parametrize("junk", [None, 1, [], {}, True])
@pytest.mark.parametrize("field", ["give", "take"])
def test_token_id_must_be_a_string(field, junk):
    with pytest.raises(MalformedMove):
        move_from_dict(MOVES[5][1] | {field: junk})


@pytest.mark.parametrize("junk", [None, 7, "draw", [], ["draw"]])
def test_move_must_be_an_object(junk):
    with pytest.raises(MalformedMove):
        move_from_dict(junk)


def test_unknown_move_has_its_own_reason():
    with pytest.raises(MalformedMove, match="no such move"):
        move_from_dict({"seat": 0, "move": "fly"})
