"""Exports all stored data about one person.

Includes the person's own moves and results, but no names or cards of other players.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import F

from games.models import NAMELESS, Game, Player, Seat
from games.table.people.holders import get_games_perhaps_left_by
from games.table.subject import read_exports
from runtime.threads import Kind, require_slow_thread

FORMAT = "checkpoint-charlie-export/1"
_OF_SEAT = ("name", "investigator", "got_up", "points", "golds", "winner")


def read_export(user: User | AnonymousUser, player: Player | None) -> dict[str, Any]:
    """Return all data about an account, a player or both, ready for JSON.

    Holds secrets of the player: the sides chosen in running games.
    """
    require_slow_thread(Kind.SEARCHES)
    seats = player.seats.select_related("game") if player else Seat.objects.none()
    return {
        "format": FORMAT,
        "account": _read_account(user) if user.is_authenticated else None,
        "player": _read_player(player) if player else None,
        "seats": [_read_seat(seat) for seat in seats.order_by("game__opened_at")],
        "former_seats": _read_former_seats(player) if player else [],
        "replay_links": _read_links(player) if player else [],
        "hosted": list(player.hosted.values_list("code", flat=True)) if player else [],
        **(_read_other_rows(player) if player else {}),
    }


def _read_account(user: User) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    passkeys = Authenticator.objects.filter(user=user)
    issued = getattr(user, "socialaccount_set", None)
    return {
        "username": user.get_username(),
        "email_addresses": sorted({*addresses, user.email} - {""}),
        "created": user.date_joined,
        "last_sign_in": user.last_login,
        "passkeys": [
            {
                "name": str(passkey),
                "created": passkey.created_at,
                "last_used": passkey.last_used_at,
            }
            for passkey in passkeys
        ],
        # The ids by which an OpenID Connect issuer knows the user.
        "issuer_ids": [each.uid for each in issued.all()] if issued else [],
    }


def _read_player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "created": player.created,
        "last_seen": player.last_seen,
        "last_session_end": player.session_ended_at,
        "banned_until": player.banned_until,
    }


def _read_other_rows(player: Player) -> dict[str, Any]:
    sentences = player.wrong_sentences.values(
        "at", "seat", "sentence", "made_at", table=F("game__code")
    )
    return {
        **read_exports(player),
        "sentences_called_wrong": list(sentences),
        "excluded": list(player.exclusions.values("made_at", name=F("player__name"))),
        "tables_without_seat": [
            {
                "table": row.game.code,
                "standing": row.get_standing_display(),
                "promised_seat": row.promised_seat,
                "claimed_seat": row.claimed_seat and row.claimed_seat.index,
            }
            for row in player.bystanders.select_related("game", "claimed_seat")
        ],
    }


def _read_links(player: Player) -> list[dict[str, Any]]:
    links = player.replay_links.select_related("game").order_by("made_at")
    return [
        {"table": link.game.code, "made": link.made_at, "viewer": link.viewer}
        for link in links
    ]


def _read_seat(seat: Seat) -> dict[str, Any]:
    """Return a seat and the moves since it is its player's: others are another's."""
    game, fields = seat.game, {name: getattr(seat, name) for name in _OF_SEAT}
    first = game.count_moves_before_holder(seat.index)
    if seat.points is not None:
        *_former, (_own, fields["points"], fields["golds"]) = game.list_scores(seat)
    if any(each.seat == seat.index for each in game.former_holders):
        fields["got_up"] = None
    return _read_game(game) | {
        "seat": seat.index,
        **fields,
        "moves": _read_moves(game, seat.index, first, game.move_count),
    }


def _read_former_seats(player: Player) -> list[dict[str, Any]]:
    """Return the seats that a player held, with the moves until they changed hands."""
    return [
        _read_game(game)
        | {
            "seat": holder.seat,
            "name": holder.name.removeprefix(NAMELESS),
            "moves": _read_moves(game, holder.seat, first, holder.moves),
        }
        for game in get_games_perhaps_left_by(player).order_by("opened_at")
        for holder, first in game.list_holdings(player.pk)
    ]


def _read_game(game: Game) -> dict[str, Any]:
    return {
        "table": game.code,
        **{name: getattr(game, name) for name in ("edition", "phase", "reason")},
        "opened": game.opened_at,
        "started": game.started_at,
        "ended": game.ended_at,
    }


def _read_moves(game: Game, seat: int, first: int, last: int) -> list[dict[str, Any]]:
    """Return the moves of a seat after the first moves of a game, up to the last."""
    moves = game.moves.filter(seat=seat, number__gt=first, number__lte=last)
    columns = moves.order_by("number").values_list("number", "made_at", "by", "content")
    return [
        {"number": number, "made": made_at, "by": by, **content}
        for number, made_at, by, content in columns
    ]
