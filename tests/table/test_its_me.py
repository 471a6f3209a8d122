""" "It's me": a player with a dead phone asks for the own seat on another phone.

Bob's phone is away; zoe is the guest of another phone, who types the name "Bob".
"""

import pytest
from django.urls import reverse

from games.errors import Refused, TooFast
from games.models import Game, Player, Presence, Seat, Standing
from games.play import clock
from games.players.limits import ASKS
from games.rules.editions import Investigator
from games.rules.suspects import Side
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.starting import make_due
from games.table.notebook import mark_note
from games.table.people.asking import (
    agree_to_play_now,
    ask_for_seat,
    decline,
    give_seat,
)
from games.table.people.kept_out import show_out
from games.table.people.presence import let_stand_in, note_here
from games.table.people.seat_questions import find_claims
from games.table.people.seats import leave_table
from games.table.seat_transfer import make_ticket
from tests.security.roles import give_account, signed_in
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, look_into, newcomer, open_lobby
from tests.support.latecomers import begin_again, key_of
from tests.support.pages import page_of
from tests.support.presence import open_votes, presences, send_away
from tests.support.refusals import refuses
from tests.support.samples import few
from tests.table.test_promised_seats import list_sent, open_worlds, view_of

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
ALICE, BOB, CAROL = range(3)


def go_away(game: Game, players: list[Player]) -> None:
    send_away(game, players[BOB])


def be_played_for(game: Game, players: list[Player]) -> None:
    send_away(game, players[BOB])
    let_stand_in(game.code, players[ALICE], BOB)


def leave(game: Game, players: list[Player]) -> None:
    leave_table(game.code, players[BOB])


def leave_to_bot(game: Game, players: list[Player]) -> None:
    leave_table(game.code, players[BOB], "pip")


GOING = [go_away, be_played_for, leave, leave_to_bot]


def ask_back(game: Game, name: str = "bob") -> Player:
    """Ask for the seat of this name on another phone; return its guest."""
    phone = newcomer(name)
    ask_for_seat(game.code, phone, waits=True)
    return phone


def vote_for(game: Game, voter: Player, phone: Player) -> None:
    agree_to_play_now(game.code, voter, BOB, key_of(game, phone))


def promise_to(game: Game, host: Player, phone: Player) -> None:
    give_seat(game.code, host, BOB, key_of(game, phone))


# The players who decide.


@pytest.mark.parametrize("go", GOING)
def test_seat_returns_with_its_clue_if_all_others_agree(go):
    game, players = begin_to_draw(4)
    alice, bob, carol, dave = players
    mark_note(look_into(game).table, bob, about=0, side=Side.HAT, mark="no")
    go(game, players)
    phone = ask_back(game, "BOB")
    vote_for(game, carol, phone)
    vote_for(game, dave, phone)
    assert view_of(game, phone).viewer < 0
    vote_for(game, alice, phone)
    view = view_of(game, phone)
    assert view.viewer == BOB
    assert view.observation.my_clue == look_into(game).state.clues[BOB]
    assert presences(game)[BOB] == Presence.HERE
    assert open_votes(game) == ()
    # It is one person: no stand-in took over, and the notes are there.
    seat = game.seats.get(index=BOB)
    assert (seat.name, seat.bot, seat.notes.count()) == ("bob", "", 1)
    assert Game.objects.get(pk=game.pk).former == []
    assert view_of(game, bob).viewer < 0


@pytest.mark.long
@pytest.mark.parametrize("go", few(GOING, 2))
def test_page_of_the_other_phone_cannot_tell_the_clue(go, hands):
    worlds, players = open_worlds(notebook="odds")
    sent = {}
    for game in worlds:
        mark_note(look_into(game).table, players[BOB], about=0, side="hat", mark="no")
    phone = newcomer("bob")
    steps = {
        "opened": lambda game: None,
        "asked": lambda game: ask_for_seat(game.code, phone, waits=True),
        "gone": lambda game: go(game, players),
        "voted": lambda game: vote_for(game, players[ALICE], phone),
        "promised": lambda game: promise_to(game, players[ALICE], phone),
    }
    for step, act in steps.items():
        for game in worlds:
            act(game)
        for _ in ("first", "reloaded"):
            one, other = (list_sent(game, phone) for game in worlds)
            assert one == other, step
            assert not any("My clue" in text for text in one)
        sent[step] = one
    assert sent["opened"] != sent["asked"] != sent["gone"] != sent["promised"]
    assert all(view_of(game, phone).viewer < 0 for game in worlds)


