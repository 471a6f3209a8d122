"""Prepared statements for the rows of moves: read or insert a row, or update some.

The ORM composes the SQL anew for each row, which takes several times as long as the
database needs to run it. Values pass through the model's fields and the database's
converters, as in the ORM. No signals are sent.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections, models

type _Field = models.Field[Any, Any]
# The type differs by column, and Django's fields do not declare it.
type _Value = Any
# The index of a column, the column, and the functions that convert its value.
type _Converter = tuple[int, Any, list[Callable[..., Any]]]


def add(row: models.Model) -> None:
    """Insert a new row.

    Raises:
        IntegrityError: the row violates a constraint.
    """
    row.pk = insert(type(row), vars(row))
    row._state.adding = False


def insert(model: type[models.Model], values: Mapping[str, object]) -> _Value:
    """Insert a row with these values for all fields but its key; return the key.

    Raises:
        IntegrityError: the row violates a constraint.
    """
    return _run(*_insertion(model), values)[0]


def change(row: models.Model, names: Sequence[str]) -> None:
    """Update these fields of an existing row."""
    key = type(row)._meta.pk.attname
    _run(*_change(type(row), tuple(names), (key,)), vars(row))


def update(
    model: type[models.Model], where: Mapping[str, object], **values: object
) -> None:
    """Set these values in the rows where other fields have the given values."""
    _run(*_change(model, tuple(values), tuple(where)), {**values, **where})


def get_locked[Row: models.Model](model: type[Row], name: str, value: object) -> Row:
    """Return the row with this unique value, locked until the end of the transaction.

    Raises:
        model.DoesNotExist: no such row.
    """
    # SQLite has no row locks: there an IMMEDIATE transaction locks the database.
    is_lockable = connection.features.has_select_for_update
    lock = connection.ops.for_update_sql() if is_lockable else ""
    return _read(model, name, value, lock)


def get[Row: models.Model](model: type[Row], name: str, value: object) -> Row:
    """Return the row with this unique value.

    Raises:
        model.DoesNotExist: no such row.
    """
    return _read(model, name, value)


def get_values(
    model: type[models.Model], name: str, value: object, lock: str = ""
) -> list[_Value] | None:
    """Return the columns of the row with this unique value, None without such a row."""
    database = connections[DEFAULT_DB_ALIAS]
    sql, field = _selection(model, name, lock)
    found = _execute(database, sql, [field.get_db_prep_save(value, database)])
    if found is None:
        return None
    values = list(found)
    for place, column, converters in _converters(model):
        for convert in converters:
            values[place] = convert(values[place], column, database)
    return values


def _read[Row: models.Model](
    model: type[Row], name: str, value: object, lock: str = ""
) -> Row:
    values = get_values(model, name, value, lock)
    if values is None:
        # Every concrete model has this class; the type of the base class lacks it.
        raise model.DoesNotExist  # type: ignore[attr-defined]
    names = [field.attname for field in _columns(model)]
    return model.from_db(DEFAULT_DB_ALIAS, names, values)


def _run(sql: str, fields: Sequence[_Field], values: Mapping[str, object]) -> _Value:
    """Run a statement with the values of these fields; return its first row."""
    database = connections[DEFAULT_DB_ALIAS]
    prepared = [
        # A text needs no preparation, and many of a move's values are texts.
        values[field.attname]
        if type(field) is models.CharField
        else field.get_db_prep_save(values[field.attname], database)
        for field in fields
    ]
    return _execute(database, sql, prepared)


def _execute(database: Any, sql: str, values: Sequence[_Value]) -> Any:
    """Run a statement; return its first row, None without one.

    On SQLite, Django's cursor takes as long as the statement. It is needed where a test
    or a log counts the statements.
    """
    is_watched = database.queries_logged or database.execute_wrappers
    if database.vendor != "sqlite" or is_watched:
        with database.cursor() as cursor:
            cursor.execute(sql, values)
            return cursor.fetchone() if cursor.description else None
    database.validate_thread_sharing()
    database.validate_no_broken_transaction()
    database.ensure_connection()
    with database.wrap_database_errors:
        rows = database.connection.execute(sql.replace("%s", "?"), values).fetchall()
    return rows[0] if rows else None


def _columns(model: type[models.Model]) -> Sequence[_Field]:
    return model._meta.concrete_fields


def _field(model: type[models.Model], name: str) -> _Field:
    # A name could also stand for a reverse relation, which no caller asks for.
    return cast("_Field", model._meta.get_field(name))


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)


def _column(field: _Field) -> str:
    return _quote(str(field.column))


# Each of these four takes 10 to 150 µs to make, and a move needs six.
@lru_cache
def _insertion(model: type[models.Model]) -> tuple[str, list[_Field]]:
    fields = [field for field in _columns(model) if field is not model._meta.auto_field]
    names = ", ".join(map(_column, fields))
    table, gaps = _quote(model._meta.db_table), ", ".join(["%s"] * len(fields))
    key = _column(model._meta.pk)
    return f"INSERT INTO {table} ({names}) VALUES ({gaps}) RETURNING {key}", fields


@lru_cache
def _change(
    model: type[models.Model], names: tuple[str, ...], where: tuple[str, ...]
) -> tuple[str, list[_Field]]:
    fields, keys = ([_field(model, each) for each in some] for some in (names, where))
    changes = ", ".join(f"{_column(field)} = %s" for field in fields)
    found = " AND ".join(f"{_column(field)} = %s" for field in keys)
    table = _quote(model._meta.db_table)
    return f"UPDATE {table} SET {changes} WHERE {found}", [*fields, *keys]


@lru_cache
def _selection(model: type[models.Model], name: str, lock: str) -> tuple[str, _Field]:
    names = ", ".join(map(_column, _columns(model)))
    field = _field(model, name)
    table, where = _quote(model._meta.db_table), _column(field)
    return f"SELECT {names} FROM {table} WHERE {where} = %s {lock}", field


@lru_cache
def _converters(model: type[models.Model]) -> list[_Converter]:
    # Converters depend on the settings of the database, not on the connection.
    found = []
    for place, field in enumerate(_columns(model)):
        column = field.get_col(model._meta.db_table)
        of_database = connection.ops.get_db_converters(column)
        converters = [*of_database, *column.get_db_converters(connection)]
        if converters:
            found.append((place, column, converters))
    return found
