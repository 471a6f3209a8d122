"""Tampers with whole games: stripped, missing, exchanged, or with all hashes anew."""

from collections.abc import Callable, Iterator
from datetime import time, timedelta
from functools import partial

from django.contrib.auth.models import User

from games.archive.records import forget_game, unfold
from games.models import (
    Game,
    JournalEntry,
    Move,
    Note,
    Reason,
    Seat,
    StaffAct,
    StaffActKind,
)
from games.play.chaining import write_act
from tests.archive.tampered_site import (
    DAY,
    EXTRA,
    KINDS,
    OWNERS,
    Site,
    Tamper,
    delete,
    rehash_site,
    rows_of,
    write,
)

type Step = Callable[[Game], object]
PROOF = {"commitment": "", "rules_version": 0, "start_hash": "", "head_hash": ""}
KEPT = (*OWNERS, StaffAct, JournalEntry)
ERASED = [Note, *(kind for kind in KINDS if kind not in KEPT)]


def tampers_with_games(site: Site) -> Iterator[Tamper]:
    """Yield tampers with whole games."""
    for what, steps in STRIPPED.items():
        yield Tamper("stripped", what, partial(take, site.game, *steps))
    for which in ("first", "game", "last"):
        for what, steps in MISSING.items():
            change = partial(take, getattr(site, which), *steps)
            yield Tamper(f"missing ({which})", what, change)
    for what, steps in MISSING_ACT.items():
        yield Tamper("missing (act)", what, partial(take, site.game, *steps))
    yield from _forgotten(site)
    for what, steps in FORGED_ACT.items():
        subject = f"an act of staff {what}"
        yield Tamper(subject, "forged", partial(take, site.game, *steps))
    yield from _exchanged(site)
    for what, step in UNNOTICED.items():
        yield Tamper("re-hashed", what, partial(take, site.game, step, rehash))
    for what, step in IMPOSSIBLE.items():
        change = partial(take, site.game, step, rehash)
        yield Tamper("re-hashed, against the rules", what, change)


def take(game: Game, *steps: Step) -> None:
    for step in steps:
        step(game)


def put(row_of: Callable[[Game], object], column: str, value) -> Step:
    """Return a step that writes a value, or the result of a function of the game."""
    return lambda game: write(
        row_of(game), column, value(game) if callable(value) else value
    )


def shift(row_of: Callable[[Game], object], column: str, by: timedelta) -> Step:
    """Return a step that moves a time."""
    return put(row_of, column, lambda game: getattr(row_of(game), column) + by)


def whole(game: Game) -> Game:
    return game


def move_of(game: Game) -> Move:
    return game.moves.order_by("number")[5]


def seat_of(game: Game) -> Seat:
    return game.seats.get(index=0)


def blank(*columns: str) -> Step:
    return lambda game: [write(game, column, PROOF[column]) for column in columns]


def blank_moves(game: Game) -> None:
    for row in game.moves.all():
        write(row, "hash", "")
        write(row, "previous_hash", "")


def give_deals(game: Game) -> None:
    """Put the deals that the seed gave into the secrets."""
    rounds = unfold(game).record["rounds"]
    write(game.secrets, "deals", [each["deal"] for each in rounds])


def deals(value: object) -> Step:
    return lambda game: write(game.secrets, "deals", value)


def seed(value: bytes) -> Step:
    return lambda game: write(game.secrets, "seed", value)


STRIP = (give_deals, blank(*PROOF), blank_moves)
as_tutorial = put(whole, "is_tutorial", True)


def forget_closing(game: Game) -> None:
    for entry in JournalEntry.objects.filter(game=game):
        delete(entry)


STRIPPED = {
    **{column: (blank(column),) for column in PROOF},
    **{f"all but {left}": (blank(*{*PROOF} - {left}),) for left in PROOF},
    "moves": (blank_moves,),
    "deals given": (give_deals,),
    "all": STRIP,
    "all, new seed": (*STRIP, seed(bytes(range(32)))),
    "all, as a tutorial": (*STRIP, as_tutorial),
    "given deals, as a tutorial": (give_deals, as_tutorial),
    "no secrets": (lambda game: delete(game.secrets),),
    "no seed": (seed(b""),),
    "odd deals": (deals([{"deck": []}]),),
    "odd deals, a number": (deals(7),),
    "odd deals, an object": (deals({"0": 1}),),
    "all, and its journal": (*STRIP, forget_closing),
}


