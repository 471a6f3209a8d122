"""A seat that changes hands during a round takes no secret along.

Dana gets the seat of bob, who was removed by the host or has left. She watches until
the next round begins, or until all other present people let her play.
"""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from games.accounts.export import read_export
from games.accounts.history import describe_games, get_games_for, read_catches
from games.archive.audit import audit_game
from games.errors import Refused
from games.models import Game, Move, Note, Player, Presence, Standing
from games.play.selectors import see
from games.play.transaction import cache as snapshots
from games.players.identity import get_or_create_player
from games.rules.deal import Deal, shuffle_deal
from games.rules.state import Phase, begin_state
from games.rules.suspects import Side, sides_of
from games.table.bots import play_with_bots
from games.table.live.socket_messages import Messages
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.notebook import mark_note
from games.table.people.asking import (
    agree_to_play_now,
    decline,
    give_seat,
)
from games.table.people.kept_out import show_out
from games.table.people.moderation import ban
from games.table.people.ownership import adopt_guest, forget_player, rename_player
from games.table.people.presence import note_here
from games.table.people.seats import leave_table
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    choose_move,
    look_into,
    make,
    make_players,
    make_setup,
    move,
    newcomer,
    seat_all,
)
from tests.support.latecomers import begin_again, key_of, promise, with_promise
from tests.support.memory import forget_rows
from tests.support.pages import forget_pages, page_of
from tests.support.presence import open_votes, send_away
from tests.support.refusals import refuses
from tests.test_two_worlds import blank

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
ALICE, BOB, CAROL = range(3)


def agree_to(game: Game, voter: Player, player: Player, seat: int = BOB) -> None:
    agree_to_play_now(game.code, voter, seat, key_of(game, player))


def view_of(game: Game, player: Player | None):
    return see(look_into(game), player)


def remove(game: Game, host: Player, bob: Player) -> None:
    show_out(game.code, host, BOB)


def leave(game: Game, _host: Player, bob: Player) -> None:
    leave_table(game.code, bob)


def leave_to_bot(game: Game, _host: Player, bob: Player) -> None:
    leave_table(game.code, bob, "pip")


GOING = [remove, leave, leave_to_bot]


def play_round(game: Game, players: list[Player], hands, number: int = 1) -> None:
    """Play on until the next round begins; a due move is made for the seat of bob."""
    chance = random.Random(5)
    for _ in range(900):
        snapshot = look_into(game)
        if snapshot.state.number > number or snapshot.state.phase == Phase.OVER:
            return
        wanted = choose_move(snapshot, chance)
        if wanted.seat == BOB and not snapshot.table.seats[BOB].is_here:
            # A stand-in does not accuse.
            if Game.objects.get(pk=game.pk).due_at is not None:
                hands.run_out(game)
        else:
            make(game, players, wanted)
    raise AssertionError("The round does not end.")


# Two games that differ in the clue of the former player alone.


def open_world(players: list[Player], deal: Deal, side: int, **changes) -> Game:
    game = open_table(players[0], make_setup(limits="quick", **changes))
    seat_all(game, players)
    start_game(game.code, players[0], first_seat=0, deals=[deal])
    for seat, player in enumerate(players):
        sides = sides_of(deal.bag[seat])
        move(game, player, "choose", side=sides[side if seat == BOB else 0])
    move(game, players[0], "draw")
    return Game.objects.get(pk=game.pk)


def open_worlds(**changes) -> tuple[list[Game], list[Player]]:
    players = make_players()
    trial = open_table(players[0], make_setup())
    seat_all(trial, players)
    kinds = tuple(seat.investigator for seat in trial.seats.all())
    deal = shuffle_deal(b"w" * 32, begin_state(kinds, trial.options, 0))
    return [open_world(players, deal, side, **changes) for side in (0, 1)], players


def list_sent(game: Game, viewer: Player) -> list[str]:
    """Return all that a browser of this player gets at a table."""
    forget_pages()
    browser = open_browser(viewer)
    sent = []
    for name in (
        "table",
        "update",
        "log",
        "notebook",
        "hint",
        "why",
        "phone",
        "people",
    ):
        address = reverse(name, args=[game.code])
        for headers in ({}, HTMX):
            answer = browser.get(f"{address}?protocol=2", headers=headers)
            sent.append(f"{name} {answer.status_code} {answer.text}")
    sent.append(repr(browser.get(reverse("replay", args=[game.code])).status_code))
    # A socket's first message, its answer to a lost page, and that to a change.
    messages, view = Messages("en"), view_of(game, viewer)
    messages.begin(view)
    sent += [messages.everything(view), messages.change(view)]
    return [blank(text, game) for text in sent]


