"""Audits the site's journal of closed games and acts of staff (docs/fairness.md).

Each entry is compared with the one before it and with its game or act, so that a game
that was deleted, opened again or slipped in is found, and a deleted act as well.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from games.models.archive import JournalEntry, StaffAct
from games.models.game import Game
from games.play.chaining import hash_of_act
from games.rules.checks import Check, fault, faults_or_pass, only_faults

_NOTHING = "nothing"


def audit_journal() -> list[Check]:
    """Return the checks of the journal: one if it holds, else its faults."""
    try:
        return _audit()
    except Exception as error:
        # An entry may hold anything.
        return [fault("journal", "one that can be read", type(error).__name__)]


def _audit() -> list[Check]:
    checks, before, count = [], "", 0
    for entry in _entries(JournalEntry.objects.all()).iterator():
        count += 1
        place = f"journal, entry {entry['number']}"
        checks.append(Check(f"{place}, number", str(count), str(entry["number"])))
        checks.append(Check(f"{place}, hash before", before, entry["previous_hash"]))
        checks += only_faults([*_compare(entry)])
        before = entry["hash"]
    checks += _left_out()
    return faults_or_pass("journal", f"{count} entries", only_faults(checks))


def check_entries_of(game: Game) -> list[Check]:
    """Return the checks of the entries of one closed game and of its acts of staff."""
    entries = JournalEntry.objects.filter(Q(game=game) | Q(act__game=game))
    checks = [check for entry in _entries(entries) for check in _compare(entry)]
    acts = game.staff_acts.filter(entry=None).values_list("pk", flat=True)
    checks += [_absent(f"act {pk}") for pk in acts]
    return faults_or_pass("entries in the journal", "match", only_faults(checks))


def _entries(entries: QuerySet[JournalEntry]) -> Any:
    """Return entries with the code and the head of their games.

    No game is loaded, because one odd column would hide all other games.
    """
    is_closed = Q(game__started_at__isnull=False, game__ended_at__isnull=False)
    return entries.order_by("number").values(
        *("number", "code", "previous_hash", "hash", "act_id"),
        *("game__code", "game__head_hash"),
        is_closed=ExpressionWrapper(is_closed, BooleanField()),
    )


def _compare(entry: dict[str, Any]) -> Iterator[Check]:
    """Compare an entry with its game or its act."""
    place = f"journal, entry {entry['number']}"
    code, due = _due(entry)
    yield Check(f"{place}, code", code, entry["code"])
    yield Check(f"{place}, hash", due, entry["hash"])


def _due(entry: dict[str, Any]) -> tuple[str, str]:
    """Return the code and the hash that an entry must have."""
    if entry["act_id"] is None:
        due = entry["game__head_hash"] if entry["is_closed"] else "of a closed game"
        return entry["game__code"] or _NOTHING, due or _NOTHING
    act = StaffAct.objects.select_related("game").filter(pk=entry["act_id"]).first()
    if act is None:
        return _NOTHING, _NOTHING
    due = hash_of_act(act, entry["number"], entry["previous_hash"])
    return act.game.code, due


def _left_out() -> Iterator[Check]:
    """Report closed games and acts of staff without an entry."""
    begun = Game.objects.filter(started_at__isnull=False, ended_at__isnull=False)
    for code in begun.filter(closing=None).values_list("code", flat=True):
        yield _absent(f"table {code}")
    for pk in StaffAct.objects.filter(entry=None).values_list("pk", flat=True):
        yield _absent(f"act {pk}")


def _absent(what: str) -> Check:
    return Check(f"journal, {what}", "an entry", _NOTHING)
