"""Opens a tutorial and makes the scripted moves of its other seats."""

from games.errors import Refused, TableError, refuse_if
from games.hosting.lifecycle import open_table, setup_of, start_game
from games.labels import investigator_name
from games.models import Game, MovedBy, Player, Seat
from games.play.moves import play_scripted
from games.play.transaction import get_snapshot, locked_game, require_playing
from games.play.tutorial_script import DEAL, INVESTIGATORS, STEPS, VISITOR, step_at
from games.rules.editions import Edition, FirstPlayer


def open_tutorial(visitor: Player) -> Game:
    """Open a tutorial for a visitor and deal its one round."""
    setup = setup_of(Edition.DEVIR) | {
        "first_player": FirstPlayer.CHOSEN.value,
        "reactions": "off",
        "is_tutorial": True,
    }
    game = open_table(visitor, setup)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            player=visitor if index == VISITOR else None,
            name=visitor.name
            if index == VISITOR and visitor.name
            else investigator_name(investigator)[:20],
            investigator=investigator,
        )
        for index, investigator in enumerate(INVESTIGATORS)
    )
    start_game(game.code, visitor, first_seat=VISITOR, deals=[DEAL])
    return game


def go_on(code: str, visitor: Player | None, answer: str = "") -> None:
    """Make the scripted moves of the other seats, up to the visitor's next move.

    Raises:
        TableError: not the visitor's tutorial, the visitor is to move, or the answer to
            the step's question is wrong.
    """
    with locked_game(code) as game:
        is_own = visitor is not None and game.host_id == visitor.pk
        refuse_if(not (game.is_tutorial and is_own), Refused.NOT_SEATED)
        require_playing(game)
        step = STEPS[step_at(game.move_count)]
        refuse_if(step.is_visitors or not step.moves, Refused.OFF_SCRIPT)
        if step.question and answer not in ("", step.question.right):
            raise TableError(Refused.WRONG_ANSWER, sentence=step.question.hint)
        snapshot = get_snapshot(game)
        for move in step.moves:
            snapshot = play_scripted(game, snapshot, move, by=MovedBy.SCRIPT)
