"""The gallery's pages of accounts, of closed games and of errors."""

import json
from collections.abc import Iterator

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.archive.links import share_replay
from games.archive.records import read_record
from games.archive.story import list_moments
from games.models import Game, Player
from games.rules.observe import REFEREE
from games.rules.state import Phase
from tests.browser.engines import Phone
from tests.support.finished import play_game
from tests.support.positions import FULL, play
from tools.gallery.tour import Act, Shown, click, session_in

PASSWORD = "cats-and-dogs-61"
A_DAY = 24 * 60 * 60
STRANGERS_PAGES = {
    "inactive": "inactive/",
    "login": "login/",
    "reset": "password/reset/",
    "reset-bad-key": "password/reset/key/1-set-password/",
    "reset-sent": "password/reset/sent/",
    "reset-done": "password/reset/done/",
    "signup": "signup/",
}
MEMBERS_PAGES = {
    "address": "email/",
    "delete": "delete/",
    "logout": "logout/",
    "passkey-add": "passkeys/add/",
    "passkeys-none": "passkeys/",
    "password": "password/change/",
    "reauthenticate": "reauthenticate/",
}
UNFOLD = (
    "document.querySelectorAll('details.unfold').forEach((one) => (one.open = true))"
)
unfold = click(then=UNFOLD)
PLAYED = (FULL, "game-4p-devir-stasi", "game-3p-piatnik")


def account_pages() -> Iterator[Shown]:
    _, session = sign_up("berta")
    owner, with_passkey = sign_up("clara")
    data = {"name": "Telefon", "credential": {}}
    kind = Authenticator.Type.WEBAUTHN
    passkey = Authenticator.objects.create(user=owner.user, type=kind, data=data).pk
    passkeys = {
        "passkeys": "passkeys/",
        "passkey-rename": f"passkeys/{passkey}/rename/",
        "passkey-remove": f"passkeys/{passkey}/remove/",
    }
    pages = {"": STRANGERS_PAGES, session: MEMBERS_PAGES, with_passkey: passkeys}
    for viewer, paths in pages.items():
        for name, path in paths.items():
            yield Shown(f"account-{name}", f"/accounts/{path}", viewer)
    yield Shown("history-empty", "/history/", session)


def sign_up(name: str) -> tuple[Player, str]:
    """Return a member and a session with a recent confirmation of the password.

    The confirmation is dated a day ahead, so that it does not expire during a tour.
    """
    user = User.objects.create_user(name, password=PASSWORD)
    member = Player.objects.create(user=user, name=name.title())
    client = Client(SERVER_NAME="localhost")
    fields = {"login": name, "password": PASSWORD}
    client.post(reverse("account_login"), fields)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    session = client.session
    for entry in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        entry["at"] += A_DAY
    session.save()
    return member, session_in(client)


def closed_games() -> Iterator[Shown]:
    """Yield the pages of a user with a few closed games."""
    user = User.objects.create_user("anna", password=PASSWORD)
    member = Player.objects.create(user=user, name="Anna")
    client = Client()
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    session = session_in(client)
    game, *_ = [adopt(name, member) for name in PLAYED]
    yield Shown("account", "/accounts/", session)
    yield Shown("history", "/history/", session)
    yield from replays(game, member, session)
    record = json.dumps(read_record(play_game(3)))
    yield Shown("verify", "/verify/")
    check = send({"[name=record]": record}, "#verify button")
    yield Shown("verify-checked", "/verify/", act=check)
    yield Shown("host", "/host/games/game/", session)
    yield Shown("host-game", f"/host/games/game/{game.pk}/change/", session)


def adopt(name: str, member: Player) -> Game:
    """Play a game, and make this member its host and its first player."""
    game, _ = play(name, lambda state: state.phase == Phase.OVER)
    game.seats.filter(index=0).update(player=member)
    Game.objects.filter(pk=game.pk).update(host=member)
    return Game.objects.get(pk=game.pk)


def replays(game: Game, member: Player, session: str) -> Iterator[Shown]:
    address = f"/t/{game.code}/replay/"
    middle = f"{address}?at={game.move_count // 2}"
    by_all = f"{middle}&as=referee"
    decisive = next(each.move for each in list_moments(game) if each.suspect)
    yield Shown("replay-start", address, session, is_whole=False)
    yield Shown("replay-moment", f"{address}?at={decisive}", session, is_whole=False)
    yield Shown("replay-middle", middle, session, is_whole=False)
    yield Shown("replay-known", middle, session, act=unfold)
    yield Shown("replay-known-by-all", by_all, session, act=unfold)
    yield Shown("summary", f"/t/{game.code}/summary/", session)
    link = share_replay(game, member, REFEREE).token
    shared = f"{address}?at={decisive}&as=referee&link={link}"
    yield Shown("replay-shared", shared, is_whole=False)
    yield Shown("replay-referee", by_all, session)
    yield Shown("replay-end", f"{address}?at={game.move_count}", session)


def refusals() -> Iterator[Shown]:
    wrong = {"[name=login]": "nobody", "[name=password]": "nothing"}
    submit = "main form[method=post] button:not([type=button])"
    yield Shown("error-404", "/t/NOSUCH/")
    yield Shown("error-old-page", "/t/new/", act=without_cookies(send({}, submit)))
    yield Shown("home-wrong-code", "/", act=send({"#code": "XXXXXX"}))
    yield Shown("account-login-wrong", "/accounts/login/", act=send(wrong))


def without_cookies(act: Act) -> Act:
    def act_without(phone: Phone) -> None:
        phone.forget_cookies()
        act(phone)

    return act_without


def send(fields: dict[str, str], button: str = "") -> Act:
    """Return a step that fills in fields and presses a button, or Enter in the last."""

    def act(phone: Phone) -> None:
        for selector, value in fields.items():
            phone.fill(selector, value)
        if button:
            phone.tap(button, place=-1)
        else:
            phone.key("Enter")
        phone.settle()

    return act