@pytest.mark.long
@pytest.mark.parametrize("notebook", ["odds", "off"])
@pytest.mark.parametrize("go", GOING)
def test_newcomer_cannot_tell_the_clue_of_the_former_player(go, notebook, hands):
    worlds, players = open_worlds(notebook=notebook)
    alice, bob, _carol = players
    dana = newcomer("dana")
    for game in worlds:
        mark_note(look_into(game).table, bob, about=0, side=Side.HAT, mark="no") if (
            notebook != "off"
        ) else None
        go(game, alice, bob)
        promise(game, alice, dana)
    viewers = [dana] if go is not remove else [dana, bob]
    for viewer in viewers:
        for _ in ("first", "reloaded"):
            one, other = (list_sent(game, viewer) for game in worlds)
            assert one == other
            assert not any("My clue" in text for text in one)
    for game in worlds:
        assert view_of(game, dana).viewer < 0
        assert game.seats.filter(player=dana).count() == 0
        # A reload is no coming back.
        assert look_into(game).table.seats[BOB].presence != "here" or go is leave_to_bot


# The next round.


@pytest.mark.parametrize("go", GOING)
@pytest.mark.parametrize("is_cached", [True, False])
def test_promised_seat_is_taken_when_the_next_round_begins(go, is_cached, hands):
    game, players = begin_to_draw()
    alice, bob, carol = players
    dana = newcomer("dana")
    go(game, alice, bob)
    promise(game, alice, dana)
    before = game.moves.count()
    play_round(game, [alice, dana, carol], hands)
    if not is_cached:
        forget_rows()
        snapshots.clear()
    view = view_of(game, dana)
    assert (view.viewer, view.table.phase) == (BOB, "sides")
    assert (view.table.seats[BOB].name, view.table.seats[BOB].bot) == ("dana", "")
    assert view.table.seats[BOB].presence == Presence.HERE
    assert {each.seat for each in view.observation.moves} == {BOB}
    assert not game.bystanders.filter(player=dana).exists()
    assert view_of(game, bob).viewer < 0
    assert game.moves.count() > before
    # No stand-in's 3 seconds run on.
    row = Game.objects.get(pk=game.pk)
    assert not any(due["seat"] == BOB for due in row.dues)
    assert view.table.bystanders == tuple(
        row.bystanders.values_list(
            "pk", "player", "player__name", "standing", "promised_seat", "claimed_seat"
        )
    )
    move(game, dana, "choose", side=view.observation.moves[0].side)


def begin_review(**changes):
    """Return a game in which a tap of the last player begins the next round."""
    game, players = begin_to_draw(**changes)
    chance = random.Random(3)
    while look_into(game).state.phase != Phase.REVIEW:
        make(game, players, choose_move(look_into(game), chance))
    return game, players


def test_nothing_passes_between_two_rounds(hands):
    game, (alice, _bob, carol), dana = with_promise(begin_review())
    assert view_of(game, dana).viewer < 0
    move(game, alice, "done")
    move(game, carol, "done")
    assert view_of(game, dana).viewer < 0
    # The stand-in's tap, by the clock, begins the round.
    hands.run_out(game)
    assert (view_of(game, dana).viewer, look_into(game).state.number) == (BOB, 2)


def test_bot_begins_the_round_with_the_newcomer(hands):
    game, (alice, bob, carol) = begin_review()
    dana = newcomer("dana")
    leave_to_bot(game, alice, bob)
    promise(game, alice, dana)
    move(game, alice, "done")
    move(game, carol, "done")
    while look_into(game).state.number == 1:
        hands.run_out(game)
    view = view_of(game, dana)
    assert (view.viewer, view.table.bots) == (BOB, {})
    assert Move.objects.filter(game=game).last().by == "bot"


def begin_round_with_newcomer(hands):
    """Return a game whose new round gave bob's seat to dana, its players and dana."""
    game, (alice, bob, carol), dana = with_promise(begin_review())
    hands.run_out(game)
    move(game, alice, "done")
    move(game, carol, "done")
    return game, (alice, bob, carol), dana


def test_player_begins_the_round_with_the_newcomer(hands):
    game, _players, dana = begin_round_with_newcomer(hands)
    assert view_of(game, dana).viewer == BOB


