"""Moves seats and tables between players: a guest signs up, or a player is deleted."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Q

from games.codes import clean_code
from games.errors import Refused, refuse_if
from games.models import Bystander, Game, Player, Standing, TablePhase
from games.play.transaction import locked_game, mark_changed
from games.players.identity import get_or_create_guest_in, note_session_end
from games.players.names import name_from
from games.table.people.holders import (
    empty_seat,
    end_promise,
    end_promise_to,
    forget_former,
    note_standing,
    promise_seat,
    remove_seat,
)
from games.table.people.kept_out import get_removals
from games.table.subject import adopt_rows


def link_guest(guest: Player, user: User) -> None:
    """Turn a guest into the player of a new account; seats and tables stay theirs."""
    guest.user = user
    guest.guest_key = None
    guest.name = guest.name or name_from(user.get_username())
    guest.save(update_fields=["user", "guest_key", "name"])
    # A seat transfer to another phone ends here: that phone is not signed in.
    note_session_end([guest.pk])


def adopt_guest(guest: Player, player: Player) -> bool:
    """Give a guest's seats and tables to the player of an account.

    If both sit at one table, the lobby frees the guest's seat, while in a running game
    both keep their seats: no player has two. Returns whether the guest was deleted;
    a guest with a seat left is not, nor is one that only keeps a browser out.
    """
    if _only_keeps_out(guest):
        # The account may be another person's, or the host has let it in again.
        return False
    for code in _read_codes(guest):
        with locked_game(code) as game:
            _adopt_at(game, guest, player)
    asked = player.bystanders.filter(standing=Standing.ASKS)
    asked.filter(game__seats__player=player).delete()
    adopt_rows(guest, player)
    player.banned_until = max(
        filter(None, (guest.banned_until, player.banned_until)), default=None
    )
    player.save(update_fields=["banned_until"])
    if guest.seats.exists():
        return False
    guest.replay_links.update(player=player)
    guest.wrong_sentences.update(reporter=player)
    # A host's exclusion of a guest stays. A guest has no club, and excludes no player.
    excluded = guest.excluded_by.exclude(host=player)
    excluded.exclude(host__exclusions__player=player).update(player=player)
    guest.delete()
    return True


@contextmanager
def keep_out(session: SessionBase, *players: Player | None) -> Iterator[None]:
    """Keep the bans and removals of these players in a browser that forgets them.

    A guest without a name and an account has them from then on, until they end
    (games.table.cleanup).
    """
    known = [player for player in players if player is not None]
    bans = [player.banned_until for player in known if player.is_banned]
    tables = get_removals().filter(player__in=known).order_by("game_id")
    codes = list(tables.values_list("game__code", flat=True).distinct())
    yield
    if not (bans or codes):
        return
    guest = get_or_create_guest_in(session)
    ends = filter(None, [*bans, guest.banned_until])
    guest.banned_until = max(ends, default=None)
    guest.save(update_fields=["banned_until"])
    for code in codes:
        with locked_game(code) as game:
            note_standing(game, guest.pk, Standing.OUT)
            mark_changed(game)


def _only_keeps_out(guest: Player) -> bool:
    is_out = guest.is_banned or get_removals().filter(player=guest).exists()
    return is_out and not (guest.name or guest.hosted.exists())


def rename_player(player: Player, name: str) -> None:
    """Rename a player for future seats; seats already taken keep their names."""
    player.name = name
    player.save(update_fields=["name"])


def forget_player(player: Player) -> None:
    """Delete a player. Seats in started games stay without a name; lobby seats go.

    Reports about the player stay without the name. The caller deletes the account, if
    there is one.
    """
    for code in _read_codes(player):
        with locked_game(code) as game:
            _forget_at(game, player)
    player.reports.update(name="")
    player.delete()


def leave_history(player: Player, code: str) -> None:
    """Take a player's name and replay links off a closed game, for good.

    Raises:
        TableError: the player is at no such table, or it is not closed.
    """
    # Before the lock: nobody holds up the table of others.
    refuse_if(clean_code(code) not in _read_codes(player), Refused.NO_SUCH_TABLE)
    with locked_game(code) as game:
        refuse_if(game.ended_at is None, Refused.STILL_RUNNING)
        game.replay_links.filter(player=player).delete()
        _forget_at(game, player)


def _read_codes(player: Player) -> list[str]:
    theirs = Game.objects.filter(
        Q(seats__player=player) | Q(host=player) | Q(bystanders__player=player)
    )
    return list(theirs.order_by("pk").values_list("code", flat=True).distinct())


def _adopt_at(game: Game, guest: Player, player: Player) -> None:
    if game.host_id == guest.pk:
        game.host = player
        mark_changed(game)
    forget_former(game, guest.pk, player.pk)
    row = game.bystanders.filter(player=guest).first()
    if row is not None:
        _adopt_standing(game, row, player)
    seat = game.seats.filter(player=guest).first()
    if seat is None:
        return
    if not game.seats.filter(player=player).exists():
        seat.player = player
        seat.save(update_fields=["player"])
        mark_changed(game)
    elif game.phase == TablePhase.LOBBY:
        remove_seat(game, seat)


def _adopt_standing(game: Game, row: Bystander, player: Player) -> None:
    """Give a guest's standing, and the seat promised to the guest, to an account."""
    seat = row.promised_seat
    end_promise_to(game, player.pk)
    end_promise(game, row)
    standing = note_standing(game, player.pk, Standing(row.standing))
    if seat is not None and standing == Standing.ASKS:
        promise_seat(game, game.bystanders.get(player=player), seat)
    mark_changed(game)


def _forget_at(game: Game, player: Player) -> None:
    if game.host_id == player.pk:
        game.host = None
        mark_changed(game)
    if end_promise_to(game, player.pk):
        mark_changed(game)
    seat = game.seats.filter(player=player).first()
    if seat is None:
        if forget_former(game, player.pk):
            mark_changed(game)
    elif game.phase == TablePhase.LOBBY:
        remove_seat(game, seat)
    else:
        empty_seat(game, seat)
