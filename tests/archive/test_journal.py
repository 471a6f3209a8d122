"""The journal numbers closed games and acts of staff, each with the hash before it."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from games.archive.audit import audit_game, audit_journal
from games.archive.records import read_receipt, read_record
from games.models import Game, JournalEntry
from games.proof.verify import filter_faults
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.people.moderation import end_stuck_game, remove_name
from tests.archive.tampered_site import write
from tests.support.cast import begin_game, make_players, make_setup
from tests.support.finished import play_game

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


def test_heads_of_closed_games_form_a_chain():
    games = [play_game(seed, most=5) for seed in (1, 2, 3)]
    entries = list(JournalEntry.objects.values_list("number", "code", "previous_hash"))
    heads = ["", *(game.head_hash for game in games)]
    assert entries == [
        (number, game.code, before)
        for number, (game, before) in enumerate(zip(games, heads, strict=False), 1)
    ]
    assert filter_faults(audit_journal()) == []
    record = read_record(games[2])
    assert (record["closing"], record["before"]) == (3, games[1].head_hash)


def test_acts_of_staff_stand_between_the_games():
    game, staff = play_game(1, most=5), User.objects.create_superuser("root")
    remove_name(game.code, 0, staff)
    stuck, _players = begin_game()
    end_stuck_game(stuck.code, staff)
    acts = list(JournalEntry.objects.values_list("act__kind", flat=True))
    assert acts == [None, "name-removed", None, "ended"]
    assert filter_faults(audit_journal()) == []
    assert audit_game(Game.objects.get(pk=stuck.pk)).is_sound


def test_table_closed_in_the_lobby_has_no_entry():
    host = make_players(1)[0]
    end_game(open_table(host, make_setup()).code, host)
    assert not JournalEntry.objects.exists()


def test_entries_are_never_changed_or_deleted():
    play_game(1, most=5)
    entries = JournalEntry.objects.all()
    for change in (lambda: entries.update(code="ABCDEF"), entries.delete):
        with (
            pytest.raises(DatabaseError, match="never changed or deleted"),
            transaction.atomic(),
        ):
            change()


@pytest.mark.parametrize(
    ("part", "column", "value", "missing"),
    [
        ("game", "commitment", "", "commitment"),
        ("game", "rules_version", 0, "version of the rules"),
        ("game", "start_hash", "", "hash of the set-up"),
        ("game", "head_hash", "", "head"),
        ("secrets", "deals", [], "shuffled deals"),
    ],
)
def test_game_without_a_part_of_its_proof_is_unproven(
    part, column, value, missing, capsys
):
    game = play_game(3, most=5)
    write(game if part == "game" else game.secrets, column, value)
    assert audit_game(game).is_unproven
    with pytest.raises(SystemExit, match="1"):
        call_command("audit", game.code)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{game.code}: 5 moves, unproven"
    assert said[1] == f"    proof: expected complete, found without {missing}"


def test_odd_rows_do_not_stop_an_audit_of_all(capsys):
    odd, deals, good = (play_game(seed, most=5) for seed in (5, 6, 7))
    write(odd, "edition", "unheard of")
    write(odd, "placement", "unheard of")
    write(deals.secrets, "deals", {"0": 1})
    with pytest.raises(SystemExit, match="1"):
        call_command("audit", "--all")
    said = capsys.readouterr().out
    assert f"{odd.code}: 5 moves, faults: 1\n    game: expected one that can" in said
    assert "found ValueError: 'unheard of' is not a valid Placement" in said
    assert f"{deals.code}: 5 moves, unproven" in said
    assert "found KeyError: 0" in said
    assert f"{good.code}: 5 moves, sound" in said


def finished_game() -> Game:
    call_command("deal_games", "1", seed=1)
    return Game.objects.exclude(reason="abandoned").get()


def test_command_compares_receipts(tmp_path, capsys):
    game, path = finished_game(), tmp_path / "receipts.txt"
    capsys.readouterr()
    receipt = str(read_receipt(game))
    path.write_text(f"Alice, 22:10\nmine: {receipt}\nBob: me too")
    call_command("audit", "--receipts", str(path))
    assert capsys.readouterr().out == f"receipt {game.code}: sound\n"
    path.write_text(receipt.replace(game.head_hash, "0" * 64))
    with pytest.raises(SystemExit, match="1"):
        call_command("audit", "--all", "--receipts", str(path))
    assert f"receipt {game.code}: faults: 1" in capsys.readouterr().out
    path.write_text("nothing")
    with pytest.raises(CommandError, match="No receipts"):
        call_command("audit", "--receipts", str(path))


def test_receipt_has_the_points_and_the_winners():
    game = finished_game()
    seats = list(game.seats.order_by("index"))
    result = "/".join(f"{seat.points}{'*' * seat.winner}" for seat in seats)
    assert str(read_receipt(game)) == f"{game.code} {result} {game.head_hash}"
    abandoned = play_game(9, most=5)
    assert read_receipt(abandoned).result == "-"
