"""Watchers guess the chief: their rights, the time, and the public result."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

from games.accounts.export import read_export
from games.archive.access import replay_table_view
from games.archive.records import forget_game
from games.archive.standings import get_closed_games, present_evening
from games.models import Bet, Game, Player
from games.play.transaction import cache
from games.players.identity import bring_seat
from games.rules.observe import REFEREE
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from games.table.page.result import build_reveal
from games.table.people.kept_out import show_out
from games.table.people.ownership import adopt_guest, forget_player
from games.table.people.seats import leave_table
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import look_into, newcomer
from tests.support.pages import page_of
from tests.support.positions import RECORDS, in_phase, list_moves, make_recorded, play
from tests.test_two_worlds import blank

pytestmark = pytest.mark.django_db
RECORD = "game-3p-devir"
# The chief and an assistant of its first round.
CHIEF, ASSISTANT = "00001", "00011"
OPEN = b'name="suspect"'


def in_lines(state):
    return {card for line in state.lines for card in line}


def both_lie_open(state):
    return state.phase == Phase.SUSPECTS and {CHIEF, ASSISTANT} <= in_lines(state)


def play_on(game, players, until):
    """Go on with the record until a position fits."""
    record = json.loads((RECORDS / f"{RECORD}.json").read_text())["record"]
    entries = iter(list_moves(record)[look_into(game).table.move_count :])
    while not until(look_into(game).state):
        make_recorded(game, players, next(entries))


@pytest.fixture(scope="module")
def played(shared_rows):
    return play(RECORD, both_lie_open)


@pytest.fixture
def drawn(played):
    """Return a game with the chief of its first round in a line, and its players."""
    game, players = played
    found = Player.objects.in_bulk()
    return Game.objects.get(pk=game.pk), [found[each.pk] for each in players]


def guess(browser, game, suspect=CHIEF, name="eve"):
    sent = {"name": name, "suspect": suspect}
    return browser.post(reverse("bet", args=[game.code]), sent, headers=HTMX)


def sheet(browser, game):
    return browser.get(reverse("bet", args=[game.code]), headers=HTMX).content


def shown(game, viewer):
    """Return a viewer's pages, with an update and the table itself."""
    browser = open_browser(viewer)
    addresses = [
        reverse(name, args=[game.code])
        for name in ("table", "update", "display", "evening", "people")
    ]
    pages = [
        blank(browser.get(f"{address}?protocol=2", headers=HTMX).text, game)
        for address in addresses
    ]
    return *pages, page_of(game, viewer)


def find_names(reveal):
    return tuple(name for line in reveal.lines for name in dict(line.values)["names"])


def list_guessers(game):
    reveal = build_reveal(look_into(game).public)
    return reveal and find_names(reveal)


def test_guess_changes_nothing_that_others_see(drawn):
    game, players = drawn
    viewers = (*players, newcomer("dana"), None)
    before, kept = [shown(game, viewer) for viewer in viewers], look_into(game)
    assert guess(open_browser(eve := newcomer()), game).status_code == 200
    assert Bet.objects.get().player == eve
    assert look_into(game) is kept
    assert [shown(game, viewer) for viewer in viewers] == before
    cache.clear()
    assert look_into(game).table == kept.table


def test_reveal_names_who_guessed_the_chief_in_each_view(drawn):
    game, players = drawn
    for name, suspect in (("eve", CHIEF), ("gina", ASSISTANT), ("hugo", CHIEF)):
        guess(open_browser(newcomer(name)), game, suspect, name)
    play_on(game, players, in_phase(Phase.REVIEW))
    for viewer in (*players, None):
        page = shown(game, viewer)[0]
        assert "Watchers who sniffed it out: eve and hugo" in page
        assert "gina" not in page
    # The next round no longer names the guessers, and the replay of this one does.
    count = look_into(game).table.move_count
    play_on(game, players, in_phase(Phase.SIDES, 2))
    assert not list_guessers(game)
    end_game(game.code, players[0])
    game.refresh_from_db()
    for at, told in ((count, ("eve", "hugo")), (count - 1, None)):
        public = replay_table_view(game, at, REFEREE).public
        reveal = build_reveal(public)
        assert (reveal and find_names(reveal)) == told


