"""The audit finds and names any single change, and reports no false fault."""

import copy
import random
import uuid
from collections import defaultdict
from datetime import datetime
from itertools import zip_longest

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games.archive.audit import audit_game, closed_games
from games.errors import StillRunning
from games.models import triggers
from games.models.archive import Audit, StaffAct
from games.models.game import Game, GameSecrets, Seat
from games.models.move import MoveRow
from games.models.player import Player
from games.models.round import AccusationRow, DrawRow, Round, TokenRow, TradeRow
from games.play import deals
from games.play.audits import store_audit
from games.play.chaining import time_text
from games.play.lifecycle import end_game
from games.play.ownership import forget_player
from games.play.staff import remove_name
from games.play.tutorial import open_tutorial
from tests.rules.changes import change_at, places_of
from tests.support.cast import begin_game
from tests.support.finished import play_game
from tests.support.samples import quick_first

pytestmark = [pytest.mark.django_db, pytest.mark.storage]

# The columns that record how a game went; names, keys and the like do not.
COLUMNS = {
    Game: "code edition stasi adler placement last_call ten_points discards phase"
    " is_tutorial first_player reason round_number move_count first_seat commitment"
    " rules_version start_hash head_hash opened_at started_at ended_at",
    GameSecrets: "seed",
    Seat: "index investigator contribution points golds winner",
    Round: "number attempt first_seat exposed clues chief chief_in_deck mistaken",
    DrawRow: "index seat suspect public_clue sorted_as",
    AccusationRow: "order seat suspect matches",
    TokenRow: "order seat due colour face name holder face_up",
    TradeRow: "order seat",
    MoveRow: "number seat content by made_at previous_hash hash",
}
FEW, ALL = 70, 200


@pytest.fixture
def unguarded():
    """Drop the triggers, as the owner of the database can."""
    with connection.cursor() as cursor:
        for statement in triggers.to_drop(connection.vendor):
            cursor.execute(statement)


def audited(game: Game):
    return audit_game(closed_games().get(pk=game.pk))


def names_of(game: Game) -> list[str]:
    return [fault.name for fault in audited(game).faults]


def cells_of(game: Game):
    """Yield every (game, row, column) that the audit covers."""
    for kind, columns in COLUMNS.items():
        of_game = {"game": game}
        if kind is Game:
            of_game = {"pk": game.pk}
        elif kind in (DrawRow, AccusationRow, TokenRow, TradeRow):
            of_game = {"round__game": game}
        for row in kind._default_manager.filter(**of_game):
            for column in columns.split():
                yield game, row, column


def evenly(cells, chance: random.Random):
    """Return the cells, alternating between columns, because most cells are moves."""
    columns = defaultdict(list)
    for cell in cells:
        columns[type(cell[1]), cell[2]].append(cell)
    for column in columns.values():
        chance.shuffle(column)
    turns = zip_longest(*columns.values())
    return [cell for turn in turns for cell in turn if cell is not None]


def write(row, column: str, value) -> None:
    """Write a column past the guard of the ORM."""
    field = row._meta.get_field(column)
    statement = (
        f"UPDATE {row._meta.db_table} SET {connection.ops.quote_name(field.column)}"
        f" = %s WHERE {row._meta.pk.column} = %s"
    )
    with transaction.atomic(), connection.cursor() as cursor:
        kept = field.get_db_prep_save(value, connection)
        cursor.execute(statement, [kept, row.pk])


def changed(value, chance: random.Random):
    """Return the value of a column with one change in it."""
    if isinstance(value, datetime):
        return value.replace(microsecond=value.microsecond ^ 1)
    if isinstance(value, bytes | memoryview):
        return bytes([bytes(value)[0] ^ 1]) + bytes(value)[1:]
    if value is None or value == "":
        return 1 if value is None else "hat"
    if value == []:
        return ["hat"]
    box = [copy.deepcopy(value)]
    change_at(box, chance.choice(list(places_of(box))), chance)
    return box[0]


def is_found(game: Game, row, column, chance) -> bool:
    """Change a column, return whether the audit finds it, and change it back."""
    kept = getattr(row, column)
    write(row, column, changed(kept, chance))
    faults = audited(game).faults
    write(row, column, kept)
    return bool(faults)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.usefixtures("unguarded")
@pytest.mark.parametrize(
    ("changes", "moves"), [(FEW, 90), pytest.param(ALL, 200, marks=pytest.mark.full)]
)
def test_every_single_change_in_the_database_is_found(changes, moves):
    chance = random.Random(11)
    games = [play_game(seed, most=moves) for seed in range(20, 24)]
    cells = evenly((cell for game in games for cell in cells_of(game)), chance)
    tried = 0
    for game, row, column in cells:
        try:
            assert is_found(game, row, column, chance), (row, column)
            tried += 1
        except IntegrityError:
            # The database itself refuses this change.
            continue
        if tried == changes:
            break
    assert tried == changes
    assert all(audited(game).is_sound for game in games)


