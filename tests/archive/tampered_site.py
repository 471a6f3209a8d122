"""A site with closed games, one forgotten, and the means of its database's owner.

The owner can write every hash anew, but does not have the players' receipts.
"""

import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection

from games.archive.records import compute_forgotten_hash, forget_game, unfold
from games.management.commands import deal_games
from games.migrations._triggers import triggers_to_drop
from games.models import (
    AccountName,
    Audit,
    Bet,
    Bystander,
    Club,
    EnteredAccusation,
    Exclusion,
    Game,
    JournalEntry,
    Note,
    Player,
    PushSubscription,
    ReplayLink,
    Report,
    StaffAct,
    Standing,
    Trade,
    VoteKind,
    WrongSentence,
)
from games.play.chaining import compute_act_hash
from games.proof.chain import list_links
from games.table.lobby import opening
from games.table.people.moderation import remove_name
from tests.rules.proofs import rehash

# Every table of the app.
KINDS = tuple(apps.get_app_config("games").get_models())
DAY = timedelta(days=1)
# Keys that a move has in its record, and one that it has nowhere.
EXTRA = ("hash", "time", "by", "seat", "note")
# The seed of a short game with rows in every table.
RICH = 22
CODES = ("ABCDEF", "MEDDXE", "PQRSTV", "GHJKMN")


@dataclass(frozen=True)
class Tamper:
    """One or more changes; `subject` is the column or the trick."""

    subject: str
    what: str
    apply: Callable[[], object]
    # Django cannot read the row any more.
    is_odd: bool = False

    @property
    def is_of_one_game(self) -> bool:
        """Return whether only the middle game can be faulty then."""
        return not self.subject.startswith(("missing", "re-hashed"))


@dataclass(frozen=True)
class Site:
    """Three closed games; the second one is tampered with. A fourth is forgotten."""

    first: Game
    game: Game
    forgotten: StaffAct
    last: Game


def make_site(monkeypatch) -> Site:
    """Play four games; the second one is over and has trades and an act of staff.

    The third is forgotten, and has an act of staff from before that.
    """
    guests = [
        Player.objects.create(name=f"guest {n}", guest_key=uuid.uuid4())
        for n in range(5)
    ]
    # The deals depend on the code and on the seed.
    monkeypatch.setattr(opening, "make_code", iter(CODES).__next__)
    monkeypatch.setattr(opening.secrets, "token_bytes", bytes)
    monkeypatch.setattr(deal_games, "_ABANDONED_AFTER", 4)
    monkeypatch.setattr(deal_games, "_ACCUSE_CHANCE", 0.6)
    first = _play(monkeypatch, guests, 1, is_abandoned=True)
    middle = _play(monkeypatch, guests, RICH)
    assert _is_rich(middle)
    staff = User.objects.create_superuser("root")
    remove_name(middle.code, 1, staff)
    gone = _play(monkeypatch, guests, 3, is_abandoned=True)
    remove_name(gone.code, 0, staff)
    forget_game(gone.code, "asked for", staff)
    last = _play(monkeypatch, guests, 2, is_abandoned=True)
    middle.refresh_from_db()
    _add_private_rows(middle)
    return Site(first, middle, StaffAct.objects.get(kind="forgotten"), last)


def _play(monkeypatch, guests, seed, *, is_abandoned=False) -> Game:
    monkeypatch.setattr(deal_games, "_ABANDONED", float(is_abandoned))
    return deal_games.play_game(guests, random.Random(seed))


def _is_rich(game: Game) -> bool:
    """Return whether a game is short and has rows in every table."""
    is_short = game.move_count < 60 and game.seats.count() == 3
    has_rows = bool(rows_of(game, Trade)) and game.rounds.count() > 1
    return is_short and has_rows and game.moves.last().seat != 1