def reopen(game: Game) -> None:
    for column, value in {"ended_at": None, "phase": "review", "reason": ""}.items():
        write(game, column, value)


def erase(game: Game) -> None:
    """Delete a game with all its rows, but not from the journal."""
    for kind in ERASED:
        for row in rows_of(game, kind):
            delete(row)
    delete(game)


def close_gap(_game: Game) -> None:
    """Number the entries of the journal from 1 again."""
    for number, entry in enumerate(JournalEntry.objects.order_by("number"), 1):
        write(entry, "number", number)


in_lobby = put(whole, "started_at", None)
MISSING = {
    "reopened": (reopen,),
    "reopened, entry deleted": (reopen, forget_closing),
    "reopened, entry deleted, renumbered": (reopen, forget_closing, close_gap),
    "as if never begun": (in_lobby,),
    "as if never begun, entry deleted": (in_lobby, forget_closing),
    "game deleted": (erase,),
    "game and entry deleted": (forget_closing, erase),
    "game and entry deleted, renumbered": (forget_closing, erase, close_gap),
    "entry deleted": (forget_closing,),
    "entry deleted, renumbered": (forget_closing, close_gap),
}


def act_of(game: Game) -> StaffAct:
    return game.staff_acts.get()


def erase_act(game: Game) -> None:
    delete(act_of(game))


def erase_entry_of_act(game: Game) -> None:
    delete(JournalEntry.objects.get(act__game=game))


MISSING_ACT = {
    "act deleted": (erase_act,),
    "act and entry deleted": (erase_entry_of_act, erase_act),
    "act and entry deleted, renumbered": (erase_entry_of_act, erase_act, close_gap),
}


def erase_entry_of_game(act: StaffAct) -> None:
    delete(JournalEntry.objects.get(game=act.game_id))


def erase_entry(act: StaffAct) -> None:
    delete(act.entry)


MISSING_REST = {
    "act deleted": (delete,),
    "act and entry deleted": (erase_entry, delete),
    "act and entry deleted, renumbered": (erase_entry, delete, close_gap),
    "entry of the game deleted": (erase_entry_of_game,),
    "all deleted, renumbered": (erase_entry_of_game, erase_entry, delete, close_gap),
}


def forge_act(kind: StaffActKind, seat: int | None = None) -> Step:
    """Return a step that adds an act of staff to the end of the journal."""

    def step(game: Game) -> None:
        staff = User.objects.get(is_superuser=True)
        write_act(
            StaffAct.objects.create(
                game=game, kind=kind, seat=seat, staff=staff, staff_name=staff.username
            )
        )

    return step


def change_reason(_game: Game) -> None:
    act = StaffAct.objects.get(kind=StaffActKind.FORGOTTEN)
    write(act, "left", act.left | {"why": "x"})


def empty_seat(game: Game) -> None:
    write(seat_of(game), "player", None)
    write(seat_of(game), "name", "")


FORGED_ACT = {
    "that ended the game": (forge_act(StaffActKind.ENDED),),
    "that removed a name which is there": (forge_act(StaffActKind.NAME_REMOVED, 0),),
    "that forgot a game which is there": (forge_act(StaffActKind.FORGOTTEN),),
    "about a seat that is none": (forge_act(StaffActKind.NAME_REMOVED, 9),),
    "that did what it says": (empty_seat, forge_act(StaffActKind.NAME_REMOVED, 0)),
}


def _forgotten(site: Site) -> Iterator[Tamper]:
    for what, steps in MISSING_REST.items():
        change = partial(take, site.forgotten, *steps)
        yield Tamper("missing (rest of a forgotten game)", what, change)
    # The owner may also forget a game by hand.
    forget = partial(forget_game, site.game.code, "x")
    yield Tamper("an act of staff that did what it says", "forgets", forget)