@pytest.mark.parametrize("seed", quick_first(range(40, 43)))
def test_untouched_game_is_sound(seed):
    assert names_of(play_game(seed, most=2000 if seed < 41 else 60)) == []


@pytest.mark.full
def test_two_hundred_untouched_games_are_sound():
    call_command("deal_games", str(ALL), seed=3)
    assert [game.code for game in closed_games() if names_of(game)] == []
    assert closed_games().count() == ALL


@pytest.mark.usefixtures("unguarded")
@pytest.mark.parametrize(
    ("kind", "column", "value", "place"),
    [
        (DrawRow, "suspect", "99999", "draws, round 1, 0, suspect"),
        (DrawRow, "index", 99, "draws, round 1, 0"),
        (MoveRow, "by", "clock", "round 1, move 1, hash"),
        (MoveRow, "number", 999, "round 1, move 1, hash"),
        (MoveRow, "previous_hash", "", "move 1, previous hash"),
        (Round, "exposed", 2, "rounds, round 1, exposed"),
        (Seat, "points", 7, "summary, seat 0, points"),
        (Seat, "contribution", "0" * 32, "set-up"),
        (GameSecrets, "seed", bytes(32), "commitment"),
        (Game, "move_count", 3, "number of moves"),
    ],
)
def test_fault_is_named_at_its_place(kind, column, value, place):
    game = play_game(30, most=30)
    row = next(row for _, row, _ in cells_of(game) if type(row) is kind)
    write(row, column, value)
    assert place in names_of(game)


@pytest.mark.usefixtures("unguarded")
def test_missing_and_added_rows_are_found():
    game = play_game(31, most=30)
    round_one = game.rounds.get(number=1)
    draw = round_one.draws.last()
    draw.delete()
    assert names_of(game) == [f"draws, round 1, {draw.index}"]
    draw.save()
    # Neither the seat nor the suspect exists, so no real row can be the same.
    AccusationRow.objects.create(round=round_one, order=9, seat=9, suspect="none")
    assert names_of(game) == ["accusations, round 1, 9"]


@pytest.mark.usefixtures("unguarded")
def test_malformed_move_is_reported_without_an_exception():
    game = play_game(32, most=10)
    write(game.moves.get(number=4), "content", ["draw"])
    assert "round 1, move 4" in names_of(game)


def test_running_game_is_not_audited():
    game, _ = begin_game()
    with pytest.raises(StillRunning):
        audit_game(Game.objects.get(pk=game.pk))
    with pytest.raises(CommandError, match=game.code):
        call_command("audit", game.code)


def test_forgotten_player_is_no_fault():
    game = play_game(33, most=20)
    forget_player(game.seats.get(index=0).player)
    assert names_of(game) == []


def test_tutorial_is_sound_with_its_given_deal():
    visitor = Player.objects.create(name="alice", guest_key=uuid.uuid4())
    game = open_tutorial(visitor)
    end_game(game.code, visitor)
    assert names_of(game) == []


def test_game_with_given_deals_is_not_fair():
    game, players = begin_game()
    deal = deals.next_deal(game, deals.begin(game, game.seats.all())).to_dict()
    game.secrets.deals = [deal]
    game.secrets.save()
    end_game(game.code, players[0])
    assert "rounds dealt by hand" in names_of(game)


def test_command_prints_a_line_for_each_game_and_its_faults(capsys):
    good, bad = play_game(34, most=10), play_game(35, most=10)
    Seat.objects.filter(game=bad, index=0).update(points=3)
    call_command("audit", good.code.lower())
    assert capsys.readouterr().out == f"{good.code}: 10 moves, sound\n"
    with pytest.raises(SystemExit, match="1"):
        call_command("audit", "--all")
    assert capsys.readouterr().out.splitlines() == [
        f"{good.code}: 10 moves, sound",
        f"{bad.code}: 10 moves, faults: 1",
        "    summary, seat 0, points: expected nothing, found 3",
        "journal: sound",
    ]


def test_command_prints_the_acts_of_staff(capsys):
    game, staff = play_game(36, most=10), User.objects.create_superuser("root")
    remove_name(game.code, 1, staff)
    at = time_text(StaffAct.objects.get().made_at)
    call_command("audit", game.code)
    assert capsys.readouterr().out.splitlines() == [
        f"{game.code}: 10 moves, sound",
        f"    staff: name-removed of seat 1, root, {at}",
    ]


def test_audit_outlives_the_account_that_ran_it():
    game, host = play_game(37, most=10), User.objects.create_user("host")
    store_audit(game, host, audit_game(game).checks)
    host.delete()
    audit = Audit.objects.get(game=game)
    assert (audit.is_sound, audit.made_by) == (True, None)


def test_command_requires_codes_or_all():
    for arguments in ([], ["--all", "K7QX2M"]):
        with pytest.raises(CommandError):
            call_command("audit", *arguments)
