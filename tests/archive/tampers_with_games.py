"""Tampers with whole games: stripped, missing, exchanged, or with all hashes anew."""

from collections.abc import Iterator
from datetime import time, timedelta

from games.archive.records import unfold
from games.models.archive import JournalEntry, StaffAct
from games.models.game import Game, Reason, Seat
from tests.archive.rehashing import rehash_site, write
from tests.archive.tampered_site import DAY, KINDS, Site, Tamper, rows_of
from tests.archive.tampers_with_rows import delete

PROOF = {"commitment": "", "rules_version": 0, "start_hash": "", "head_hash": ""}


ERASED = [kind for kind in KINDS if kind not in (Game, StaffAct, JournalEntry)]


def tampers_with_games(site: Site) -> Iterator[Tamper]:
    """Yield tampers with whole games."""
    yield from _stripped(site)
    yield from _missing(site)
    yield from _exchanged(site)
    yield from _rehashed(site)


def blank(game: Game, columns) -> None:
    for column in columns:
        write(game, column, PROOF[column])


def blank_moves(game: Game) -> None:
    for row in game.moves.all():
        write(row, "hash", "")
        write(row, "previous_hash", "")


def give_deals(game: Game) -> None:
    """Put the deals that the seed gave into the secrets."""
    rounds = unfold(game).record["rounds"]
    write(game.secrets, "deals", [each["deal"] for each in rounds])


def strip(game: Game) -> None:
    give_deals(game)
    blank(game, PROOF)
    blank_moves(game)


def _stripped(site: Site) -> Iterator[Tamper]:
    game = site.game
    for column in PROOF:
        yield Tamper("stripped", column, lambda column=column: blank(game, [column]))
        others = [other for other in PROOF if other != column]
        yield Tamper(
            "stripped", f"all but {column}", lambda others=others: blank(game, others)
        )
    tricks = {
        "moves": [blank_moves],
        "deals given": [give_deals],
        "all": [strip],
        "all, new seed": [strip, new_seed],
        "all, as a tutorial": [strip, lambda game: write(game, "is_tutorial", True)],
        "given deals, as a tutorial": [give_deals, make_tutorial],
        "no secrets": [lambda game: delete(game.secrets)],
        "no seed": [lambda game: write(game.secrets, "seed", b"")],
        "odd deals": [lambda game: write(game.secrets, "deals", [{"deck": []}])],
        "odd deals, a number": [lambda game: write(game.secrets, "deals", 7)],
        "odd deals, an object": [lambda game: write(game.secrets, "deals", {"0": 1})],
        "all, and its journal": [strip, forget_closing],
    }
    for what, steps in tricks.items():
        yield Tamper("stripped", what, lambda steps=steps: [do(game) for do in steps])


def new_seed(game: Game) -> None:
    write(game.secrets, "seed", bytes(range(32)))


def make_tutorial(game: Game) -> None:
    write(game, "is_tutorial", True)


def forget_closing(game: Game) -> None:
    for entry in JournalEntry.objects.filter(game=game):
        delete(entry)


def reopen(game: Game) -> None:
    for column, value in {"ended_at": None, "phase": "review", "reason": ""}.items():
        write(game, column, value)


def erase(game: Game) -> None:
    """Delete a game with all its rows, but not from the journal."""
    for kind in ERASED:
        for row in rows_of(game, kind):
            delete(row)
    delete(game)


def erase_act(game: Game) -> None:
    delete(game.staff_acts.get())


def erase_act_and_entry(game: Game) -> None:
    delete(JournalEntry.objects.get(act__game=game))
    erase_act(game)


def close_gap(_game: Game) -> None:
    """Number the entries of the journal from 1 again."""
    for number, entry in enumerate(JournalEntry.objects.order_by("number"), 1):
        write(entry, "number", number)


def in_lobby(game: Game) -> None:
    write(game, "started_at", None)


