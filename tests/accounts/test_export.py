"""The data export: the user's own data, without data of other players."""

import json

from games.models.player import Player
from games.rules.editions import Investigator
from tests.accounts.conftest import start_with
from tests.support.cast import make_players, move


def export(browser):
    answer = browser.get("/accounts/export/")
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


def begin_with(table, guest):
    """Start a game of this guest, bob and carol with all clues chosen."""
    others = make_players(3)[1:]
    start_with(table, *others)
    players = [guest, *others]
    for player in players:
        side = side_for(table, players.index(player))
        move(table, player, "choose", side=side)
    return players


def side_for(table, seat):
    from games.rules.legal import legal_moves
    from tests.support.cast import look_into

    return legal_moves(look_into(table).state, seat)[0].side.value


def test_stranger_gets_no_export(phone):
    assert phone.get("/accounts/export/").status_code == 302


def test_account_is_exported(laptop):
    laptop.sign_up("alice", email="alice@example.org")
    taken = export(laptop)
    assert taken["account"]["username"] == "alice"
    assert taken["account"]["email_addresses"] == ["alice@example.org"]
    assert "password" not in json.dumps(taken)


def test_guest_is_exported_with_seats_and_own_moves(phone, table):
    phone.join(table, "guest")
    begin_with(table, Player.objects.get(name="guest"))
    taken = export(phone)
    assert taken["account"] is None
    assert taken["player"]["name"] == "guest"
    (seat,) = taken["seats"]
    assert (seat["table"], seat["investigator"]) == (table.code, "laces")
    assert [own["move"] for own in seat["moves"]] == ["choose"]


def test_export_holds_no_data_of_other_players(phone, laptop, table):
    phone.join(table, "guest", Investigator.LACES)
    begin_with(table, Player.objects.get(name="guest"))
    text = json.dumps(export(phone)["seats"])
    secrets = table.secrets
    assert "bob" not in text
    assert "carol" not in text
    assert "deck" not in text
    assert bytes(secrets.seed).hex() not in text
    assert text.count('"choose"') == 1
