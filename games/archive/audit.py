"""Replays a closed game and compares the result with every stored row of it.

The record is verified as an outsider would verify it (games.proof.verify). The rows of
rounds, draws, accusations, tokens and trades, and the summary, are compared with the
rows that the replayed events call for (games.play.rows). Holds the secrets of the
closed game.

Each entry of the site's journal (docs/fairness.md) is compared with the one before it
and with its game or act of staff, so that a game that was deleted, opened again or
slipped in is found, and a deleted act as well. The act that forgot a game keeps the
values that the hash of the game's entry covers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    ForeignKey,
    Model,
    OuterRef,
    Q,
    QuerySet,
)
from django.utils import timezone

from games.archive.records import (
    KEY_COLUMNS,
    ExpectedRows,
    Rows,
    Unfolded,
    compute_forgotten_hash,
    get_finished_games,
    get_forgetting_acts,
    unfold,
)
from games.models import (
    Accusation,
    Audit,
    Draw,
    Game,
    JournalEntry,
    Reason,
    Round,
    StaffAct,
    StaffActKind,
    TablePhase,
    Token,
    Trade,
)
from games.play.chaining import compute_act_hash
from games.play.rows import Columns, format_time
from games.play.tutorial_script import DEAL
from games.proof.chain import list_links
from games.proof.verify import (
    Check,
    filter_faults,
    find_differences,
    report_fault,
    report_faults,
    to_text,
    verify,
)
from games.rules.scoring import count_golds, sum_points
from games.rules.state import State

# A tutorial fixes its only deal by hand, which can cheat no opponent.
_GIVEN = "rounds dealt by hand"
_PROOF = "proof"
_NOTHING = "nothing"
_TOKENS = ("give", "take")
# The name of each table in a report.
_TABLES: dict[type[Model], str] = {
    Round: "rounds",
    Draw: "draws",
    Accusation: "accusations",
    Token: "tokens",
    Trade: "trades",
}


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The checks of an audit: one for each part that holds, one for each fault."""

    checks: tuple[Check, ...]

    @property
    def faults(self) -> tuple[Check, ...]:
        """Return the checks that failed."""
        return tuple(filter_faults(list(self.checks)))

    @property
    def is_sound(self) -> bool:
        """Return whether every check holds."""
        return not self.faults

    @property
    def is_unproven(self) -> bool:
        """Return whether the proof has a gap; then the game is not just faulty."""
        return any(check.name == _PROOF for check in self.faults)


def audit_stored(pk: int) -> AuditReport:
    """Audit the closed game with this key, even if its row cannot be read."""
    checks: list[Check] = []
    try:
        for check in run_checks(Game.objects.get(pk=pk)):
            checks.append(check)  # noqa: PERF402
    except Exception as error:
        # A row may hold anything, and one odd game must not stop an audit of all.
        reason = str(getattr(error, "reason", error))
        words = ": ".join(filter(None, [type(error).__name__, reason]))
        checks.append(report_fault("game", "one that can be read", words))
    return AuditReport(tuple(checks))


def audit_game(game: Game) -> AuditReport:
    """Audit a closed game and return the report.

    Raises:
        TableError: the game is running, or was closed before it began.
    """
    if not get_finished_games().filter(pk=game.pk).exists():
        unfold(game)
    return audit_stored(game.pk)


def store_audit(game: Game, user: User, checks: Sequence[Check]) -> Audit:
    """Store the checks of an audit that this user has just asked for."""
    audit, _created = Audit.objects.update_or_create(
        game=game,
        defaults={
            "made_at": timezone.now(),
            "made_by": user,
            "is_sound": all(check.holds for check in checks),
            "checks": [asdict(check) | {"holds": check.holds} for check in checks],
        },
    )
    return audit


def run_checks(game: Game) -> Iterator[Check]:
    """Yield the checks of a closed game; a row that cannot be read raises any error."""
    yield _check_proof(game)
    unfolded = unfold(game)
    yield from _check_summary(game, unfolded)
    yield from _check_numbers(unfolded, game.move_count)
    yield from check_journal_entries(game)
    yield from _check_rows(game, unfolded.expected)
    yield from _verify(game, unfolded)


def _check_proof(game: Game) -> Check:
    """Check that no part of the proof is empty: an empty one proves nothing."""
    parts = {
        "commitment": game.commitment,
        "version of the rules": game.rules_version,
        "hash of the set-up": game.start_hash,
        "head": game.head_hash,
        "seed": bytes(game.secrets.seed),
        "hashes of moves": not game.moves.filter(hash="").exists(),
        "journal": hasattr(game, "closing"),
        "shuffled deals": game.is_tutorial or game.secrets.deals is None,
    }
    missing = [part for part, is_there in parts.items() if not is_there]
    found = f"without {', '.join(missing)}" if missing else "complete"
    return Check(_PROOF, "complete", found)