def _missing(site: Site) -> Iterator[Tamper]:
    tricks = {
        "reopened": [reopen],
        "reopened, entry deleted": [reopen, forget_closing],
        "reopened, entry deleted, renumbered": [reopen, forget_closing, close_gap],
        "as if never begun": [in_lobby],
        "as if never begun, entry deleted": [in_lobby, forget_closing],
        "game deleted": [erase],
        "game and entry deleted": [forget_closing, erase],
        "game and entry deleted, renumbered": [forget_closing, erase, close_gap],
        "entry deleted": [forget_closing],
        "entry deleted, renumbered": [forget_closing, close_gap],
    }
    for game, which in (
        (site.first, "first"),
        (site.game, "middle"),
        (site.last, "last"),
    ):
        for what, steps in tricks.items():
            yield Tamper(
                f"missing ({which})",
                what,
                lambda game=game, steps=steps: [do(game) for do in steps],
            )
    for what, steps in {
        "act deleted": [erase_act],
        "act and entry deleted": [erase_act_and_entry],
        "act and entry deleted, renumbered": [erase_act_and_entry, close_gap],
    }.items():
        yield Tamper(
            "missing (act)", what, lambda steps=steps: [do(site.game) for do in steps]
        )


def exchange(rows, column: str) -> None:
    one, other = (getattr(row, column) for row in rows)
    write(rows[0], column, None if column == "player" else "odd"[: len(str(other))])
    write(rows[1], column, getattr(one, "pk", one))
    write(rows[0], column, getattr(other, "pk", other))


def _exchanged(site: Site) -> Iterator[Tamper]:
    seats = rows_of(site.game, Seat)[::2]
    for column in ("name", "player", "investigator"):
        yield Tamper(
            f"Seat.{column}", "exchanged", lambda column=column: exchange(seats, column)
        )
    games = [site.game, site.last]
    for column in ("code", "commitment", "start_hash", "head_hash"):
        yield Tamper(
            f"Game.{column}", "exchanged", lambda column=column: exchange(games, column)
        )
    for column in ("points", "golds"):
        rows = rows_of(site.game, Seat)[:2]
        yield Tamper(
            f"Seat.{column}",
            "all raised",
            lambda rows=rows, column=column: [write(row, column, 9) for row in rows],
        )


def _rehashed(site: Site) -> Iterator[Tamper]:
    game = site.game
    for column, value in {
        "edition": next(e for e in ("gaga", "devir") if e != game.edition),
        "discards": "open",
        "listed": True,
        "notebook": "odds",
        "limits": "quick",
        "reactions": "off",
        "opened_at": game.opened_at - DAY,
        "started_at": game.started_at - timedelta(minutes=1),
        "ended_at": game.ended_at + timedelta(hours=1),
    }.items():
        yield _rehash(f"Game.{column}", lambda c=column, v=value: write(game, c, v))
    move = game.moves.order_by("number")[5]
    for column, value in {
        "by": "bot",
        "made_at": move.made_at + timedelta(microseconds=1),
    }.items():
        yield _rehash(f"MoveRow.{column}", lambda c=column, v=value: write(move, c, v))
    seat = game.seats.get(index=0)
    yield _rehash("Seat.bot", lambda: write(seat, "bot", "pip"))
    yield _rehash("Seat.got_up", lambda: write(seat, "got_up", time(6, 30)))
    yield _rehash("StaffAct.staff_name", lambda: write(act_of(game), "staff_name", "x"))
    yield _rehash("the last moves", lambda: abandon_earlier(game))
    # Nobody can do these: the audit finds them in spite of new hashes.
    for what, change in {
        "the author of a move": lambda: write(move, "by", "operator"),
        "a script": lambda: write(move, "by", "script"),
        "a move by the clock": lambda: write(game.moves.last(), "seat", 1),
        "a time before the last": lambda: write(move, "made_at", move.made_at - DAY),
        "an end before a move": lambda: write(game, "ended_at", game.started_at),
        "an opening after the start": lambda: write(
            game, "opened_at", game.started_at + DAY
        ),
        "a contribution": lambda: write(seat, "contribution", "0" * 32),
        "a seed": lambda: new_seed(game),
        "the first seat": lambda: write(game, "first_seat", (game.first_seat + 1) % 3),
        "the first player": lambda: write(game, "first_player", "lot"),
        "an option": lambda: write(game, "stasi", not game.stasi),
        "given deals": lambda: give_deals(game),
        "a tutorial": lambda: [give_deals(game), make_tutorial(game)],
        "points": lambda: write(seat, "points", 30),
        "the reason": lambda: write(game, "reason", other_reason(game)),
    }.items():
        yield Tamper("re-hashed, against the rules", what, _then_rehash(change))


def _rehash(subject: str, change) -> Tamper:
    return Tamper("re-hashed", subject, _then_rehash(change))


def _then_rehash(change):
    return lambda: [change(), rehash_site()]


def act_of(game: Game) -> StaffAct:
    return game.staff_acts.get()


def other_reason(game: Game) -> str:
    return next(each for each in Reason.values if each != game.reason)


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
