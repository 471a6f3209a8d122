"""What the owner of a database can do: write every hash anew, consistently.

The owner has no receipts, which players hold.
"""

from django.db import connection

from games.archive.records import unfold
from games.models.archive import JournalEntry
from games.models.game import Game
from games.play.journal import hash_of_act
from games.rules.chain import links_of
from tests.rules.proofs import rehash


def write(row, column: str, value) -> None:
    """Write a column past the guard of the ORM."""
    field = row._meta.get_field(column)
    write_raw(row, column, field.get_db_prep_save(value, connection))


def write_raw(row, column: str, value) -> None:
    """Write a column as the database stores it, even if Django cannot read it then."""
    field = row._meta.get_field(column)
    statement = (
        f"UPDATE {row._meta.db_table} SET {connection.ops.quote_name(field.column)}"
        f" = %s WHERE {row._meta.pk.column} = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [value, row.pk])


def rehash_site() -> None:
    """Write the hashes of all closed games and of the whole journal anew."""
    before = ""
    for entry in JournalEntry.objects.select_related("act__game"):
        write(entry, "previous_hash", before)
        entry.previous_hash = before
        if entry.act:
            before = hash_of_act(entry.act, entry.number, before)
        else:
            before = _rehash_game(Game.objects.get(pk=entry.game_id))
        write(entry, "hash", before)


def _rehash_game(game: Game) -> str:
    record = rehash(unfold(game).record)
    links = [link for link in links_of(record) if link.move]
    for row, link in zip(game.moves.order_by("number"), links, strict=True):
        write(row, "previous_hash", link.previous)
        write(row, "hash", link.due)
    write(game, "start_hash", record["start_hash"])
    write(game, "head_hash", record["head_hash"])
    return record["head_hash"]