def test_reveal_names_no_watcher_like_a_player(drawn):
    game, players = drawn
    for name in ("eve", "gina"):
        guess(open_browser(newcomer(name)), game, CHIEF, name)
    # Another table may rename a guest.
    Player.objects.filter(name="eve").update(name=players[1].name.upper())
    play_on(game, players, in_phase(Phase.REVIEW))
    assert list_guessers(game) == ("gina",)
    cache.clear()
    assert list_guessers(game) == ("gina",)


def test_two_taps_of_a_stranger_are_one_guess(drawn):
    game, _players = drawn
    browser = open_browser(None)
    sheet(browser, game)
    cookies = browser.cookies.output(header="")
    for _tap in range(2):
        browser.cookies.clear()
        browser.cookies.load(cookies)
        assert guess(browser, game, name="Gina").status_code == 200
    assert Bet.objects.count() == 1
    assert Player.objects.filter(name="Gina").count() == 1


def test_guess_can_be_changed_until_the_last_call(drawn):
    game, players = drawn
    browser = open_browser(newcomer())
    for suspect in (ASSISTANT, CHIEF):
        answer = guess(browser, game, suspect)
        assert b"It stays secret until the reveal." in answer.content
        assert Bet.objects.get().suspect == suspect
    assert OPEN in sheet(browser, game)
    play_on(game, players, lambda state: state.phase != Phase.SUSPECTS)
    assert guess(browser, game, ASSISTANT).status_code == 409
    assert Bet.objects.get().suspect == CHIEF


def test_sheet_says_how_many_have_guessed_but_neither_who_nor_whom(drawn):
    game, _players = drawn
    assert b"guessed." not in sheet(open_browser(None), game)
    for name in ("hugo", "dana", "gina"):
        guess(open_browser(newcomer(name)), game, CHIEF, name)
    told = sheet(open_browser(None), game)
    assert b"3 have guessed." in told
    assert b"checked" not in told
    assert not [name for name in (b"hugo", b"dana", b"gina") if name in told]


def test_asking_for_a_seat_leaves_the_guess_where_it_was(drawn):
    game, _players = drawn
    browser = open_browser(newcomer())
    browser.post(reverse("ask", args=[game.code]), {"name": "eve"})
    page = browser.get(reverse("table", args=[game.code])).text
    assert "Asked!" in page
    assert 'id="move-bet"' in page
    assert guess(browser, game).status_code == 200


def test_stranger_guesses_under_a_new_name(drawn):
    game, _players = drawn
    browser = open_browser(None)
    assert guess(browser, game, name=" ").status_code == 422
    assert guess(browser, game, name=game.host.name.upper()).status_code == 422
    assert not Bet.objects.exists()
    assert guess(browser, game, name="Gina").status_code == 200
    assert Bet.objects.get().player.name == "Gina"


@pytest.mark.parametrize("phase", [Phase.LAST_CALL, Phase.REVIEW])
def test_nobody_guesses_from_the_last_call_on(phase):
    game, _players = play("game-4p-devir", in_phase(phase))
    (suspect, *_others) = in_lines(look_into(game).state)
    browser = open_browser(newcomer())
    assert OPEN not in sheet(browser, game)
    assert guess(browser, game, suspect).status_code == 409
    assert not Bet.objects.exists()


def test_nobody_guesses_at_a_closed_table(drawn):
    game, players = drawn
    end_game(game.code, players[0])
    browser = open_browser(newcomer())
    assert OPEN not in sheet(browser, game)
    assert guess(browser, game).status_code == 409
    assert not Bet.objects.exists()


def seated(game, players):
    return open_browser(players[1])


def second_browser(game, players):
    """A browser with a guest of its own that a ticket made the guest of a seat."""
    browser = open_browser(newcomer())
    session = browser.session
    bring_seat(session, game.code, game.seats.get(index=1).pk)
    session.save()
    return browser


def second_browser_of_a_former_player(game, players):
    browser = second_browser(game, players)
    show_out(game.code, players[0], 1)
    return browser