def _verify(game: Game, unfolded: Unfolded) -> list[Check]:
    checks = verify(unfolded.record)
    if not game.is_tutorial:
        return checks
    scripted = Check("deal of the tutorial", "its own", "its own")
    if game.secrets.deals != [DEAL.to_dict()]:
        scripted = replace(scripted, found="another one")
    return [
        scripted,
        *(
            replace(check, expected="1") if check.name == _GIVEN else check
            for check in checks
        ),
    ]


def _check_numbers(unfolded: Unfolded, move_count: int) -> list[Check]:
    """Check that moves are numbered from 1 and that each names the hash before it."""
    faults = []
    links = [link for link in list_links(unfolded.record) if link.move]
    rows = unfolded.moves
    for count, (row, link) in enumerate(zip(rows, links, strict=True), 1):
        place, before = f"move {count}", row.previous_hash
        faults.append(Check(f"{place}, number", str(count), str(row.number)))
        faults.append(Check(f"{place}, previous hash", link.previous, before))
    faults.append(Check("number of moves", str(len(rows)), str(move_count)))
    return report_faults("numbers", f"{len(rows)} moves", filter_faults(faults))


def _check_rows(game: Game, expected: ExpectedRows) -> Iterator[Check]:
    for model, name in _TABLES.items():
        correct = expected.tables[model]
        # Without an expected row no column matters: each stored row is a fault.
        columns = next(iter(correct.values()), {})
        yield from _compare(name, correct, _read_stored_rows(game, model, columns))


def _read_stored_rows(game: Game, model: type[Model], columns: Iterable[str]) -> Rows:
    keys = KEY_COLUMNS[model]
    of_game = {"game" if model is Round else "round__game": game}
    rows: Any = QuerySet(model).filter(**of_game).values(*keys, *columns)
    found = {tuple(row.pop(each) for each in keys): row for row in rows}
    if model is Trade and columns:
        ours = dict(Token.objects.filter(round__game=game).values_list("pk", "name"))
        for row in found.values():
            row |= {part: ours.get(row[part], "another game's") for part in _TOKENS}
    return found


def _compare(name: str, expected: Rows, found: Rows) -> list[Check]:
    faults = [
        fault
        for place in sorted({*expected, *found})
        for fault in find_differences(
            expected.get(place), found.get(place), _place_in_words(name, place)
        )
    ]
    return report_faults(name, f"{len(expected)} rows", faults)


def _place_in_words(name: str, place: tuple[int, ...]) -> str:
    number, attempt, *within = place
    suffix = f" (attempt {attempt})" if attempt > 1 else ""
    return f"{name}, round {number}{suffix}" + "".join(f", {inner}" for inner in within)


def _check_summary(game: Game, unfolded: Unfolded) -> list[Check]:
    state, moves = unfolded.state, unfolded.moves
    last = moves[-1].made_at if moves else game.started_at
    due = [game.dues, format_time(game.due_at), format_time(game.paused_at)]
    # The expected and the stored value.
    parts: dict[str, tuple[object, object]] = {
        "phase": (TablePhase.OVER.value, str(game.phase)),
        "round": (state.number, game.round_number),
        "last move": (format_time(last), format_time(game.moved_at)),
        "due": ([[], None, None], due),
    }
    for place, seat in enumerate(unfolded.seats):
        result = {"index": place} | _build_result_columns(state, seat.index)
        parts[f"seat {seat.index}"] = (
            result,
            {name: getattr(seat, name) for name in result},
        )
    faults = [
        fault
        for name, (expected, found) in parts.items()
        for fault in find_differences(expected, found, f"summary, {name}")
    ]
    return report_faults("summary", to_text(list(parts)), faults)


def _build_result_columns(state: State, seat: int) -> Columns:
    is_over = state.termination is not None
    counts = is_over and 0 <= seat < len(state.seats)
    return {
        "points": sum_points(state, seat) if counts else None,
        "golds": count_golds(state, seat) if counts else None,
        "winner": is_over and seat in state.winners,
    }


def audit_journal() -> list[Check]:
    """Return the checks of the journal: one if it holds, else its faults."""
    try:
        return _check_journal()
    except Exception as error:
        # An entry may hold anything.
        return [report_fault("journal", "one that can be read", type(error).__name__)]


def _check_journal() -> list[Check]:
    checks, before, count = [], "", 0
    for entry in _read_entries(JournalEntry.objects.all()).iterator():
        count += 1
        place = f"journal, entry {entry['number']}"
        checks.append(Check(f"{place}, number", str(count), str(entry["number"])))
        checks.append(Check(f"{place}, hash before", before, entry["previous_hash"]))
        checks += filter_faults([*_compare_entry(entry)])
        before = entry["hash"]
    checks += _find_left_out()
    return report_faults("journal", f"{count} entries", filter_faults(checks))


def audit_references() -> list[Check]:
    """Return the checks of rows that refer to a row: one if each is there, else faults.

    A database refuses such rows, but a backup that was merged into another may hold
    some.
    """
    faults: list[Check] = []
    for model in apps.get_app_config("games").get_models():
        # Documented, in spite of its name.
        for field in model._meta.get_fields():  # noqa: SLF001
            # The keys of forgotten games stay (games.models.archive).
            is_checked = getattr(field, "db_constraint", False)
            if isinstance(field, ForeignKey) and is_checked:
                faults += _compare_references(model, field)
    return report_faults("references", "match", faults)


