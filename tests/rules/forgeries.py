"""Records that a server could forge: one lie each, and all hashes written anew.

Only a check of the meaning finds such a lie, none of the hashes.
"""

import copy
from functools import cache
from itertools import count
from unittest.mock import patch

from games.rules.deal import draw_lot, find_next_round
from games.rules.suspects import SIDES, SUSPECTS
from games.rules.timeouts import choose_timeout_move
from tests.rules.proofs import ProvenGame, format_minute


class PickedGame(ProvenGame):
    """A game with a server that tries labels for a deal until the deal pleases it."""

    def pick(self, labels):
        """Set the label of each round that is not dealt in its turn."""
        self.labels = labels
        return self

    def deal(self):
        """Deal a round as another one."""
        label = self.labels.get(len(self.rounds), find_next_round(self.state))
        with patch("games.rules.deal.find_next_round", return_value=label):
            super().deal()

    def places(self):
        """Return the labels in the record."""
        return [self.labels.get(n, place) for n, place in enumerate(super().places())]


def picked(labels):
    """Return the record of a game with these labels for some rounds."""
    games = map(PickedGame, count(1))
    return next(
        game.record
        for game in games
        if len(game.pick(labels).play().rounds) > max(labels)
    )


@cache
def _sound(number):
    return ProvenGame(number).play()


def sound(number=4):
    """Return the record of a whole game, without a fault."""
    return copy.deepcopy(_sound(number).record)


def list_moves(record, kind=None):
    """Return the moves of this kind, in their order."""
    moves = [move for entry in record["rounds"] for move in entry["moves"]]
    return [move for move in moves if kind in (None, move["move"])]


def with_move(kind):
    """Return a record with a move of this kind."""
    return next(r for r in map(sound, count(1)) if list_moves(r, kind))


def changed(kind, **fields):
    """Return a record with another first move of this kind."""
    record = with_move(kind)
    list_moves(record, kind)[0] |= fields
    return record


def untossed_side():
    """Return a record in which the clock chose the side that its toss did not give."""
    game = next(game for game in map(_sound, count(1)) if not is_tossed(game))
    record = copy.deepcopy(game.record)
    list_moves(record)[0]["by"] = "clock"
    return record


def is_tossed(game):
    """Return whether the first side of a game is the one that the clock would take."""
    state, move = game.steps[0]
    return choose_timeout_move(state, move.seat, lambda: game.seed) == move


def wrong_lot():
    """Return a record with another first seat than that of the lot."""
    game = next(
        game
        for game in map(_sound, count(1))
        if draw_lot(game.seed, len(game.seats), "first seat") != game.first_seat
    )
    return copy.deepcopy(game.record) | {"first_player": "lot"}


def other_riser():
    """Return a record with another first seat than the one that got up earliest."""
    record = sound()
    got_up = ["07:00:00.000000"] * len(record["seats"])
    got_up[record["first_seat"] - 1] = "06:00:00.000000"
    return record | {"first_player": "earliest", "got_up": got_up}


def swapped_cards():
    record = sound()
    deck = record["rounds"][0]["deal"]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    return record


def other_points():
    record = sound()
    record["outcome"]["scores"][0]["points"] += 5
    return record


def other_winner():
    record = sound()
    seats = range(len(record["seats"]))
    record["outcome"]["winners"] = [
        seat for seat in seats if seat not in record["outcome"]["winners"]
    ][:1]
    return record


def other_match():
    record = sound()
    record["outcome"]["rounds"][0]["chief"] = "00000"
    record["outcome"]["rounds"][0]["clues"] = sorted(
        zero.value for _one, zero in SIDES.values()
    )
    return record


def longer():
    """Return a record with a move after the end of the game."""
    record = sound()
    moves = record["rounds"][-1]["moves"]
    moves.append(dict(moves[-1]))
    return record


def shorter():
    """Return a record without its last move, with the outcome of the whole game."""
    record = sound()
    record["rounds"][-1]["moves"].pop()
    return record


def wrong_seat():
    """Return a record in which another seat draws the first card."""
    record = sound()
    draw = list_moves(record, "draw")[0]
    draw["seat"] = (draw["seat"] + 1) % len(record["seats"])
    return record


def free_suspect():
    """Return a record with an accusation of a suspect that does not lie open."""
    game = next(g for g in map(_sound, count(1)) if list_moves(g.record, "accuse"))
    record = copy.deepcopy(game.record)
    state, _move = next(step for step in game.steps if hasattr(step[1], "suspect"))
    list_moves(record, "accuse")[0]["suspect"] = next(
        code for code in SUSPECTS if not any(code in line for line in state.lines)
    )
    return record


def backwards():
    record = sound()
    list_moves(record)[1]["time"] = format_minute(0)
    return record


def shortened(part):
    """Return a record of five seats with one value too few."""
    record = next(r for r in map(sound, count()) if len(r["seats"]) == 5)
    return record | {part: record[part][:-1]}


# The forged record of each lie.
LIES = {
    "the deal of another attempt": lambda: picked({0: (1, 3)}),
    "the deal of another round": lambda: picked({0: (2, 1)}),
    "a round played again without need": lambda: picked({1: (1, 2)}),
    "cards exchanged": swapped_cards,
    "a deal by hand": lambda: swapped_cards() | {"given": 1},
    "a draw out of turn": wrong_seat,
    "an accusation of a covered suspect": free_suspect,
    "a move after the end": longer,
    "the last move left out": shorter,
    "other points": other_points,
    "another winner": other_winner,
    "other clues in the outcome": other_match,
    "an ended game called abandoned": lambda: sound() | {"reason": "abandoned"},
    "an accusation by the clock": lambda: changed("accuse", by="clock"),
    "a side that the clock did not toss": untossed_side,
    "a pass by a player": lambda: changed("pass", by="player"),
    "a script in a game of players": lambda: changed("draw", by="script"),
    "a time before the last one": backwards,
    "an end before the last move": lambda: sound() | {"ended_at": format_minute(1)},
    "a start before the opening": lambda: sound() | {"opened_at": format_minute(2)},
    "another lot for the first seat": wrong_lot,
    "another first player than the earliest": other_riser,
    "other options": lambda: flipped("stasi"),
    "contributions of too few seats": lambda: shortened("contributions"),
    "times of too few seats": lambda: shortened("got_up"),
    "bots of too few seats": lambda: shortened("bots"),
}


def flipped(option):
    record = sound()
    record["options"][option] = not record["options"][option]
    return record
