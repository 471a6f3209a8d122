"""Closed games in the database and their records, for what checks them."""

import random

from games import services
from games.models import Game
from games.rules.editions import Edition, FirstPlayer, Investigator
from tests.cast import make_players, play_on, setup_of


def play_game(seed: int, most: int = 2000) -> Game:
    """Return a game played by chance; one with fewer moves is ended by its host."""
    chance = random.Random(seed)
    game, players = _start(chance)
    for _ in play_on(game, players, chance, most):
        pass
    game = Game.objects.get(pk=game.pk)
    if game.ended_at is None:
        services.end_game(game.code, players[0])
    return Game.objects.get(pk=game.pk)


def _start(chance: random.Random):
    players = make_players(chance.choice((3, 4, 5)))
    setup = setup_of(
        chance.choice(list(Edition)),
        stasi=chance.random() < 0.5,
        adler=chance.random() < 0.5,
        placement=chance.choice(("referee", "players")),
        first_player=chance.choice((FirstPlayer.LOT, FirstPlayer.CHOSEN)).value,
    )
    game = services.open_table(players[0], setup)
    for player, investigator in zip(players, Investigator, strict=False):
        services.take_seat(
            game.code,
            player,
            name=player.name,
            investigator=investigator,
            contribution=chance.choice(("", chance.randbytes(16).hex())),
        )
    services.start_game(game.code, players[0], first_seat=0)
    return game, players


def places_of(value, place=()):
    """Yield the place of each text, number and truth value in a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places_of(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places_of(inner, (*place, index))
    elif value is not None:
        yield place


def change_at(value, place, chance: random.Random) -> None:
    """Change what stands at a place of a JSON value, by one bit where it is a text."""
    *way, last = place
    for step in way:
        value = value[step]
    kept = value[last]
    if isinstance(kept, bool):
        value[last] = not kept
    elif isinstance(kept, int):
        value[last] = kept ^ (1 << chance.randrange(3))
    elif kept == "":
        value[last] = "0" * 32
    else:
        index = chance.randrange(len(kept))
        # Not a bit that makes of a digit something else than a printed letter.
        letter = chr(ord(kept[index]) ^ 1)
        value[last] = kept[:index] + letter + kept[index + 1 :]
