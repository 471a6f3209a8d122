"""Describes a closed game in words, for lists, exports and its page."""

from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib.admin import display
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.labels import (
    EDITION_NAMES,
    OPTION_LABELS,
    colour_name,
    join_names,
    name_of_seat,
    side_name,
    suspect_name,
)
from games.models import (
    NAMELESS,
    Audit,
    Game,
    Move,
    Player,
    Round,
    Seat,
    StaffAct,
    Token,
)
from games.rules.editions import Edition
from games.rules.tokens import ADLER, STASI
from games.table.page.log_sentences import describe_award_reason
from games.table.page.status import format_signed


def read_page(game: Game) -> dict[str, Any]:
    """Return the context of a closed game's page. Holds the secrets of that game."""
    seats = get_seats(game)
    names = [name_of_seat(seat.shown_name) for seat in seats]
    rounds = game.rounds.prefetch_related("accusations", "tokens", "trades")
    return {
        "game": game,
        "setup": describe_setup(game),
        "duration": show_duration(game),
        "winners": show_winners(game),
        "audit": get_audit(game),
        "acts": read_acts(game),
        "seats": list(zip(seats, names, strict=True)),
        "former": _list_former_holders(game),
        "watchers": _read_watchers(game),
        "rounds": [_describe_round(row, names) for row in rounds],
        "moves": [
            (move, names[move.seat], move_in_words(move))
            for move in game.moves.order_by("number")
        ],
    }


def _list_former_holders(game: Game) -> list[tuple[int, int, str]]:
    """Return the place, the seat and the name of each former holder with a name."""
    return [
        (place, holder.seat, holder.name)
        for place, holder in enumerate(game.former_holders)
        if not holder.bot and not holder.name.startswith(NAMELESS)
    ]


def _read_watchers(game: Game) -> list[tuple[int, str]]:
    """Return the key and the name of each watcher with a guess."""
    watchers = Player.objects.filter(bets__round__game=game).order_by("pk").distinct()
    return list(watchers.values_list("pk", "name"))


@display(description=gettext_lazy("edition and options"), ordering="edition")
def describe_setup(game: Game) -> str:
    """Return the edition, and the options that differ from the printed game."""
    options = game.options
    unusual = [
        str(label.short[1])
        for name, label in OPTION_LABELS.items()
        if label.short and label.short[0] == getattr(options, name)
    ]
    return ", ".join([str(EDITION_NAMES[Edition(game.edition)]), *unusual])


@display(description=pgettext_lazy("those who played", "players"))
def show_players(game: Game) -> str:
    return join_names([seat.shown_name for seat in get_seats(game)])


@display(description=gettext_lazy("rounds"), ordering="round_number")
def show_rounds(game: Game) -> int:
    return game.round_number


@display(description=gettext_lazy("ending"), ordering="reason")
def why_it_ended(game: Game) -> str:
    return str(game.get_reason_display())


@display(description=gettext_lazy("winner"))
def show_winners(game: Game) -> str:
    """Return the winners' names; empty for a game without winners."""
    return join_names([seat.shown_name for seat in get_seats(game) if seat.winner])


def get_seats(game: Game) -> list[Seat]:
    """Return the seats of a game, clockwise. Uses the prefetched rows."""
    return sorted(game.seats.all(), key=lambda seat: seat.index)


def get_times(game: Game) -> tuple[datetime, datetime]:
    """Return the start and the end of a closed game."""
    # Both are set: the admin only shows games that were played.
    return cast("datetime", game.started_at), cast("datetime", game.ended_at)


@display(description=gettext_lazy("duration"))
def show_duration(game: Game) -> str:
    """Return the duration of a closed game in hours and minutes."""
    started_at, ended_at = get_times(game)
    minutes = (ended_at - started_at) // timedelta(minutes=1)
    return f"{minutes // 60}:{minutes % 60:02}"


def get_audit(game: Game) -> Audit | None:
    """Return the last audit of a game, None without one."""
    return getattr(game, "audit", None)


@display(description=gettext_lazy("audit"), ordering="audit__made_at")
def audit_in_words(game: Game) -> str:
    """Return the result of the last audit."""
    audit = get_audit(game)
    if audit is None:
        return _("not audited")
    return _("sound") if audit.is_sound else _("faulty")


def read_acts(game: Game) -> list[tuple[str, StaffAct]]:
    """Return the acts of staff on a game, each with its words."""
    return [(_act_in_words(act), act) for act in game.staff_acts.all()]


def _act_in_words(act: StaffAct) -> str:
    words = str(act.get_kind_display())
    if act.seat is None:
        return words
    return _("%(act)s (seat %(seat)s)") % {"act": words, "seat": act.seat}


def move_in_words(move: Move) -> str:
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
    sentence = str(words % (content | _named(content)))
    if race := content.get("race"):
        times = _("%(way)s ms on the way, held for %(held)s ms") % race
        sentence = f"{sentence} ({times})"
    return sentence


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


def _describe_round(row: Round, names: list[str]) -> dict[str, Any]:
    title = _("Round %(number)s") % {"number": row.number}
    if row.attempt > 1:
        title = _("Round %(number)s, attempt %(attempt)s") % {
            "number": row.number,
            "attempt": row.attempt,
        }
    return {
        "title": title,
        "clues": ", ".join(side_name(side) for side in row.clues),
        "chief": _describe_chief(row),
        "mistaken": join_names([names[seat] for seat in row.mistaken]),
        "accusations": [
            _("%(name)s: %(suspect)s (%(matches)s of 5 clues)")
            % {
                "name": names[accusation.seat],
                "suspect": suspect_name(accusation.suspect),
                "matches": "?" if accusation.matches is None else accusation.matches,
            }
            for accusation in row.accusations.all()
        ],
        "tokens": [_describe_token(token, names) for token in row.tokens.all()],
        "trades": [
            _("%(name)s swaps") % {"name": names[trade.seat]}
            for trade in row.trades.all()
        ],
    }


def _describe_chief(row: Round) -> str:
    if not row.chief:
        return ""
    name = suspect_name(row.chief)
    if row.chief_in_deck:
        return _("%(suspect)s, still in the deck") % {"suspect": name}
    return name


def _describe_token(token: Token, names: list[str]) -> str:
    faces = {ADLER: _("Adler"), STASI: _("Stasi"), "": _("none left")}
    return _("%(name)s: %(colour)s %(face)s, %(why)s") % {
        "name": names[token.seat],
        "colour": colour_name(token.colour),
        "face": faces.get(token.face) or format_signed(token.face),
        "why": describe_award_reason(token.due),
    }