def _exchanged(site: Site) -> Iterator[Tamper]:
    seats, games = rows_of(site.game, Seat), [site.game, site.last]
    for rows, columns in (
        (seats[::2], ("name", "player", "investigator")),
        (games, ("code", "commitment", "start_hash", "head_hash")),
    ):
        for column in columns:
            subject = f"{type(rows[0]).__name__}.{column}"
            yield Tamper(subject, "exchanged", partial(exchange, rows, column))
    for column in ("points", "golds"):
        yield Tamper(f"Seat.{column}", "all raised", partial(raise_all, seats, column))


def exchange(rows, column: str) -> None:
    one, other = (getattr(row, column) for row in rows)
    write(rows[0], column, None if column == "player" else "odd"[: len(str(other))])
    write(rows[1], column, getattr(one, "pk", one))
    write(rows[0], column, getattr(other, "pk", other))


def raise_all(seats, column: str) -> None:
    for seat in seats[:2]:
        write(seat, column, 9)


def rehash(_game: Game) -> None:
    rehash_site()


def abandon_earlier(game: Game) -> None:
    """Take back the last move and everything that followed from it."""
    delete(game.moves.order_by("number").last())
    last = game.moves.order_by("number").last()
    for column, value in {
        "reason": "abandoned",
        "move_count": last.number,
        "moved_at": last.made_at,
    }.items():
        write(game, column, value)
    for seat in game.seats.all():
        for column, value in {"points": None, "golds": None, "winner": False}.items():
            write(seat, column, value)


# Under new hashes only the players' receipts show these changes.
UNNOTICED = {
    "Game.edition": put(
        whole, "edition", lambda game: "devir" if game.edition == "gaga" else "gaga"
    ),
    "Game.discards": put(whole, "discards", "open"),
    "Game.listed": put(whole, "listed", True),
    "Game.notebook": put(whole, "notebook", "odds"),
    "Game.limits": put(whole, "limits", "quick"),
    "Game.reactions": put(whole, "reactions", "off"),
    "Game.opened_at": shift(whole, "opened_at", -DAY),
    "Game.started_at": shift(whole, "started_at", timedelta(minutes=-1)),
    "Game.ended_at": shift(whole, "ended_at", timedelta(hours=1)),
    "Move.by": put(move_of, "by", "bot"),
    "Move.made_at": shift(move_of, "made_at", timedelta(microseconds=1)),
    "Seat.bot": put(seat_of, "bot", "pip"),
    "Seat.got_up": put(seat_of, "got_up", time(6, 30)),
    "StaffAct.staff_name": put(act_of, "staff_name", "x"),
    "StaffAct.left": change_reason,
    "the last moves": abandon_earlier,
}
# No server can have written these: the audit finds them in spite of new hashes.
IMPOSSIBLE = {
    **{
        f"a move's {key}": put(
            move_of, "content", lambda game, key=key: {**move_of(game).content, key: 1}
        )
        for key in EXTRA
    },
    "the author of a move": put(move_of, "by", "operator"),
    "a script": put(move_of, "by", "script"),
    "a move by the clock": put(lambda game: game.moves.last(), "seat", 1),
    "a time before the last": shift(move_of, "made_at", -DAY),
    "an end before a move": put(whole, "ended_at", lambda game: game.started_at),
    "an opening after the start": put(
        whole, "opened_at", lambda game: game.started_at + DAY
    ),
    "a contribution": put(seat_of, "contribution", "0" * 32),
    "a seed": seed(bytes(range(32))),
    "the first seat": put(whole, "first_seat", lambda game: (game.first_seat + 1) % 3),
    "the first player": put(whole, "first_player", "lot"),
    "an option": put(whole, "stasi", lambda game: not game.stasi),
    "given deals": give_deals,
    "a tutorial": lambda game: take(game, give_deals, as_tutorial),
    "points": put(seat_of, "points", 30),
    "the reason": put(
        whole,
        "reason",
        lambda game: next(each for each in Reason.values if each != game.reason),
    ),
}