def test_question_is_asked_of_those_who_can_answer():
    game, players = begin_to_draw(4)
    alice, bob, carol, dave = players
    go_away(game, players)
    phone = ask_back(game)
    for viewer in (alice, carol, dave):
        assert page_of(game, viewer).count('data-notice="claim"') == 1
    for viewer in (phone, newcomer("eve")):
        assert 'data-notice="claim"' not in page_of(game, viewer)
    assert "The others say whether it" in page_of(game, phone)
    vote_for(game, carol, phone)
    assert 'data-notice="claim"' not in page_of(game, carol)
    for stranger in (phone, newcomer("eve")):
        with refuses(Refused.NOT_SEATED):
            vote_for(game, stranger, phone)
    with refuses(Refused.NOT_HERE):
        vote_for(game, bob, phone)


def test_each_is_asked_once_for_both_answers():
    game, players = begin_to_draw(4)
    alice, _bob, carol, dave = players
    go_away(game, players)
    phone = ask_back(game)
    asked = f'id="question-claim-{key_of(game, phone)}"'
    vote_for(game, dave, phone)
    assert "tapped “Now”: alice and carol." in page_of(game, phone)
    give_seat(game.code, alice, BOB, key_of(game, phone))
    assert "You play again with the next round." in page_of(game, phone)
    # The host alone has given it with the next round, and not at once.
    vote_for(game, carol, phone)
    assert "tapped “Now”: alice." in page_of(game, phone)
    assert view_of(game, phone).viewer < 0
    for viewer in (alice, carol, dave):
        assert asked not in page_of(game, viewer)
        assert 'data-notice="takeover"' not in page_of(game, viewer)


def test_question_stays_the_same_when_the_host_has_answered():
    game, players = begin_to_draw(4)
    go_away(game, players)
    phone = ask_back(game)
    before = find_claims(view_of(game, players[CAROL]))
    give_seat(game.code, players[ALICE], BOB, key_of(game, phone))
    assert find_claims(view_of(game, players[CAROL])) == before


def test_vote_of_the_host_gives_the_seat_with_the_next_round_at_least():
    game, players = begin_to_draw(4)
    go_away(game, players)
    phone = ask_back(game)
    vote_for(game, players[ALICE], phone)
    assert view_of(game, phone).promised_seat == BOB
    assert find_claims(view_of(game, players[ALICE])) == ()


def test_votes_for_the_own_seat_do_not_count_for_another():
    game, players = begin_to_draw(4)
    alice, _bob, carol, dave = players
    leave(game, players)
    leave_table(game.code, dave)
    phone = ask_back(game)
    vote_for(game, carol, phone)
    # The host gives another seat, so the vote of carol is not about it.
    phone.name = "robert"
    phone.save()
    give_seat(game.code, alice, 3, key_of(game, phone))
    assert view_of(game, phone).viewer < 0


# The old phone still counts as there.


def test_request_stands_and_is_asked_about_once_the_player_is_away():
    game, players = begin_to_draw()
    alice, bob, carol = players
    browser = open_browser(None)
    assert 'value="bob"' in browser.get(f"/t/{game.code}/").text
    asked = {"own": "bob"}
    assert browser.post(f"/t/{game.code}/ask/", asked).status_code == 302
    page = browser.get(f"/t/{game.code}/").text
    assert "The old phone still seems to be here" in page
    assert "tapped “Now”" not in page
    # A living player is told, and nobody else is asked.
    assert "asks for your seat" in page_of(game, bob)
    row = game.bystanders.get()
    for voter in (alice, carol):
        assert 'data-notice="claim"' not in page_of(game, voter)
        with refuses(Refused.SEAT_MOVED):
            agree_to_play_now(game.code, voter, BOB, row.pk)
    with refuses(Refused.SEAT_MOVED):
        give_seat(game.code, alice, BOB, row.pk)
    go_away(game, players)
    page = browser.get(f"/t/{game.code}/").text
    assert "The others say whether it" in page
    for voter in (carol, alice):
        assert 'data-notice="claim"' in page_of(game, voter)
        agree_to_play_now(game.code, voter, BOB, row.pk)
    assert 'data-viewer="1"' in browser.get(f"/t/{game.code}/").text


