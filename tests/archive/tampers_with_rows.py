"""Tampers with each column and each row of the tables of a closed game."""

import uuid
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from functools import partial

from django.db import models
from django.utils import timezone

from games.models import (
    Accusation,
    Draw,
    JournalEntry,
    Move,
    Round,
    Seat,
    StaffAct,
    Token,
    Trade,
)
from tests.archive.tampered_site import (
    DAY,
    EXTRA,
    KINDS,
    Site,
    Tamper,
    delete,
    rows_of,
    write,
    write_raw,
)

# Tables with one row for each thing that happened, and the column of its place.
PLACES = {
    Move: "number",
    Round: "number",
    Draw: "index",
    Token: "order",
    Accusation: "order",
    Trade: "order",
    Seat: "index",
}
# Values that Django cannot read back from a column of this type.
ODD = {models.DateTimeField: ("", "nonsense"), models.JSONField: ("nonsense",)}


def tampers_with_rows(site: Site) -> Iterator[Tamper]:
    """Yield wrong values of each column, and rows deleted, added and exchanged."""
    for kind in KINDS:
        yield from _columns_of(site, kind)
    for kind in PLACES:
        yield from _rows_of(site, kind)
    for row in rest_of(site):
        for field in row._meta.concrete_fields:
            if not isinstance(field, models.BigAutoField):
                yield from _changes_of(site, row, field)


def rest_of(site: Site) -> list:
    """Return the acts and entries that are left of the forgotten game."""
    pk = site.forgotten.game_id
    entries = models.Q(game=pk) | models.Q(act__game=pk)
    acts = StaffAct.objects.filter(game=pk)
    return [*acts, *JournalEntry.objects.filter(entries)]


def _columns_of(site: Site, kind) -> Iterator[Tamper]:
    rows = rows_of(site.game, kind)
    for field in kind._meta.concrete_fields:
        if (
            field.primary_key
            and field.remote_field is None
            and kind is not JournalEntry
        ):
            continue
        row = next((each for each in rows if getattr(each, field.attname)), rows[0])
        yield from _changes_of(site, row, field)


def _changes_of(site: Site, row, field) -> Iterator[Tamper]:
    """Yield wrong values of one column of a row."""
    subject = f"{type(row).__name__}.{field.name}"
    for value in _wrong(site, field, getattr(row, field.attname)):
        change = partial(write, row, field.name, value)
        yield Tamper(subject, f"becomes {value!r:.40}", change)
    if getattr(row, field.attname) is not None:
        for odd in ODD.get(type(field), ()):
            change = partial(write_raw, row, field.name, odd)
            yield Tamper(subject, f"holds {odd!r}", change, is_odd=True)


def _wrong(site: Site, field, kept) -> list:
    """Return wrong values of a column."""
    if field.remote_field is not None:
        return _other_rows(site, field, kept)
    wrong = _others(field, kept)
    if field.null and kept is not None:
        wrong.append(None)
    return [each for each in wrong if each != kept]


def _others(field, kept) -> list:
    for kind, others in OTHERS.items():
        if isinstance(kept, kind):
            return others(kept)
    return _other_texts(field, kept) if isinstance(kept, str) else _some_value(field)


# By type of value, the first one that fits: true is an integer too.
OTHERS = {
    bool: lambda kept: [not kept],
    datetime: lambda kept: [kept + timedelta(microseconds=1), kept - DAY],
    int: lambda kept: [kept + 1, kept - 1 if kept > 0 else kept + 2],
    (bytes, memoryview): lambda kept: [
        bytes(reversed(bytes(kept))),
        bytes(32),
        b"1" * 32,
    ],
    uuid.UUID: lambda _kept: [uuid.uuid4()],
    dict: lambda kept: [[], {"move": "draw"}, *({**kept, key: 1} for key in EXTRA)],
    list: lambda _kept: [[], ["hat"], {"move": "draw"}],
}


def _other_texts(field, kept: str) -> list[str]:
    choices = [value for value, _name in field.choices or () if value != kept]
    if choices:
        return [choices[0], choices[-1]]
    changed = ("1" if kept[:1] == "0" else "0") + kept[1:]
    return [changed, ""] if kept else ["0" * min(field.max_length, 32)]


def _some_value(field) -> list:
    if isinstance(field, models.DateTimeField):
        return [timezone.now()]
    if isinstance(field, models.TimeField):
        return [time(6, 30)]
    if isinstance(field, models.JSONField):
        return [[]]
    return [0, 1]


def _other_rows(site: Site, field, kept) -> list:
    others = field.remote_field.model._default_manager.exclude(pk=kept)
    wrong = [row.pk for row in (others.first(), others.last()) if row]
    return [*dict.fromkeys(wrong), *([None] if field.null and kept else [])]


def _rows_of(site: Site, kind) -> Iterator[Tamper]:
    rows, place, name = rows_of(site.game, kind), PLACES[kind], kind.__name__
    for row, which in ((rows[0], "first"), (rows[-1], "last")):
        yield Tamper(f"{name} row", f"{which} deleted", partial(delete, row))
        again = partial(copy, row, place)
        yield Tamper(f"{name} row", f"{which} added again", again)
    if len(rows) > 1:
        yield Tamper(f"{name} row", "two exchanged", partial(swap, rows[:2], place))
    to = site.last if hasattr(rows[0], "game") else site.last.rounds.first()
    owner = "game" if hasattr(rows[0], "game") else "round"
    given = partial(write, rows[-1], owner, to.pk)
    yield Tamper(f"{name} row", "given away", given)


def copy(row, place: str) -> None:
    """Add a copy of a row in a place that no row has."""
    again = type(row)(
        **{
            field.attname: getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if not field.primary_key
        }
    )
    setattr(again, place, 99)
    for column in ("key", "player_id"):
        if hasattr(again, column):
            setattr(again, column, None)
    again.save(force_insert=True)


def swap(rows, place: str) -> None:
    """Exchange the places of two rows."""
    one, other = (getattr(row, place) for row in rows)
    write(rows[0], place, 98)
    write(rows[1], place, one)
    write(rows[0], place, other)