def test_promise_ends_with_the_game():
    game, (alice, _bob, _carol), dana = with_promise(begin_to_draw())
    end_game(game.code, alice)
    assert game.bystanders.get(player=dana).promised_seat is None
    page = page_of(game, dana)
    assert "take over" not in page


# The players who keep, lose and get a promise.


def test_player_who_comes_back_keeps_the_seat():
    game, (_alice, bob, carol), dana = with_promise(begin_to_draw())
    note_here(game.code, bob)
    row = game.bystanders.get(player=dana)
    assert (row.standing, row.promised_seat) == (Standing.ASKS, None)
    with refuses(Refused.SEAT_MOVED):
        agree_to(game, carol, dana)
    begin_again(game)
    assert view_of(game, dana).viewer < 0
    assert view_of(game, bob).viewer == BOB


def test_promise_of_a_seat_goes_to_one_person_alone():
    game, (alice, bob, carol) = begin_game(4)[0], Player.objects.order_by("pk")[:3]
    dana, emil = newcomer("dana"), newcomer("emil")
    leave_table(game.code, bob)
    leave_table(game.code, carol)
    promise(game, alice, dana)
    promise(game, alice, emil)
    assert promises(game) == {emil.pk: BOB}
    give_seat(game.code, alice, CAROL, key_of(game, dana))
    give_seat(game.code, alice, CAROL, key_of(game, emil))
    assert promises(game) == {emil.pk: CAROL}
    row = game.bystanders.get(player=dana)
    row.promised_seat = CAROL
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def promises(game: Game) -> dict[int, int]:
    rows = game.bystanders.exclude(promised_seat=None)
    return dict(rows.values_list("player_id", "promised_seat"))


ENDS = {
    "declined": lambda game, host, dana: decline(game.code, host, key_of(game, dana)),
    "banned": lambda _game, _host, dana: ban(dana, timezone.now() + timedelta(days=1)),
    "deleted": lambda _game, _host, dana: forget_player(dana),
}


@pytest.mark.parametrize("end", ENDS)
def test_promise_ends_with_the_wish(end):
    game, (alice, _bob, carol), dana = with_promise(begin_to_draw())
    assert "dana takes over bob" in page_of(game, carol)
    ENDS[end](game, alice, dana)
    assert promises(game) == {}
    assert "dana takes over" not in page_of(game, carol)
    begin_again(game)
    assert look_into(game).table.seats[BOB].name == "bob"


def test_promise_ends_if_the_name_is_taken_meanwhile():
    game, (_alice, _bob, _carol), dana = with_promise(begin_to_draw())
    rename_player(dana, "CAROL")
    begin_again(game)
    assert view_of(game, dana).viewer < 0
    assert game.bystanders.get(player=dana).promised_seat is None


def test_promise_passes_to_the_account_of_a_guest(django_user_model):
    game, (_alice, _bob, _carol), dana = with_promise(begin_to_draw())
    account = get_or_create_player(django_user_model.objects.create_user("danuta"))
    assert adopt_guest(dana, account)
    assert promises(game) == {account.pk: BOB}
    begin_again(game)
    assert view_of(game, account).viewer == BOB


# At once.


def test_seat_changes_hands_at_once_when_all_other_present_people_agree():
    game, (alice, bob, carol) = begin_to_draw()
    dana, key = newcomer("dana"), game.seats.get(index=BOB).pk
    mark_note(look_into(game).table, bob, about=0, side=Side.HAT, mark="no")
    leave(game, alice, bob)
    promise(game, alice, dana)
    assert view_of(game, dana).viewer < 0
    asked = page_of(game, carol)
    assert "Let dana play on now, with bob’s clue?" in asked
    assert "Let dana play" not in page_of(game, alice)
    agree_to(game, carol, dana)
    view = view_of(game, dana)
    assert view.viewer == BOB
    assert view.observation.my_clue == look_into(game).state.clues[BOB]
    assert not Note.objects.exists()
    # The phones of the former player are no longer at the seat.
    assert game.seats.get(index=BOB).pk != key
    assert open_votes(game) == ()
    # The former player's choices stay with the former player.
    sent = read_export(AnonymousUser(), dana)
    assert [each["moves"] for each in sent["seats"]] == [[]]


