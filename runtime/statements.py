"""Finds, inserts or updates rows by statements that are composed once.

The ORM composes each statement anew, which takes three to ten times as long as the
database needs to run it (docs/performance.md). For what every move asks for alone; all
else goes through the ORM. Values pass through the model's fields, as they do there. No
signals are sent. The database gives a new row its key, which the object does not learn.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

from django.db import connection, models

type _Field = models.Field[Any, Any]


def find_row[Row: models.Model](
    rows: models.Manager[Row], name: str, value: object
) -> Row | None:
    """Return the row with this value in a unique column, None without one."""
    (field,) = _get_fields(rows.model, (name,))
    sql = f"SELECT * FROM {_quote(rows.model)} WHERE {_quote(field)} = %s"
    return next(iter(rows.raw(sql, _prepare([field], [value]))), None)


def insert_row(row: models.Model) -> None:
    """Insert a new row.

    Raises:
        IntegrityError: the row violates a constraint.
    """
    sql, fields = _compose_insertion(type(row))
    _run(sql, fields, [field.value_from_object(row) for field in fields])


def update_rows(
    model: type[models.Model], where: Mapping[str, object], **values: object
) -> int:
    """Set values in the rows with the values of `where`; return their number.

    No row has None as a value: SQL compares nothing with NULL.
    """
    sql, fields = _compose_update(model, tuple(values), tuple(where))
    return _run(sql, fields, [*values.values(), *where.values()])


def _run(sql: str, fields: Sequence[_Field], values: Sequence[object]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, _prepare(fields, values))
        return int(cursor.rowcount)


def _prepare(fields: Sequence[_Field], values: Sequence[object]) -> list[Any]:
    return [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values, strict=True)
    ]


@cache
def _compose_insertion(model: type[models.Model]) -> tuple[str, list[_Field]]:
    found = (each for each in model._meta.get_fields() if each.concrete)
    fields = [each for each in cast("list[_Field]", found) if not each.primary_key]
    names, gaps = ", ".join(map(_quote, fields)), ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {_quote(model)} ({names}) VALUES ({gaps})", fields


@cache
def _compose_update(
    model: type[models.Model], names: tuple[str, ...], where: tuple[str, ...]
) -> tuple[str, list[_Field]]:
    new, old = _get_fields(model, names), _get_fields(model, where)
    values = ", ".join(f"{_quote(field)} = %s" for field in new)
    found = " AND ".join(f"{_quote(field)} = %s" for field in old)
    return f"UPDATE {_quote(model)} SET {values} WHERE {found}", [*new, *old]


def _get_fields(model: type[models.Model], names: Sequence[str]) -> list[_Field]:
    return [cast("_Field", model._meta.get_field(name)) for name in names]


def _quote(named: type[models.Model] | _Field) -> str:
    """Return the name of a table or a column as both databases take it."""
    name = named.column if isinstance(named, models.Field) else named._meta.db_table
    return f'"{name}"'
