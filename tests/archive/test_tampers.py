"""The audit sees every tamper, but for those that docs/fairness.md names."""

import io
import re
from itertools import chain
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.db.models import AutoField

from games.archive.audit import audit_journal, run_checks
from games.archive.records import compare_receipt, get_finished_games, read_receipt
from tests.archive.tampered_site import KINDS, drop_triggers, make_site
from tests.archive.tampers_with_games import tampers_with_games
from tests.archive.tampers_with_rows import tampers_with_rows

DOCS = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
# Columns are named like `Seat.name`, and all columns of a table like `Note.*`.
NAMED = set(re.findall(r"`([A-Z]\w+\.(?:\w+|\*))`", DOCS))
AT_LEAST = 450


def judge() -> str:
    """Return whether `manage.py audit --all` sees a fault."""
    try:
        call_command("audit", "--all", stdout=io.StringIO())
    except SystemExit:
        return "seen"
    except Exception as error:
        return f"crashed: {type(error).__name__}"
    return "unseen"


def audit_of(site, tamper) -> str:
    """Return whether an audit sees a tamper; faster than the command for all games."""
    others = () if tamper.is_of_one_game else (site.first, site.last)
    is_found = any(map(is_faulty, (site.game, *others))) or has_fault(audit_journal())
    return "seen" if is_found else "unseen"


def is_faulty(game) -> bool:
    found = get_finished_games().filter(pk=game.pk).first()
    return found is not None and has_fault(run_checks(found))


def has_fault(checks) -> bool:
    try:
        return any(not check.holds for check in checks)
    except Exception:
        # `audit_stored` makes a fault of it.
        return True


def try_out(site, tamper, receipts) -> str:
    """Make the changes of a tamper, audit with and without receipts, and undo them."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                tamper.apply()
        except DatabaseError:
            found = "refused by the database"
        else:
            found = judge() if tamper.is_odd else audit_of(site, tamper)
            if found == "unseen" and has_fault(map(compare_receipt, receipts)):
                found = "seen with receipts"
        transaction.set_rollback(True)
    return found


def is_named(tamper) -> bool:
    """Return whether docs/fairness.md says that no audit sees this tamper."""
    table = tamper.subject.partition(".")[0]
    return bool({tamper.subject, f"{table}.*"} & NAMED) or tamper.subject in DOCS


def columns_of_the_app() -> set[str]:
    """Return every column but the numbers that the database gives to rows."""
    return {
        f"{kind.__name__}.{field.name}"
        for kind in KINDS
        for field in kind._meta.concrete_fields
        if not isinstance(field, AutoField)
    }


def named_columns() -> set[str]:
    """Return the columns that docs/fairness.md says no audit sees."""
    tables = {name.removesuffix("*") for name in NAMED if name.endswith("*")}
    whole = {each for each in columns_of_the_app() if each.startswith(tuple(tables))}
    return whole | {name for name in NAMED if not name.endswith("*")}


@pytest.mark.slow
@pytest.mark.django_db
def test_every_tamper_is_seen_or_named(monkeypatch):
    site = make_site(monkeypatch)
    # The head of the last game covers all games before it.
    receipts = [read_receipt(site.last)]
    assert judge() == "unseen"
    drop_triggers()
    tampers = chain(tampers_with_rows(site), tampers_with_games(site))
    found = [(each, try_out(site, each, receipts)) for each in tampers]
    assert len(found) >= AT_LEAST
    assert [one for one in found if one[1].startswith("crashed")] == []
    unseen = [tamper for tamper, verdict in found if verdict == "unseen"]
    assert [each for each in unseen if not is_named(each)] == []
    # The changes that the docs name are indeed not seen.
    assert {each.subject for each in unseen} >= named_columns()
    assert {tamper.subject for tamper, _verdict in found} >= columns_of_the_app()
    # Only an owner who writes all hashes anew, or takes back the newest game, needs
    # the players' receipts to be found out.
    late = {one.subject for one, verdict in found if verdict == "seen with receipts"}
    assert late <= {"re-hashed", "missing (last)"}