def _compare_references(
    model: type[Model], field: "ForeignKey[Any, Any]"
) -> Iterator[Check]:
    """Yield a fault if rows of a table refer to rows that do not exist."""
    there: Any = QuerySet(field.related_model).filter(pk=OuterRef(field.attname))
    refers: Any = QuerySet(model).filter(**{f"{field.attname}__isnull": False})
    if lost := refers.filter(~Exists(there)).count():
        place = f"{model.__name__.lower()}, {field.column}"
        yield report_fault(place, "rows that exist", f"{lost} rows refer to none")


def check_journal_entries(game: Game) -> list[Check]:
    """Return the checks of the entries of one closed game and of its acts of staff."""
    entries = JournalEntry.objects.filter(Q(game=game) | Q(act__game=game))
    checks = [
        check for entry in _read_entries(entries) for check in _compare_entry(entry)
    ]
    acts = game.staff_acts.filter(entry=None).values_list("pk", flat=True)
    checks += [_report_absent(f"act {pk}") for pk in acts]
    return report_faults("entries in the journal", "match", filter_faults(checks))


def _read_entries(entries: QuerySet[JournalEntry]) -> Any:
    """Return entries with the code and the head of their games.

    No game is loaded, because one odd column would hide all other games.
    """
    is_closed = Q(game__started_at__isnull=False, game__ended_at__isnull=False)
    return entries.order_by("number").values(
        *("number", "code", "previous_hash", "hash", "act_id"),
        *("game_id", "game__code", "game__head_hash"),
        is_closed=ExpressionWrapper(is_closed, BooleanField()),
    )


def _compare_entry(entry: dict[str, Any]) -> Iterator[Check]:
    """Compare an entry with its game, or with its act and the effect of that act."""
    place = f"journal, entry {entry['number']}"
    act = StaffAct.objects.filter(pk=entry["act_id"]).first()
    code, correct = _expect_act_entry(entry, act) if act else _expect_game_entry(entry)
    yield Check(f"{place}, code", code, entry["code"])
    yield Check(f"{place}, hash", correct, entry["hash"])
    if act and not _has_effect(act, entry["previous_hash"]):
        yield Check(f"{place}, effect", str(act.kind), _NOTHING)


def _expect_game_entry(entry: dict[str, Any]) -> tuple[str, str]:
    """Return the code and the hash that the entry of a game must have."""
    if entry["game__code"]:
        correct = entry["game__head_hash"] if entry["is_closed"] else "of a closed game"
        return entry["game__code"], correct or _NOTHING
    if act := _find_forgetting_act(entry["game_id"]):
        correct = compute_forgotten_hash(act, entry["number"], entry["previous_hash"])
        return act.entry.code, correct
    return _NOTHING, _NOTHING


def _expect_act_entry(entry: dict[str, Any], act: StaffAct) -> tuple[str, str]:
    """Return the code and the hash that the entry of an act must have."""
    game = Game.objects.filter(pk=act.game_id).values_list("code", flat=True).first()
    # Its hash covers the code, which the games without this one do not know.
    code = game or (entry["code"] if _find_forgetting_act(act.game_id) else _NOTHING)
    return code, compute_act_hash(act, code, entry["number"], entry["previous_hash"])


def _find_forgetting_act(pk: int | None) -> StaffAct | None:
    """Return the act that deleted the game with this key."""
    return get_forgetting_acts().filter(game=pk).first()


def _has_effect(act: StaffAct, before: str) -> bool:
    """Return whether an act did what it says, after the entry with this hash.

    The end of a game is entered just before the act. A seat with a removed name stays
    empty once the game is closed. An act without a seat is about a person without one.
    """
    game = Game.objects.filter(pk=act.game_id).first()
    if act.kind == StaffActKind.FORGOTTEN or game is None:
        of_game = JournalEntry.objects.filter(game=act.game_id, hash=before)
        return game is None and (act.kind != StaffActKind.ENDED or of_game.exists())
    if act.kind == StaffActKind.ENDED:
        return game.reason == Reason.ABANDONED and game.head_hash == before
    if act.seat is None or not hasattr(game, "closing"):
        return True
    if act.entry.number < game.closing.number:
        # The seat may have been taken again, or given up in the lobby.
        return True
    seats = {seat.index: seat for seat in game.seats.all()}
    return act.seat in seats and not (seats[act.seat].player_id or seats[act.seat].name)


def _find_left_out() -> Iterator[Check]:
    """Report closed games and acts of staff without an entry."""
    for code in (
        get_finished_games().filter(closing=None).values_list("code", flat=True)
    ):
        yield _report_absent(f"table {code}")
    for pk in StaffAct.objects.filter(entry=None).values_list("pk", flat=True):
        yield _report_absent(f"act {pk}")


def _report_absent(what: str) -> Check:
    return Check(f"journal, {what}", "an entry", _NOTHING)