def test_wrong_name_can_be_set_right_until_it_is_answered():
    game, _players = begin_to_draw()
    browser = open_browser(None)
    for name in ("carol", "bob"):
        assert f'name="own" value="{name}"' in browser.get(f"/t/{game.code}/").text
        browser.post(f"/t/{game.code}/ask/", {"own": name})
    assert game.bystanders.get().claimed_seat.name == "bob"


def test_name_that_no_seat_has_now_asks_for_none():
    game, players = begin_to_draw()
    show_out(game.code, players[ALICE], BOB)
    answer = open_browser(None).post(f"/t/{game.code}/ask/", {"own": "bob"})
    assert answer.status_code == 409
    assert game.bystanders.filter(standing=Standing.ASKS).count() == 0


@pytest.mark.parametrize("sent", [{"name": "mallory"}, {"own": "carol"}])
def test_promise_passes_to_no_other_name_or_seat(sent):
    game, players = begin_to_draw()
    browser = open_browser(None)
    browser.post(f"/t/{game.code}/ask/", {"own": "bob"})
    go_away(game, players)
    give_seat(game.code, players[ALICE], BOB, game.bystanders.get().pk)
    assert browser.post(f"/t/{game.code}/ask/", sent).status_code == 302
    assert game.bystanders.get().promised_seat is None
    begin_again(game)
    assert game.seats.get(index=BOB).player == players[BOB]


def test_each_change_of_the_name_counts_as_a_request(settings):
    settings.RATE_LIMIT_FACTOR = 1
    ASKS.forget()
    game, _players = begin_to_draw()
    phone = newcomer("bob")
    for name in ("bob", "carol", "bob"):
        ask_for_seat(game.code, phone, name, "192.0.2.7", waits=True)
    with pytest.raises(TooFast):
        ask_for_seat(game.code, phone, "carol", "192.0.2.7", waits=True)


@pytest.mark.parametrize("others", ["ready", "late", "gone"])
def test_request_goes_on_at_the_next_table(others, monkeypatch):
    game, (alice, _bob, carol) = begin_to_draw()
    phone = ask_back(game)
    if others == "gone":
        leave_table(game.code, carol)
    end_game(game.code, alice)
    following = play_again(game.code, alice)
    if others == "ready":
        play_again(game.code, carol)
    following.refresh_from_db()
    monkeypatch.setattr(clock, "now", lambda: following.due_at)
    make_due(following.code)
    following.refresh_from_db()
    # An asking player is no second person, and gets no second seat of this name.
    assert (following.started_at is not None) == (others == "ready")
    row = following.bystanders.get()
    assert (row.player, row.claimed_seat.name) == (phone, "bob")
    asks = 'data-notice="claim"' in page_of(following, alice)
    assert asks == (others == "ready")


def test_own_seat_can_be_asked_back_between_two_games():
    game, (alice, _bob, _carol) = begin_to_draw()
    end_game(game.code, alice)
    browser = open_browser(None)
    page = browser.get(f"/t/{game.code}/").text
    assert 'name="own" value="bob"' in page
    assert browser.post(f"/t/{game.code}/ask/", {"own": "bob"}).status_code == 302
    assert "Asked for bob" in browser.get(f"/t/{game.code}/").text
    assert 'data-notice="claim"' not in page_of(game, alice)
    following = play_again(game.code, alice)
    assert following.bystanders.get().claimed_seat.name == "bob"


@pytest.mark.parametrize("place", ["ask", "join"])
def test_typed_name_of_a_present_player_is_refused(place):
    game, _players = open_lobby()
    sent = {"name": "bob", "investigator": free_investigator(game)}
    answer = open_browser(None).post(f"/t/{game.code}/{place}/", sent)
    assert answer.status_code == 422
    assert "tap “I was playing here" in answer.text
    assert not game.bystanders.exists()


# Names that are no way in.


@pytest.mark.parametrize("go", GOING)
def test_seat_of_an_account_goes_to_the_account_alone(go):
    game, players = begin_to_draw()
    account = give_account(players[BOB], "bob")
    go(game, players)
    browser = open_browser(None)
    answer = browser.post(f"/t/{game.code}/ask/", {"name": "bob"})
    assert (answer.status_code, game.bystanders.count()) == (403, 0)
    assert "This seat belongs to an account" in answer.text
    page = signed_in(account).get(f"/t/{game.code}/").text
    assert 'data-viewer="1"' in page
    assert "My clue" in page


