"""The data export: the user's own data, without data of other players."""

import json

from games.models import Player
from tests.accounts.conftest import start_with
from tests.support.cast import choose_all, make_players


def export(browser):
    answer = browser.get("/accounts/export/")
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


def test_account_is_exported(laptop):
    laptop.sign_up("alice", email="alice@example.org")
    taken = export(laptop)
    assert taken["account"]["username"] == "alice"
    assert taken["account"]["email_addresses"] == ["alice@example.org"]
    assert "password" not in json.dumps(taken)


def test_guest_is_exported_with_seats_and_own_moves_alone(phone, table):
    phone.join(table, "guest")
    others = make_players(3)[1:]
    start_with(table, *others)
    choose_all(table, [Player.objects.get(name="guest"), *others])
    taken = export(phone)
    assert taken["account"] is None
    assert taken["player"]["name"] == "guest"
    (seat,) = taken["seats"]
    assert (seat["table"], seat["investigator"]) == (table.code, "laces")
    assert [own["move"] for own in seat["moves"]] == ["choose"]
    text = json.dumps(seat)
    for hidden in ("bob", "carol", "deck", bytes(table.secrets.seed).hex()):
        assert hidden not in text
