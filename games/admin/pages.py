"""Presents a closed game for its page in the admin."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.admin.words import (
    duration_of,
    seats_of,
    setup_in_words,
    times_of,
    winners_of,
)
from games.labels import (
    colour_name,
    investigator_name,
    join_names,
    name_or_removed,
    side_name,
    suspect_name,
)
from games.models.archive import Audit, StaffAct
from games.models.game import Game, Seat
from games.models.move import MoveRow
from games.models.round import Round, TokenRow
from games.rules.tokens import ADLER, STASI
from games.table.present.log import due_in_words


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat with its result."""

    index: int
    name: str
    investigator: str
    points: int | None
    golds: int | None
    is_winner: bool
    is_named: bool


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One attempt at a round, in words."""

    title: str
    clues: str
    chief: str
    mistaken: str
    accusations: tuple[str, ...]
    tokens: tuple[str, ...]
    trades: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move: its number, time, player and words, and its origin (`by`)."""

    number: int
    made_at: datetime
    name: str
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class GamePage:
    """The content of a closed game's page."""

    pk: int
    code: str
    setup: str
    reason: str
    started_at: datetime
    ended_at: datetime
    duration: str
    winners: str
    audit: Audit | None
    acts: tuple[tuple[str, str, datetime], ...]
    seats: tuple[SeatLine, ...]
    rounds: tuple[RoundPart, ...]
    moves: tuple[MoveLine, ...]


def page_of(game: Game) -> GamePage:
    """Return the page of a closed game. Holds the secrets of that game."""
    started_at, ended_at = times_of(game)
    seats = seats_of(game)
    names = [name_or_removed(seat.name) for seat in seats]
    rounds = game.rounds.prefetch_related("accusations", "tokens", "trades")
    return GamePage(
        pk=game.pk,
        code=game.code,
        setup=setup_in_words(game),
        reason=str(game.get_reason_display()),
        started_at=started_at,
        ended_at=ended_at,
        duration=duration_of(game),
        winners=winners_of(game),
        audit=getattr(game, "audit", None),
        acts=tuple(_act_in_words(act) for act in game.staff_acts.all()),
        seats=tuple(_seat_line(seat) for seat in seats),
        rounds=tuple(_round_part(row, names) for row in rounds),
        moves=tuple(
            MoveLine(
                move.number,
                move.made_at,
                names[move.seat],
                move_in_words(move),
                str(move.get_by_display()),
            )
            for move in game.moves.order_by("number")
        ),
    )


def move_in_words(move: MoveRow) -> str:
    """Return the move in words."""
    content = move.content
    words = {
        "choose": _("chooses %(side)s"),
        "draw": _("draws a card"),
        "place": _("sorts it: %(as)s"),
        "accuse": _("accuses %(suspect)s"),
        "pass": _("doesn't accuse"),
        "trade": _("swaps %(give)s for %(take)s"),
        "done": _("is ready to move on"),
        "announce": _("announces ten points"),
    }[content["move"]]
    told = str(words % (content | _named(content)))
    if race := content.get("race"):
        told = f"{told} ({_('%(way)s ms under way, held for %(held)s ms') % race})"
    return told


def _named(content: dict[str, Any]) -> dict[str, str]:
    named = {}
    if "side" in content:
        named["side"] = side_name(content["side"])
    if "suspect" in content:
        named["suspect"] = suspect_name(content["suspect"])
    if "as" in content:
        is_suspect = content["as"] == "suspect"
        named["as"] = _("a suspect") if is_suspect else _("a discard")
    return named


def _seat_line(seat: Seat) -> SeatLine:
    return SeatLine(
        seat.index,
        name_or_removed(seat.name),
        investigator_name(seat.investigator),
        seat.points,
        seat.golds,
        seat.winner,
        bool(seat.name),
    )


def _act_in_words(act: StaffAct) -> tuple[str, str, datetime]:
    words = str(act.get_kind_display())
    if act.seat is not None:
        words = _("%(act)s (seat %(seat)s)") % {"act": words, "seat": act.seat}
    return words, act.staff_name, act.made_at


def _round_part(row: Round, names: list[str]) -> RoundPart:
    title = _("Round %(number)s") % {"number": row.number}
    if row.attempt > 1:
        title = _("Round %(number)s, attempt %(attempt)s") % {
            "number": row.number,
            "attempt": row.attempt,
        }
    tokens = {token.pk: token for token in row.tokens.all()}
    return RoundPart(
        title=title,
        clues=", ".join(side_name(side) for side in row.clues),
        chief=_chief_in_words(row),
        mistaken=join_names([names[seat] for seat in row.mistaken]),
        accusations=tuple(
            _("%(name)s: %(suspect)s (%(matches)s of 5 clues)")
            % {
                "name": names[accusation.seat],
                "suspect": suspect_name(accusation.suspect),
                "matches": "?" if accusation.matches is None else accusation.matches,
            }
            for accusation in row.accusations.all()
        ),
        tokens=tuple(_token_in_words(token, names) for token in tokens.values()),
        trades=tuple(
            _("%(name)s swaps") % {"name": names[trade.seat]}
            for trade in row.trades.all()
        ),
    )


def _chief_in_words(row: Round) -> str:
    if not row.chief:
        return ""
    name = suspect_name(row.chief)
    if row.chief_in_deck:
        return _("%(suspect)s, still in the deck") % {"suspect": name}
    return name


def _token_in_words(token: TokenRow, names: list[str]) -> str:
    faces = {ADLER: _("Adler"), STASI: _("Stasi"), "": _("none left")}
    return _("%(name)s: %(colour)s %(face)s, %(why)s") % {
        "name": names[token.seat],
        "colour": colour_name(token.colour),
        "face": faces.get(token.face, token.face),
        "why": due_in_words(token.due),
    }