def account_beside_a_seat(game, players):
    """A browser that is signed in, while its guest has the seat."""
    browser = open_browser(players[1])
    user = User.objects.create_user("robert")
    Player.objects.create(user=user, name="robert")
    key = browser.session["guest"]
    browser.force_login(user)
    session = browser.session
    session["guest"] = key
    session.save()
    return browser


def host_who_brought_a_seat(game, players):
    """A host without a seat who looked into another's seat before signing in."""
    browser = second_browser(game, players)
    user = User.objects.create_user("robert", password="whistle-4-dogs")
    game.host = Player.objects.create(user=user, name="robert")
    game.save()
    sent = {"login": "robert", "password": "whistle-4-dogs"}
    assert browser.post(reverse("account_login"), sent).status_code == 302
    return browser


def gone(game, players):
    leave_table(game.code, players[1])
    return open_browser(players[1])


def removed(game, players):
    show_out(game.code, players[0], 1)
    return open_browser(players[1])


@pytest.mark.parametrize(
    "browser_at",
    [
        seated,
        second_browser,
        second_browser_of_a_former_player,
        account_beside_a_seat,
        host_who_brought_a_seat,
        gone,
        removed,
    ],
)
def test_browser_that_holds_or_held_a_seat_cannot_guess(drawn, browser_at):
    game, players = drawn
    answer = guess(browser_at(game, players), game, name="robert")
    assert answer.status_code == 403
    assert b"if they never had a seat" in answer.content
    assert not Bet.objects.exists()


def test_only_watchers_are_offered_to_guess(drawn):
    game, players = drawn
    button, host = 'id="move-bet"', players[0]
    for viewer, is_offered in ((None, True), (newcomer(), True), (host, False)):
        assert (button in shown(game, viewer)[1]) is is_offered
    display = open_browser(None).get(reverse("display", args=[game.code]))
    assert button not in display.text
    assert b'id="bet-sheet"' not in display.content


def test_page_without_scripts_guesses_too(drawn):
    game, _players = drawn
    browser, address = open_browser(newcomer()), reverse("bet", args=[game.code])
    assert OPEN in browser.get(address).content
    answer = browser.post(address, {"name": "eve", "suspect": CHIEF})
    assert b"<title>" in answer.content
    assert b"It stays secret until the reveal." in answer.content


def test_audience_of_an_evening_counts_closed_games_alone(drawn):
    game, players = drawn
    for name, suspect in (("eve", CHIEF), ("gina", ASSISTANT)):
        guess(open_browser(newcomer(name)), game, suspect, name)
    play_on(game, players, in_phase(Phase.REVIEW))
    assert list(present_evening(game.code)["audience"]) == []
    play_on(game, players, lambda state: state.phase == Phase.OVER)
    assert get_closed_games(game.code)
    audience = [("eve", 1, 1), ("gina", 0, 1)]
    assert list(present_evening(game.code)["audience"]) == audience
    page = open_browser(None).get(reverse("evening", args=[game.code])).content
    assert b"1 of 1 guess right" in page


def test_guesses_belong_to_their_player_and_end_with_the_game(drawn):
    game, players = drawn
    eve, gina = newcomer(), newcomer("gina")
    for each in (eve, gina):
        guess(open_browser(each), game, CHIEF, each.name)
    assert read_export(AnonymousUser(), eve)["guesses"] == [
        {"suspect": CHIEF, "table": game.code}
    ]
    forget_player(gina)
    assert Bet.objects.get().player == eve
    user = User.objects.create_user("eve")
    account = Player.objects.create(user=user, name="eve")
    assert adopt_guest(eve, account)
    assert Bet.objects.get().player == account
    end_game(game.code, players[0])
    forget_game(game.code, "")
    assert not Bet.objects.exists()


def test_guest_brings_no_guess_to_an_account_with_a_seat(drawn):
    game, (_alice, bob, _carol) = drawn
    eve = newcomer()
    guess(open_browser(eve), game)
    bob.user, bob.guest_key = User.objects.create_user("bob"), None
    bob.save()
    assert adopt_guest(eve, bob)
    assert not Bet.objects.exists()