def test_seat_that_became_an_accounts_meanwhile_is_not_given():
    game, players = begin_to_draw()
    go_away(game, players)
    phone = ask_back(game)
    vote_for(game, players[CAROL], phone)
    give_account(players[BOB], "bob")
    with refuses(Refused.SEAT_OF_ACCOUNT):
        give_seat(game.code, players[ALICE], BOB, key_of(game, phone))
    assert view_of(game, phone).viewer < 0


def test_removed_player_cannot_ask_back():
    game, players = begin_to_draw()
    show_out(game.code, players[ALICE], BOB)
    for name in ("bob", "carol"):
        with refuses(Refused.EXCLUDED):
            ask_for_seat(game.code, players[BOB], name, waits=True)
    with refuses(Refused.SEAT_MOVED):
        ask_back(game)


# Proof.


@pytest.mark.parametrize("go", GOING)
def test_link_of_the_old_phone_brings_the_seat_at_once(go):
    game, players = begin_to_draw()
    ticket = make_ticket(Seat.objects.get(game=game, index=BOB))
    go(game, players)
    browser = open_browser(None)
    browser.post(reverse("phone-here", args=[game.code, ticket]))
    page = browser.get(f"/t/{game.code}/").text
    assert 'data-viewer="1"' in page
    assert "My clue" in page


# The old phone.


@pytest.mark.parametrize("go", [*GOING, None])
def test_old_phone_refuses_by_one_tap(go):
    game, players = begin_to_draw()
    go_away(game, players)
    phone = ask_back(game)
    if go is None:
        give_seat(game.code, players[ALICE], BOB, key_of(game, phone))
    note_here(game.code, players[BOB])
    # The others need not answer for a player who is there.
    assert 'data-notice="claim"' not in page_of(game, players[CAROL])
    with refuses(Refused.SEAT_MOVED):
        vote_for(game, players[CAROL], phone)
    with refuses(Refused.SEAT_MOVED):
        give_seat(game.code, players[ALICE], BOB, key_of(game, phone))
    if go is not None:
        go(game, players)
    assert "asks for your seat" in page_of(game, players[BOB])
    with refuses(Refused.NOT_HOST):
        decline(game.code, players[CAROL], key_of(game, phone))
    browser = open_browser(players[BOB])
    sent = {"asker": key_of(game, phone)}
    assert browser.post(f"/t/{game.code}/seat/", sent).status_code == 302
    assert 'data-notice="claim"' not in page_of(game, players[BOB])
    with refuses(Refused.EXCLUDED):
        ask_for_seat(game.code, phone, waits=True)


def test_votes_end_when_the_old_phone_is_back():
    game, players = begin_to_draw(4)
    go_away(game, players)
    phone = ask_back(game)
    vote_for(game, players[CAROL], phone)
    note_here(game.code, players[BOB])
    assert open_votes(game) == ()


# In the lobby there is no secret, and the host alone decides.


def test_host_gives_a_seat_back_in_the_lobby():
    game, (alice, bob, carol) = open_lobby()
    send_away(game, bob)
    browser = open_browser(None)
    assert 'name="own" value="bob"' in browser.get(f"/t/{game.code}/").text
    sent = {"name": "bob", "investigator": free_investigator(game)}
    assert browser.post(f"/t/{game.code}/join/", sent).status_code == 302
    assert game.seats.count() == 3
    assert "The others say whether it" in browser.get(f"/t/{game.code}/").text
    assert 'data-notice="claim"' in open_browser(alice).get(f"/t/{game.code}/").text
    assert 'data-notice="claim"' not in page_of(game, carol)
    asker = game.bystanders.get()
    given = {"seat": BOB, "asker": asker.pk}
    assert open_browser(carol).post(f"/t/{game.code}/seat/", given).status_code == 403
    assert open_browser(alice).post(f"/t/{game.code}/seat/", given).status_code == 302
    assert 'data-viewer="1"' in browser.get(f"/t/{game.code}/").text
    assert not game.bystanders.exists()


def free_investigator(game: Game) -> str:
    taken = set(game.seats.values_list("investigator", flat=True))
    return next(kind.value for kind in Investigator if kind not in taken)


def test_seat_with_another_name_ends_the_question():
    game, (alice, bob, _carol) = open_lobby()
    send_away(game, bob)
    browser = open_browser(None)
    browser.post(f"/t/{game.code}/ask/", {"name": "bob"})
    sent = {"name": "rob", "investigator": free_investigator(game)}
    assert browser.post(f"/t/{game.code}/join/", sent).status_code == 302
    assert game.seats.get(name="rob")
    assert 'data-notice="claim"' not in page_of(game, alice)
