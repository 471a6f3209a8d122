"""Secrets of a running game stay hidden, even when the server fails."""

import logging
from io import StringIO

import pytest
import sentry_sdk
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from charlie_site.extras import report_errors
from games.models import Game, Player
from games.play import deals, seam
from games.table.seat_transfer import make_ticket
from tests.security.addresses import all_addresses
from tests.security.roles import give_account, signed_in
from tests.support.browsers import HTMX, open_browser, post_move
from tests.support.cast import begin_to_draw, look_into, move

pytestmark = pytest.mark.django_db
WORD = "a secret of the test"
KEY = "the-key-to-a-chat"


@pytest.fixture
def table():
    """Return a running game, its players, and their browsers."""
    game, players = begin_to_draw(
        3, limits="quick", webhook=f"https://chat.example/{KEY}"
    )
    move(game, players[0], "draw")
    return (
        Game.objects.get(pk=game.pk),
        players,
        [open_browser(player) for player in players],
    )


def secrets_of(game: Game, players: list[Player], browsers: list[Client]) -> list[str]:
    """Return all secrets of a running game, as text."""
    seed, key = bytes(game.secrets.seed), deals.get_key_for(game)
    found = [seed.hex(), repr(seed)[2:-1], key.hex(), repr(key)[2:-1]]
    found += [str(player.guest_key) for player in players if player.guest_key]
    found += [player.guest_key.hex for player in players if player.guest_key]
    found += [each.cookies["charlie_session"].value for each in browsers]
    deck = look_into(game).state.deck
    found.append(repr(deck)[1:40])
    found += [repr(look_into(game).state.clues)[1:-1], game.head_hash, KEY]
    found += [make_ticket(seat).split(":")[0] for seat in game.seats.all()]
    return [secret for secret in found if secret]


def assert_holds_no_secret(text: str, secrets: list[str]) -> None:
    for secret in secrets:
        assert secret not in text


def play_and_break(game, browsers, monkeypatch):
    """Send valid, refused and failing requests; return the last answer."""

    def fail(*_args, **_kwargs):
        raise RuntimeError(WORD)

    for browser in browsers:
        browser.raise_request_exception = False
        browser.get(reverse("table", args=[game.code]))
        browser.get(reverse("phone", args=[game.code]))
        browser.get(reverse("replay", args=[game.code]))
        post_move(browser, game, "draw", headers=HTMX)
        post_move(browser, game, "rubbish")
    monkeypatch.setattr(seam, "apply_move", fail)
    for browser in browsers:
        post_move(browser, game, "accuse", suspect="11111")
        answer = post_move(browser, game, "draw")
    return answer


def test_log_lines_hold_no_secret(table, monkeypatch, caplog):
    game, players, browsers = table
    secrets = secrets_of(game, players, browsers)
    with caplog.at_level(logging.DEBUG):
        answer = play_and_break(game, browsers, monkeypatch)
    assert answer.status_code == 500
    assert WORD in caplog.text
    assert_holds_no_secret(caplog.text + answer.text, secrets)
    for record in caplog.records:
        # A handler may print any attribute of the record.
        kept = {name: text for name, text in vars(record).items() if name != "request"}
        assert_holds_no_secret(str(kept), secrets)


@pytest.fixture
def sent_to_sentry():
    """Return the list of all that goes to Sentry."""
    report_errors("https://key@sentry.invalid/1")
    client, envelopes = sentry_sdk.get_client(), []
    client.transport.capture_envelope = envelopes.append
    yield envelopes
    client.transport.kill()
    sentry_sdk.get_global_scope().set_client(None)


def test_sentry_gets_the_place_of_an_error_and_no_value(
    table, monkeypatch, caplog, sent_to_sentry
):
    game, players, browsers = table
    secrets = [*secrets_of(game, players, browsers), game.code, "alice", "11111"]
    assert play_and_break(game, browsers, monkeypatch).status_code == 500
    errors = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert len(sent_to_sentry) == len(errors) >= len(browsers)
    for envelope in sent_to_sentry:
        text = envelope.serialize().decode()
        assert '"RuntimeError"' in text
        assert '"function":"fail"' in text
        assert_holds_no_secret(text, [*secrets, WORD])


@pytest.mark.slow
def test_pages_of_staff_hosts_and_strangers_hold_no_secret(table):
    game, players, browsers = table
    host = give_account(players[0], "alice")
    players[0].refresh_from_db()
    secrets = secrets_of(game, players, browsers)
    strangers = [
        signed_in(User.objects.create_superuser("staff")),
        signed_in(host),
        open_browser(None),
    ]
    asked = 0
    for address in all_addresses():
        if "logout" in address.name or address.name == "phone":
            continue
        for browser in strangers:
            path = address.fill(game)
            answer = browser.get(path)
            content = b"".join(answer) if answer.streaming else answer.content
            # The bearer of a ticket knows it.
            unknown = [secret for secret in secrets if secret not in path]
            assert_holds_no_secret(content.decode() + str(answer.headers), unknown)
            asked += 1
    assert asked > 200


def test_export_holds_no_secret_of_others(table):
    game, players, browsers = table
    own = secrets_of(game, players[:1], browsers[:1])
    others = set(secrets_of(game, players, browsers)) - set(own)
    exported = browsers[0].get("/accounts/export/").text
    assert game.code in exported
    assert_holds_no_secret(exported, [*others, *own])


@pytest.mark.parametrize("command", ["audit", "tidy", "forget_guests"])
def test_command_prints_no_secret(table, command, caplog, capsys):
    secrets, out = secrets_of(*table), StringIO()
    arguments = ["--all"] if command == "audit" else []
    call_command(command, *arguments, stdout=out, stderr=out)
    printed = capsys.readouterr()
    said = out.getvalue() + caplog.text + printed.out + printed.err
    assert_holds_no_secret(said, secrets)
