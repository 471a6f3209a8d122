"""Replays a closed game and compares the result with every stored row of it.

The record is verified as an outsider would verify it (games.rules.verify). The rows of
rounds, draws, accusations, tokens and trades, and the summary, are compared with the
rows that the events call for (archive.expected_rows). Holds the secrets of the closed
game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet

from games.archive.expected_rows import Ledger, Row
from games.archive.records import Unfolded, unfold
from games.errors import TableError
from games.models.game import Game, TablePhase
from games.models.round import AccusationRow, DrawRow, Round, TokenRow, TradeRow
from games.rules.errors import RulesError
from games.rules.scoring import golds, points
from games.rules.verify import Check, differences, faults_or_pass, to_text, verify

# A tutorial fixes its only deal by hand, which can cheat no opponent.
_GIVEN = "rounds dealt by hand"
_ROUND = ("first_seat", "exposed", "clues", "chief", "chief_in_deck", "mistaken")
_DRAW = ("seat", "suspect", "public_clue", "sorted_as")
_ACCUSATION = ("seat", "suspect", "matches")
_TOKEN = ("seat", "due", "colour", "face", "name", "holder", "face_up")


@dataclass(frozen=True, slots=True)
class Report:
    """The checks of an audit: one for each part that holds, one for each fault."""

    checks: tuple[Check, ...]

    @property
    def faults(self) -> tuple[Check, ...]:
        """Return the checks that failed."""
        return tuple(check for check in self.checks if not check.holds)

    @property
    def is_sound(self) -> bool:
        """Return whether every check holds."""
        return not self.faults


def closed_games() -> QuerySet[Game]:
    """Return the games that can be audited: begun, then ended or abandoned."""
    closed = Game.objects.filter(started_at__isnull=False, ended_at__isnull=False)
    return closed.select_related("secrets").order_by("pk")


def audit_game(game: Game) -> Report:
    """Audit a closed game and return the report.

    Raises:
        TableError: the game is running, or was closed before it began.
    """
    try:
        unfolded = unfold(game)
    except TableError:
        raise
    except (ObjectDoesNotExist, RulesError, TypeError, ValueError) as error:
        found = f"{type(error).__name__}"
        return Report((Check("set-up", "a game that can be played", found),))
    return Report(
        (
            *_verify(game, unfolded),
            *_numbers(game),
            *_rows(game, unfolded.ledger),
            *_summary(game, unfolded),
        )
    )


def _verify(game: Game, unfolded: Unfolded) -> list[Check]:
    checks = verify(unfolded.record)
    if not game.is_tutorial:
        return checks
    return [
        replace(check, expected="1") if check.name == _GIVEN else check
        for check in checks
    ]


def _numbers(game: Game) -> list[Check]:
    """Check that moves are numbered from 1 and that each names the hash before it."""
    faults, previous, count = [], game.start_hash, 0
    rows = game.moves.order_by("number").values_list("number", "previous_hash", "hash")
    for number, before, own in rows.iterator():
        count += 1
        faults.append(Check(f"move {count}, number", str(count), str(number)))
        faults.append(Check(f"move {count}, previous hash", previous, before))
        previous = own
    faults.append(Check("number of moves", str(count), str(game.move_count)))
    wrong = [check for check in faults if not check.holds]
    return faults_or_pass("numbers", f"{count} moves", wrong)


def _rows(game: Game, ledger: Ledger) -> Iterator[Check]:
    yield from _compare("rounds", ledger.rounds, _rounds_of(game))
    of_game = {"round__game": game}
    yield from _compare(
        "draws", ledger.draws, _named(DrawRow.objects.filter(**of_game), "index", _DRAW)
    )
    accusations = AccusationRow.objects.filter(**of_game)
    yield from _compare(
        "accusations", ledger.accusations, _named(accusations, "order", _ACCUSATION)
    )
    tokens = TokenRow.objects.filter(**of_game)
    yield from _compare("tokens", ledger.tokens, _named(tokens, "order", _TOKEN))
    trades = TradeRow.objects.filter(**of_game)
    found = _named(trades, "order", ("seat", "give__name", "take__name"))
    for row in found.values():
        row["give"], row["take"] = row.pop("give__name"), row.pop("take__name")
    yield from _compare("trades", ledger.trades, found)


def _rounds_of(game: Game) -> dict[tuple[int, ...], Row]:
    rows = Round.objects.filter(game=game).values("number", "attempt", *_ROUND)
    return {(row.pop("number"), row.pop("attempt")): row for row in rows}


def _named(
    rows: QuerySet[Any], place: str, fields: tuple[str, ...]
) -> dict[tuple[int, ...], Row]:
    """Return rows by round, attempt and place in the round."""
    return {
        (row.pop("round__number"), row.pop("round__attempt"), row.pop(place)): row
        for row in rows.values("round__number", "round__attempt", place, *fields)
    }


def _compare(
    name: str, expected: dict[tuple[int, ...], Row], found: dict[tuple[int, ...], Row]
) -> list[Check]:
    faults = [
        fault
        for place in sorted({*expected, *found})
        for fault in differences(
            expected.get(place), found.get(place), _place_in_words(name, place)
        )
    ]
    return faults_or_pass(name, f"{len(expected)} rows", faults)


def _place_in_words(name: str, place: tuple[int, ...]) -> str:
    number, attempt, *within = place
    again = f" (attempt {attempt})" if attempt > 1 else ""
    return f"{name}, round {number}{again}" + "".join(f", {inner}" for inner in within)


def _summary(game: Game, unfolded: Unfolded) -> list[Check]:
    state = unfolded.state
    is_over = state.termination is not None
    expected: dict[str, object] = {
        "phase": TablePhase.OVER.value,
        "round": state.number,
    }
    found: dict[str, object] = {"phase": str(game.phase), "round": game.round_number}
    for place, seat in enumerate(game.seats.order_by("index")):
        name = f"seat {seat.index}"
        in_game = 0 <= seat.index < len(state.seats)
        counts = is_over and in_game
        expected[name] = {
            "index": place,
            "points": points(state, seat.index) if counts else None,
            "golds": golds(state, seat.index) if counts else None,
            "winner": is_over and seat.index in state.winners,
        }
        found[name] = {
            "index": seat.index,
            "points": seat.points,
            "golds": seat.golds,
            "winner": seat.winner,
        }
    return faults_or_pass(
        "summary",
        to_text(list(expected)),
        list(differences(expected, found, "summary")),
    )
