"""Counts the database statements of a whole request with a move."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.rules.legal import legal_moves
from tests.races.arena import WANTED, open_arena
from tests.support.browsers import HTMX, open_browser, post_move
from tests.support.cast import begin_game, look_into

# Session, player, the game's version, move, the game; then the row of the event. The
# key of an accusation may have been entered before.
STATEMENTS = {"choose": 5, "draw": 6, "accuse": 7}


def open_for(kind):
    """Return a game, a player and the fields of a move of this kind."""
    if kind == "choose":
        game, players = begin_game()
        side = legal_moves(look_into(game).state, 0)[0].side
        return game, players[0], {"side": side.value}
    game, players = open_arena()
    fields = {"suspect": WANTED[0]} if kind == "accuse" else {}
    return game, players[2], fields


def count_statements(kind):
    """Return the number of statements of a whole request with such a move."""
    game, player, fields = open_for(kind)
    client = open_browser(player)
    # The first visit of a day is stored, and must not be counted.
    client.get("/")
    with CaptureQueriesContext(connection) as queries:
        answer = post_move(client, game, kind, HTMX, **fields)
    assert answer.status_code == 200
    made = [query["sql"].split()[0] for query in queries]
    return len([word for word in made if word not in ("BEGIN", "COMMIT")])
