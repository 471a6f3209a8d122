"""Races: five seats that want the same two suspects, all at once."""

import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from secrets import token_bytes
from threading import Barrier, Thread

from django.db import connections

from games.models import Accusation, Draw, Game, Move, Player, Round
from games.play.transaction import cache
from games.rules.deal import Deal, shuffle_deal
from games.rules.editions import PRESETS, Edition, Investigator
from games.rules.state import begin_state
from games.rules.suspects import SUSPECTS, sides_of
from games.table.lobby.starting import start_game
from tests.support.cast import look_into, move, open_lobby

SEATS = 5
# Both fit the clues of the seats that draw them, so that they go into a line.
WANTED = ("11111", "11110")


@dataclass(frozen=True)
class Attempt:
    """One seat's accusation with a key; its repetition is the same value."""

    code: str
    player: Player
    suspect: str
    key: uuid.UUID

    @property
    def content(self) -> dict[str, str]:
        return {"move": "accuse", "suspect": self.suspect}


def open_arena() -> tuple[Game, list[Player]]:
    """Return a game of five with exactly the wanted suspects in its lines."""
    game, players = open_lobby(SEATS)
    deal = deal_of_the_wanted()
    start_game(game.code, players[0], first_seat=0, deals=[deal])
    for player, trait in zip(players, deal.bag, strict=True):
        move(game, player, "choose", side=sides_of(trait)[0].value)
    for player in players[: len(WANTED)]:
        move(game, player, "draw")
    return game, players


def deal_of_the_wanted() -> Deal:
    """Return a first deal with the wanted suspects on top of the deck."""
    options = PRESETS[Edition.DEVIR].options
    state = begin_state(tuple(Investigator), options, 0)
    deal = shuffle_deal(token_bytes(32), state)
    # The newspaper goes last, because "11110" has none.
    bag = tuple(sorted(deal.bag, key=lambda trait: trait == "newspaper"))
    others = (suspect for suspect in SUSPECTS if suspect not in WANTED)
    return Deal((*WANTED, *others), bag, deal.flips, deal.pool)


def all_attempts(game: Game, players: list[Player]) -> list[Attempt]:
    """Return accusations of both suspects by every seat, with two keys each."""
    return [
        Attempt(game.code, player, suspect, uuid.uuid4())
        for player in players
        for suspect in WANTED
        for _ in range(2)
    ]


def shuffled_twice(attempts: list[Attempt], chance: random.Random) -> list[Attempt]:
    """Return the attempts in random order, each followed by its repetition."""
    chance.shuffle(attempts)
    return [attempt for attempt in attempts for _ in range(2)]


def all_at_once[T, R](
    act: Callable[[T], R], wishes: Sequence[T], threads: int
) -> list[R | Exception]:
    """Return each act's result or exception, run on threads with own connections."""
    waiting: SimpleQueue[tuple[int, T]] = SimpleQueue()
    for numbered in enumerate(wishes):
        waiting.put(numbered)
    outcomes: dict[int, R | Exception] = {}
    begin = Barrier(threads)

    def work() -> None:
        begin.wait()
        try:
            while True:
                position, wish = waiting.get_nowait()
                try:
                    outcomes[position] = act(wish)
                except Exception as error:
                    outcomes[position] = error
        except Empty:
            connections.close_all()

    workers = [Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return [outcomes[position] for position in range(len(wishes))]


def assert_keys_are_answered_alike(
    attempts: list[Attempt], are_made: Iterable[bool]
) -> None:
    """Check that a repeated key gets the same answer, for a single move."""
    answers: Counter[uuid.UUID] = Counter()
    for attempt, is_made in zip(attempts, are_made, strict=True):
        answers[attempt.key] += is_made
    assert set(answers.values()) == {0, 2}
    accepted = [key for key, times in answers.items() if times]
    kept = Move.objects.filter(content__move="accuse").values_list("key", flat=True)
    assert sorted(kept) == sorted(accepted)


def assert_rows_equal_fold(game: Game) -> None:
    """Compare the rows of a running game with the fold of its moves."""
    cache.clear()
    game = Game.objects.get(pk=game.pk)
    state = look_into(game).state
    row = Round.objects.get(game=game, number=state.number, attempt=state.attempt)
    accusations = Accusation.objects.filter(round=row)
    assert [(made.seat, made.suspect) for made in accusations] == [
        (made.seat, made.suspect) for made in state.accusations
    ]
    indices = Draw.objects.filter(round=row).values_list("index", flat=True)
    assert list(indices) == list(range(len(indices)))
    kept = Draw.objects.filter(round=row, sorted_as="suspect")
    assert {(draw.seat, draw.suspect) for draw in kept} == {
        (seat, suspect) for seat, line in enumerate(state.lines) for suspect in line
    }
    numbers = list(Move.objects.filter(game=game).values_list("number", flat=True))
    assert numbers == list(range(1, game.move_count + 1))
    assert game.phase == state.phase
