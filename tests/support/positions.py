"""Tables in every phase, played from recorded games through the services."""

import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.models import Game, MovedBy, Player
from games.play.seam import make_move, play_scripted
from games.play.transaction import get_snapshot, locked_game
from games.play.tutorial_script import SCRIPT, STEPS, step_at
from games.rules.deal import Deal, shuffle_deal
from games.rules.editions import PRESETS, Edition, Investigator
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Choose, Draw, Move, Pass
from games.rules.state import INVESTIGATOR, Phase, State, begin_state
from games.rules.suspects import SUSPECTS, Trait, sides_of
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.people.seats import take_seat
from games.table.tutorial import go_on, open_tutorial
from tests.support.cast import look_into, make, make_players, make_setup, seat_all

RECORDS = Path(__file__).parents[1] / "records"
# The second name is as long as a name may be.
NAMES = ("Anna", "Maximilian-Alexander", "Zoë", "Константин", "Łucja")
# As long as names may be: wide letters, Cyrillic ones, and words that do not break.
LONG_NAMES = (
    "Maximiliane W. Großm",
    "WWWWWWWWWWMMMMMMMMMM",
    "Константин Щербачёвы",
    "Bartholomew Hammonds",
    "Szczepan-Wojciechows",
)
# A game of five with every option.
FULL = "game-5p-gaga-stasi-adler"
# Recorded games from beginning to end; the first ones show most.
_MANY_SIDED = (
    FULL,
    "placement-4p",
    "last-call-race-5p",
    "own-5p-ten-points",
    "game-3p-piatnik",
)
_STEMS = {path.stem for path in RECORDS.glob("*.json")}
GAMES = (
    *_MANY_SIDED,
    *sorted(
        stem
        for stem in _STEMS - {*_MANY_SIDED}
        if not stem.startswith(("broken", "early"))
    ),
)

type Table = tuple[Game, list[Player]]
type Until = Callable[[State], bool]


def gather(count: int, *, names: tuple[str, ...] = NAMES, **changes: object) -> Table:
    """Return a lobby with this many seats taken."""
    players = make_players(5)
    for player, name in zip(players, names, strict=True):
        player.name = name
        player.save()
    game = open_table(players[0], make_setup(**changes))
    seat_all(game, players[:count])
    return game, players


def play(name: str, until: Until, **changes: Any) -> Table:
    """Return a table at the first position of a recorded game that fits `until`.

    `changes` are of the table's set-up, or the players' `names`.
    """
    for game, players in replay(name, **changes):
        if until(read_state(game)):
            return game, players
    raise AssertionError(name)


def replay(name: str, **changes: Any) -> Iterator[Table]:
    """Yield a recorded game and its players at the start and after each move."""
    record = read_record(name)
    game, players = begin(record, **changes)
    yield game, players
    for entry in list_moves(record):
        make_recorded(game, players, entry)
        yield game, players


def read_record(name: str) -> dict[str, Any]:
    """Return the record of a recorded game."""
    text = (RECORDS / f"{name}.json").read_text()
    record: dict[str, Any] = json.loads(text)["record"]
    return record


def list_moves(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the moves of all rounds of a record."""
    return [entry for one in record["rounds"] for entry in one["moves"]]


def make_recorded(game: Game, players: list[Player], entry: dict[str, Any]) -> None:
    """Make a recorded move; the clock makes a pass."""
    seat = entry["seat"]
    if entry["move"] == "pass":
        let_pass(game, seat)
    else:
        content = {key: value for key, value in entry.items() if key != "seat"}
        make_move(game.code, players[seat], content, uuid.uuid4())


def begin(record: dict[str, Any], **changes: Any) -> Table:
    count = len(record["seats"])
    game, players = gather(0, **record["options"], **changes)
    for player, investigator in zip(players, record["seats"], strict=False):
        take_seat(game.code, player, name=player.name, investigator=investigator)
    deals = [Deal.from_dict(entry["deal"]) for entry in record["rounds"]]
    host = players[0]
    start_game(game.code, host, first_seat=record["first_seat"], deals=deals)
    game.refresh_from_db()
    return game, players[:count]


def crowd(count: int, **changes: Any) -> Table:
    """Return a table near the end of a deck with hardly any discards."""
    game, players = gather(count, **changes)
    bag = tuple(Trait)
    options = PRESETS[Edition(game.edition)].options
    empty = begin_state(tuple(Investigator)[:count], options, 0)
    dogs = (INVESTIGATOR,) * (len(Trait) - count)
    deal = Deal(
        deck=(*dogs, *fitting(count)),
        bag=bag,
        flips=tuple(sides_of(trait)[0] for trait in bag[count:]),
        pool=shuffle_deal(bytes(32), empty).pool,
    )
    start_game(game.code, players[0], first_seat=0, deals=[deal])
    for seat in range(count):
        make(game, players, Choose(seat, sides_of(bag[seat])[0]))
    while len((state := read_state(game)).deck) > 1:
        make(game, players, Draw(state.turn))
    return game, players[:count]


def fitting(count: int) -> list[str]:
    """Return all suspects, in an order in which most fit the clue of their drawer."""
    left, deck = list(SUSPECTS), []
    while left:
        own = len(deck) % count
        # Suspects that fit further clues are kept for those.
        left.sort(key=lambda suspect: (suspect[own] == "0", suspect[:count].count("1")))
        deck.append(left.pop(0))
    return deck


def let_pass(game: Game, seat: int) -> None:
    """Let a seat's time in the last call run out, as the clock does."""
    with locked_game(game.code) as row:
        play_scripted(row, get_snapshot(row), Pass(seat), by=MovedBy.SCRIPT)


def read_state(game: Game) -> State:
    state = look_into(game).state
    assert state is not None
    return state


def in_phase(phase: Phase, number: int = 1) -> Until:
    """Return a predicate for a phase of this round."""
    return lambda state: state.phase == phase and state.number == number


def late(seat: int, left: int = 4) -> Until:
    """Return a predicate for this seat's turn near the end of a deck."""
    return lambda state: (
        state.phase == Phase.SUSPECTS
        and state.number == 2
        and state.turn == seat
        and len(state.deck) <= left
    )


def seat_with(state: State, kind: type[Move]) -> int | None:
    """Return the first seat with a legal move of this kind."""
    for seat in range(len(state.seats)):
        if any(isinstance(move, kind) for move in legal_moves(state, seat)):
            return seat
    return None


def offers(kind: type[Move]) -> Until:
    """Return a predicate for positions with a legal move of this kind."""
    return lambda state: seat_with(state, kind) is not None


def accuse(table: Table, *seats: int) -> Table:
    """Let these seats accuse the first suspects of the table."""
    game, players = table
    for seat in seats:
        lines = read_state(game).lines
        taken = {accusation.suspect for accusation in read_state(game).accusations}
        free = [suspect for line in lines for suspect in line if suspect not in taken]
        make(game, players, Accuse(seat, free[0]))
    return table


def accuse_two(table: Table) -> Table:
    """Let the last two of five seats accuse."""
    return accuse(table, 3, 4)


def tutorial(step: int) -> Table:
    """Return a tutorial at this step, counted from 1."""
    visitor = make_players(1)[0]
    game = open_tutorial(visitor)
    while step_at(look_into(game).table.move_count) < step - 1:
        count = look_into(game).table.move_count
        if STEPS[step_at(count)].is_visitors:
            make(game, [visitor], SCRIPT[count])
        else:
            go_on(game.code, visitor)
    return game, [visitor]