@pytest.mark.parametrize("away", [ALICE, CAROL])
def test_two_present_people_have_to_agree(away):
    game, players = begin_to_draw()
    alice, bob, carol = players
    dana = newcomer("dana")
    leave(game, alice, bob)
    send_away(game, players[away])
    promise(game, alice, dana)
    if away == ALICE:
        agree_to(game, carol, dana)
    assert view_of(game, dana).viewer < 0
    assert promises(game) == {dana.pk: BOB}


def test_bots_and_the_host_without_a_seat_do_not_count():
    alice = make_players(1)[0]
    game = play_with_bots(alice)
    dana = newcomer("dana")
    promise(game, alice, dana, CAROL)
    assert view_of(game, dana).viewer < 0
    assert "Let dana play" not in page_of(game, alice)
    agree_to(game, alice, dana, CAROL)
    assert view_of(game, dana).viewer < 0


def test_all_of_four_have_to_agree_and_each_counts_once():
    game, (_alice, _bob, carol, dave), dana = with_promise(begin_to_draw(4))
    agree_to(game, carol, dana)
    number = look_into(game).table.number
    agree_to(game, carol, dana)
    assert look_into(game).table.number == number
    assert view_of(game, dana).viewer < 0
    agree_to(game, dave, dana)
    assert view_of(game, dana).viewer == BOB


def test_strangers_and_the_newcomer_have_no_vote():
    game, (_alice, _bob, carol, _dave), dana = with_promise(begin_to_draw(4))
    for stranger in (dana, newcomer("eve")):
        with refuses(Refused.NOT_SEATED):
            agree_to(game, stranger, dana)
    send_away(game, carol)
    with refuses(Refused.NOT_HERE):
        agree_to(game, carol, dana)


def test_votes_about_one_newcomer_do_not_count_for_another():
    game, (alice, _bob, carol, dave), dana = with_promise(begin_to_draw(4))
    emil = newcomer("emil")
    agree_to(game, carol, dana)
    key = key_of(game, dana)
    promise(game, alice, emil)
    with refuses(Refused.SEAT_MOVED):
        agree_to_play_now(game.code, dave, BOB, key)
    agree_to(game, dave, emil)
    assert view_of(game, emil).viewer < 0
    agree_to(game, carol, emil)
    assert view_of(game, emil).viewer == BOB


# The former player's choices and knowledge.


def test_moves_stay_in_the_export_of_their_player(hands):
    game, (alice, bob, carol), dana = with_promise(begin_to_draw())
    play_round(game, [alice, dana, carol], hands)
    changed_at = Game.objects.get(pk=game.pk).count_moves_before_holder(BOB)
    move(game, dana, "choose", side=view_of(game, dana).observation.moves[0].side)
    (of_dana,) = read_export(AnonymousUser(), dana)["seats"]
    (of_bob,) = read_export(AnonymousUser(), bob)["former_seats"]
    assert [each["move"] for each in of_dana["moves"]] == ["choose"]
    assert (of_dana["name"], of_bob["name"]) == ("dana", "bob")
    assert of_bob["moves"][0]["move"] == "choose"
    assert all(each["number"] <= changed_at for each in of_bob["moves"])
    assert not Note.objects.exists()


def test_round_of_the_former_player_is_not_explained_to_the_newcomer(hands):
    game, (_alice, _bob, carol), dana = begin_round_with_newcomer(hands)
    address = reverse("why", args=[game.code])
    assert open_browser(carol).get(address).status_code == 200
    assert open_browser(dana).get(address).status_code == 404
    assert open_browser(dana).get(f"{address}?at=4").status_code == 404


def test_former_player_has_the_game_and_its_replay(hands):
    game, (alice, bob, carol), dana = with_promise(begin_to_draw())
    play_round(game, [alice, dana, carol], hands)
    address = reverse("replay", args=[game.code])
    assert open_browser(bob).get(address).status_code == 404
    move(game, dana, "choose", side=view_of(game, dana).observation.moves[0].side)
    end_game(game.code, alice)
    closed = Game.objects.get(pk=game.pk)
    assert [check for check in audit_game(closed).checks if not check.holds] == []
    assert [each.pk for each in get_games_for(bob)] == [game.pk]
    (told,) = describe_games(bob, get_games_for(bob), read_catches(bob), {})
    assert told["has_replay"]
    early = {who: open_browser(who).get(address).text for who in (bob, dana)}
    assert "dana" not in early[bob].partition('id="table"')[2].partition("</main>")[0]
    late = f"{address}?at={closed.move_count}"
    assert all("dana" in open_browser(who).get(late).text for who in (bob, dana))