def _add_private_rows(game: Game) -> None:
    """Add rows to the tables that are no part of a game."""
    seat, round_ = game.seats.get(index=0), game.rounds.first()
    player, other = seat.player, game.seats.get(index=2).player
    other.user, other.guest_key = User.objects.create_user("member"), None
    other.save()
    ReplayLink.objects.create(game=game, player=player, viewer=0, token="t" * 43)
    Audit.objects.create(game=game, is_sound=True, checks=[])
    Note.objects.create(seat=seat, round=round_, about=1, side="hat", mark="no")
    Bet.objects.create(round=round_, player=other, suspect="10110")
    EnteredAccusation.objects.create(
        game=round_.game,
        round=round_,
        seat=0,
        player=other,
        suspect="10110",
        key=uuid.uuid4(),
        sent=1,
        latency=1,
        until=2,
        lot="0" * 64,
    )
    Report.objects.create(game=game, reporter=player, reported=other, name="x")
    WrongSentence.objects.create(game=game, reporter=player, at=1, seat=0, sentence="x")
    Bystander.objects.create(game=game, player=player, standing=Standing.PLAYED)
    game.votes.create(kind=VoteKind.STAND_IN, about=1, seat=2)
    Club.objects.create(player=other, code="c" * 22)
    Exclusion.objects.create(host=other, player=player)
    keys = {"p256dh": "p", "auth": "a", "language": "en"}
    PushSubscription.objects.create(player=player, endpoint="https://a", **keys)


# How the rows of a table are found that does not name the game itself.
OWNERS = {
    Game: "pk",
    Note: "seat__game",
    Player: "seats__game",
    PushSubscription: "player__seats__game",
    Club: "player__seats__game",
    Exclusion: "player__seats__game",
    AccountName: "user__player__seats__game",
}


def rows_of(game: Game, kind) -> list:
    """Return the rows of this kind that belong to a game."""
    names = {field.name for field in kind._meta.fields}
    owner = OWNERS.get(kind, "round__game" if "round" in names else "game")
    return list(kind.objects.filter(**{owner: game.pk}).order_by("pk"))


def drop_triggers() -> None:
    """Let stored moves be changed and deleted."""
    with connection.cursor() as cursor:
        for statement in triggers_to_drop(connection.vendor):
            cursor.execute(statement)


def write(row, column: str, value) -> None:
    """Write a column past the guard of the ORM."""
    field = row._meta.get_field(column)
    write_raw(row, column, field.get_db_prep_save(value, connection))


def write_raw(row, column: str, value) -> None:
    """Write a column as the database stores it, even if Django cannot read it then."""
    field = row._meta.get_field(column)
    statement = (
        f"UPDATE {row._meta.db_table} SET {connection.ops.quote_name(field.column)}"
        f" = %s WHERE {row._meta.pk.column} = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [value, row.pk])


def rehash_site() -> None:
    """Write the hashes of all closed games and of the whole journal anew."""
    before = ""
    for entry in JournalEntry.objects.select_related("act"):
        write(entry, "previous_hash", before)
        entry.previous_hash = before
        if entry.act:
            before = compute_act_hash(entry.act, entry.code, entry.number, before)
        elif game := Game.objects.filter(pk=entry.game_id).first():
            before = _rehash_game(game)
        else:
            act = StaffAct.objects.get(game=entry.game_id, kind="forgotten")
            before = compute_forgotten_hash(act, entry.number, before)
        write(entry, "hash", before)


def _rehash_game(game: Game) -> str:
    record = rehash(unfold(game).record)
    links = [link for link in list_links(record) if link.move]
    for row, link in zip(game.moves.order_by("number"), links, strict=True):
        write(row, "previous_hash", link.previous)
        write(row, "hash", link.correct)
    write(game, "start_hash", record["start_hash"])
    write(game, "head_hash", record["head_hash"])
    return record["head_hash"]


def delete(row) -> None:
    with connection.cursor() as cursor:
        pk = row._meta.pk.column
        cursor.execute(f"DELETE FROM {row._meta.db_table} WHERE {pk} = %s", [row.pk])
