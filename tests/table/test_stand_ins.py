"""Stand-ins: bots that play for absent players, and the votes that call them."""

from datetime import timedelta

import pytest

from games.errors import Refused
from games.models import Player
from games.play import clock, signs
from games.play.clock import Serving
from games.play.due_moves import make_due_moves
from games.play.selectors import get_table_view_or_404
from games.rules.editions import Placement
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.starting import set_ready, start_game
from games.table.people import idle
from games.table.people.asking import agree_to_play_now, ask_for_seat, give_seat
from games.table.people.idle import judge_idle, look_for_idle, note_sign, settle_idle
from games.table.people.presence import let_stand_in, note_here
from games.table.people.seats import leave_table
from games.table.people.votes import pause
from tests.support.browsers import open_browser
from tests.support.cast import (
    begin_game,
    begin_to_draw,
    change_row,
    choose_all,
    look_into,
    move,
    newcomer,
    open_lobby,
)
from tests.support.clock import START
from tests.support.latecomers import key_of, promise
from tests.support.pages import page_of
from tests.support.positions import FULL, play
from tests.support.presence import open_votes, presences, send_away
from tests.support.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.storage]


@pytest.fixture
def table():
    """Return a game of four: alice is the host, dave goes away."""
    return begin_game(4)


def test_host_alone_can_call_a_stand_in(table, hands):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    assert presences(game)[3] == "stand-in"
    hands.run_out(game)
    made = game.moves.get()
    assert (made.seat, made.by, made.content["move"]) == (3, "clock", "choose")


def test_stand_in_without_the_host_needs_most_present_players(table):
    game, players = table
    send_away(game, players[0])
    let_stand_in(game.code, players[1], 0)
    let_stand_in(game.code, players[1], 0)
    assert presences(game)[0] == "away"
    let_stand_in(game.code, players[2], 0)
    assert presences(game)[0] == "stand-in"
    assert open_votes(game) == ()


@pytest.mark.parametrize("bot", ["", "pip"])
def test_absent_player_cannot_vote(table, bot):
    game, players = table
    leave_table(game.code, players[1], bot)
    send_away(game, players[2])
    send_away(game, players[3])
    for player in players[1:3]:
        with refuses(Refused.NOT_HERE):
            let_stand_in(game.code, player, 3)
        with refuses(Refused.NOT_HERE):
            pause(game.code, player, pauses=True)
    assert open_votes(game) == ()


def test_vote_of_an_absent_player_does_not_count():
    game, players = begin_game(5)
    send_away(game, players[4])
    let_stand_in(game.code, players[1], 4)
    send_away(game, players[1])
    let_stand_in(game.code, players[2], 4)
    assert presences(game)[4] == "away"
    let_stand_in(game.code, players[3], 4)
    assert presences(game)[4] == "stand-in"


def test_stranger_cannot_vote(table):
    game, players = table
    send_away(game, players[3])
    eve = Player.objects.create(name="eve")
    for act in (
        lambda: let_stand_in(game.code, eve, 3),
        lambda: pause(game.code, eve, pauses=True),
    ):
        with refuses(Refused.NOT_SEATED):
            act()
    assert open_votes(game) == ()


def test_returning_player_takes_the_seat_back_at_once(table, hands):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[0], 3)
    note_here(game.code, players[3])
    game.refresh_from_db()
    assert (game.dues, game.due_at) == ([], None)
    choose_all(game, players[3:])
    assert game.moves.get().by == "player"


@pytest.mark.parametrize("bot", ["", "pip"])
def test_leaving_and_returning_repeatedly_gains_no_time(hands, bot):
    game, players = begin_game(3, limits="quick")
    choose_all(game, players[1:])
    for _ in range(15):
        leave_table(game.code, players[0], bot)
        make_due_moves(game.code)
        note_here(game.code, players[0])
        hands.advance(2)
        make_due_moves(game.code)
    # The limit of 30 s ends in the meantime, and the clock chooses once.
    assert game.moves.filter(seat=0).count() == 1


def test_stand_in_is_never_later_than_the_limit(hands):
    game, players = begin_game(3, limits="quick")
    hands.time = game.due_at - timedelta(seconds=1)
    leave_table(game.code, players[0])
    hands.advance(1)
    make_due_moves(game.code)
    assert game.moves.filter(seat=0, by="clock").count() == 1


def test_returning_player_has_the_rest_of_the_limit(hands):
    game, players = begin_game(3, limits="quick")
    choose_all(game, players[1:])
    due_at = game.due_at
    hands.advance(10)
    leave_table(game.code, players[0])
    table = look_into(game).table
    assert (table.due_at - hands.time).total_seconds() == clock.STAND_IN_PAUSE
    assert clock.find_deadline(table.dues) is None
    note_here(game.code, players[0])
    table = look_into(game).table
    assert table.due_at == clock.find_deadline(table.dues) == due_at


def test_votes_for_a_stand_in_end_when_the_player_returns(table):
    game, players = table
    send_away(game, players[3])
    let_stand_in(game.code, players[1], 3)
    note_here(game.code, players[3])
    send_away(game, players[3])
    assert open_votes(game) == ()


def test_others_wait_no_longer_than_the_limits_for_an_absent_player(hands):
    game, players = begin_game(3, limits="quick", adler=True, placement="players")
    send_away(game, players[2])
    while game.round_number == 1:
        before, state = hands.time, look_into(game).state
        hands.run_out(game)
        limit = clock.LIMITS["quick"]["placing" if state.placing else state.phase]
        assert (hands.time - before).total_seconds() <= limit


# Idle players: they are here, and the table waits for them, but they give no sign.

ALICE, BOB, CAROL, DAVE = range(4)
SAID = "has not moved for two minutes."
# Between two looks and two signs of the active players.
LOOK_SECONDS = 10


@pytest.fixture
def wait(hands, monkeypatch):
    """Return a function that lets time pass while these players give signs."""

    def read_seconds():
        return 1e6 + (hands.time - START).total_seconds()

    def wait(game, seconds, *active):
        for passed in range(0, seconds, LOOK_SECONDS):
            hands.advance(min(LOOK_SECONDS, seconds - passed))
            for player in active:
                note_sign(game.code, player.pk)
            look(game)

    monkeypatch.setattr(signs, "monotonic", read_seconds)
    return wait


def look(game, player=None):
    """Return a view of a table after all that follows from signs, as each page does."""
    return look_for_idle(get_table_view_or_404(game.code, player), player)


def list_idle(game):
    return [seat.idle for seat in look_into(game).table.seats]


def asked(game):
    return judge_idle(get_table_view_or_404(game.code, None)).asked


def begin_to_place():
    game, players = begin_to_draw(4, placement=Placement.PLAYERS)
    move(game, players[0], "draw")
    return game, players


PHASES = {
    "sides": lambda: begin_game(4),
    "suspects": lambda: begin_to_draw(4),
    "placing": begin_to_place,
    "last-call": lambda: play("last-call-race-5p", is_at(Phase.LAST_CALL)),
    "clockwise": lambda: play("last-call-clockwise-4p", is_at(Phase.LAST_CALL)),
    "cafe": lambda: play(FULL, is_at(Phase.CAFE)),
    "review": lambda: play(FULL, is_at(Phase.REVIEW)),
}


def is_at(phase):
    return lambda state: state.phase == phase


def find_waiting(game, players):
    """Return a seat that the game waits for, and all other players."""
    seat = look(game).waiting_for[0]
    return seat, [each for index, each in enumerate(players) if index != seat]


@pytest.mark.parametrize("phase", PHASES)
def test_nobody_blocks_a_table(phase, wait, hands):
    game, players = PHASES[phase]()
    seat, others = find_waiting(game, players)
    idle = players[seat]
    look(game)
    wait(game, 89, *others)
    assert asked(game) == set()
    wait(game, 1, *others)
    assert asked(game) == {idle.pk}
    number = look_into(game).table.number
    wait(game, 29, *others)
    assert (look_into(game).table.number, any(list_idle(game))) == (number, False)
    wait(game, 1, *others)
    assert f"{idle.name} {SAID}" in page_of(game, others[0])
    assert SAID not in page_of(game, idle)
    assert presences(game) == ["here"] * len(players)
    moves = game.moves.count()
    host = next(each for each in players if each.pk == look_into(game).table.host_id)
    assert host in others
    let_stand_in(game.code, host, seat)
    game.refresh_from_db()
    has_more = phase in ("sides", "last-call", "clockwise")
    assert (game.due_at - hands.time).total_seconds() == (33 if has_more else 3)
    has_countdown = "data-ends" in page_of(game, idle)
    assert (has_countdown, "data-ends" in page_of(game, host)) == (True, False)
    hands.run_out(game)
    assert game.moves.last().by == "clock"
    assert (game.moves.last().seat, game.moves.count()) == (seat, moves + 1)


def be_idle(wait, count=4, **changes):
    """Return a game of players whose second one, bob, is idle."""
    game, players = begin_to_draw(count, **changes)
    move(game, players[ALICE], "draw")
    others = [players[ALICE], *players[CAROL:]]
    look(game)
    wait(game, 120, *others)
    assert list_idle(game)[BOB]
    return game, players


def test_first_sign_ends_the_offer_and_the_stand_in(wait, hands):
    game, (alice, bob, *_) = be_idle(wait)
    note_sign(game.code, bob.pk)
    look(game)
    assert not any(list_idle(game))
    with refuses(Refused.NOT_AWAY):
        let_stand_in(game.code, alice, BOB)
    wait(game, 120, alice)
    let_stand_in(game.code, alice, BOB)
    hands.run_out(game)
    played = game.moves.count()
    note_sign(game.code, bob.pk)
    look(game)
    game.refresh_from_db()
    assert (list_idle(game)[BOB], game.dues, game.moves.count()) == (0, [], played)


def test_stand_in_plays_on_until_a_sign(wait, hands):
    game, players = be_idle(wait, 3)
    let_stand_in(game.code, players[ALICE], BOB)
    hands.run_out(game)
    for seat in (CAROL, ALICE):
        move(game, players[seat], "draw")
    assert "A stand-in plays for bob" in page_of(game, players[CAROL])
    hands.run_out(game)
    assert game.moves.last().seat == BOB


def test_count_begins_with_the_last_sign(wait):
    game, (alice, *others) = begin_to_draw(4)
    look(game)
    wait(game, 60, alice, *others)
    wait(game, 89, *others)
    assert asked(game) == set()
    wait(game, 1, *others)
    assert asked(game) == {alice.pk}
    wait(game, 29, *others)
    assert not any(list_idle(game))
    wait(game, 1, *others)
    assert list_idle(game) == [1, 0, 0, 0]


def test_own_move_is_a_sign(wait):
    game, players = begin_to_draw(4)
    move(game, players[ALICE], "draw")
    look(game)
    wait(game, 100, players[ALICE])
    move(game, players[BOB], "draw")
    for seat in (CAROL, DAVE):
        move(game, players[seat], "draw")
    wait(game, 110, *players[1:])
    assert not any(list_idle(game))


def test_most_of_those_with_a_sign_let_a_stand_in_play(wait):
    game, players = be_idle(wait)
    # The host and dave have stopped to give signs.
    wait(game, 121, players[CAROL])
    let_stand_in(game.code, players[CAROL], BOB)
    assert list_idle(game)[BOB] == 2


def test_one_of_three_with_a_sign_does_not(wait):
    game, players = be_idle(wait)
    let_stand_in(game.code, players[CAROL], BOB)
    assert list_idle(game)[BOB] == 1
    assert "Play on without bob" not in page_of(game, players[CAROL])
    let_stand_in(game.code, players[DAVE], BOB)
    assert list_idle(game)[BOB] == 2


def test_vote_decides_once_the_others_give_no_sign(wait):
    game, players = be_idle(wait)
    let_stand_in(game.code, players[CAROL], BOB)
    wait(game, 121, players[CAROL])
    assert list_idle(game)[BOB] == 2


def test_vote_shows_nobody_how_many_gave_a_sign(wait):
    game, players = be_idle(wait)
    before = page_of(game, players[ALICE])
    note_sign(game.code, players[CAROL].pk)
    assert page_of(game, players[ALICE]) == before
    let_stand_in(game.code, players[CAROL], BOB)
    assert "want a stand-in" not in page_of(game, players[ALICE])


def test_idle_player_cannot_vote_about_the_own_seat(wait):
    game, players = be_idle(wait)
    assert "Play on without bob" not in page_of(game, players[BOB])
    with refuses(Refused.NOT_AWAY):
        let_stand_in(game.code, players[BOB], BOB)


def test_rights_of_an_idle_host_pass_to_the_next_with_a_sign(wait):
    game, players = begin_to_draw(4)
    look(game)
    wait(game, 120, players[CAROL])
    table = look_into(game).table
    assert (table.host_id, table.seats[ALICE].idle) == (players[CAROL].pk, 1)


def test_active_host_beside_an_idle_player_stays_host(wait):
    game, players = be_idle(wait)
    wait(game, 300, *players[CAROL:])
    assert look_into(game).table.host_id == players[ALICE].pk


def test_nothing_happens_while_all_are_idle(wait):
    game, players = begin_to_draw(4)
    look(game)
    number = look_into(game).table.number
    wait(game, 600)
    table = look_into(game).table
    assert (table.number, table.host_id) == (number, players[ALICE].pk)
    wait(game, 1, players[DAVE])
    assert list_idle(game) == [1, 0, 0, 0]


def test_pause_stops_the_count(wait):
    game, players = begin_to_draw(4, limits="relaxed")
    look(game)
    pause(game.code, players[ALICE], pauses=True)
    wait(game, 300, *players[1:])
    assert (asked(game), any(list_idle(game))) == (set(), False)
    pause(game.code, players[ALICE], pauses=False)
    wait(game, 59, *players[1:])
    assert not any(list_idle(game))


@pytest.mark.parametrize("has_seat", [True, False])
def test_rights_of_a_host_who_does_not_start_pass_on(has_seat, wait, hands):
    game, players = open_lobby(3)
    host = players[ALICE] if has_seat else newcomer()
    change_row(game, host=host)
    look(game)
    wait(game, 90, *players[1:])
    assert asked(game) == {host.pk}
    wait(game, 30, *players[1:])
    assert look_into(game).table.host_id == players[BOB].pk
    assert list_idle(game) == [int(has_seat), 0, 0]
    assert (f"alice {SAID}" in page_of(game, players[BOB])) == has_seat
    assert SAID not in page_of(game, players[ALICE])
    with refuses(Refused.NOT_STARTED):
        let_stand_in(game.code, players[BOB], ALICE)
    wait(game, 1, host)
    assert list_idle(game) == [0, 0, 0]


def test_lobby_waits_for_no_host_before_three_sit(wait):
    game, players = open_lobby(2)
    look(game)
    wait(game, 300, players[BOB])
    assert look_into(game).table.host_id == players[ALICE].pk
    assert asked(game) == set()


def test_next_game_of_an_evening_asks_those_who_are_not_ready(wait):
    game, players = begin_game(4)
    end_game(game.code, players[ALICE])
    following = play_again(game.code, players[ALICE])
    set_ready(following.code, players[BOB])
    look(following)
    wait(following, 90, players[BOB])
    assert asked(following) == {each.pk for each in players[CAROL:]}


@pytest.mark.parametrize("has_seat", [True, False])
def test_nobody_keeps_a_table_in_a_pause(has_seat, wait):
    game, players = begin_to_draw(4)
    pause(game.code, players[ALICE], pauses=True)
    host = players[ALICE] if has_seat else newcomer()
    change_row(game, host=host)
    pause(game.code, players[BOB], pauses=False)
    look(game)
    wait(game, 90, players[BOB])
    assert asked(game) == {each.pk for each in (host, *players) if each != players[BOB]}
    wait(game, 30, players[BOB])
    table = look_into(game).table
    assert (table.host_id, table.paused_at is None) == (players[BOB].pk, False)
    pause(game.code, players[BOB], pauses=False)
    assert look_into(game).table.paused_at is None


def test_nobody_keeps_a_table_from_a_stand_in_for_an_absent_player(wait):
    game, (alice, bob, carol, dave) = begin_to_draw(4)
    change_row(game, host=bob)
    send_away(game, alice)
    let_stand_in(game.code, carol, ALICE)
    look(game)
    wait(game, 90, carol)
    assert asked(game) == {bob.pk, dave.pk}
    wait(game, 30, carol)
    assert look_into(game).table.host_id == carol.pk
    let_stand_in(game.code, carol, ALICE)
    assert presences(game)[ALICE] == "stand-in"


def test_pause_ends_without_the_vote_of_a_player_for_whom_a_stand_in_plays(wait):
    game, players = begin_to_draw(4)
    pause(game.code, players[ALICE], pauses=True)
    change_row(game, host=newcomer())
    for player in players[:DAVE]:
        pause(game.code, player, pauses=False)
    look(game)
    wait(game, 120, *players[:DAVE])
    let_stand_in(game.code, players[ALICE], DAVE)
    assert look_into(game).table.paused_at is None


def test_idle_players_seat_is_neither_asked_back_nor_given(wait):
    game, players = be_idle(wait)
    let_stand_in(game.code, players[ALICE], BOB)
    with refuses(Refused.SEAT_MOVED):
        ask_for_seat(game.code, newcomer("bob"), waits=True)
    eve = newcomer()
    assert 'value="bob"' not in page_of(game, eve)
    ask_for_seat(game.code, eve)
    with refuses(Refused.SEAT_MOVED):
        give_seat(game.code, players[ALICE], BOB, key_of(game, eve))
    with refuses(Refused.SEAT_MOVED):
        agree_to_play_now(game.code, players[CAROL], BOB, key_of(game, eve))


def test_idle_player_counts_before_a_clue_is_shown(wait):
    game, players = be_idle(wait)
    leave_table(game.code, players[DAVE])
    eve = newcomer()
    promise(game, players[ALICE], eve, DAVE)
    agree_to_play_now(game.code, players[CAROL], DAVE, key_of(game, eve))
    assert look_into(game).table.find_seat(eve.pk) is None
    agree_to_play_now(game.code, players[BOB], DAVE, key_of(game, eve))
    assert look_into(game).table.find_seat(eve.pk) == DAVE


@pytest.mark.parametrize("sign", ["", "update/?protocol=2&sign=0"])
def test_host_without_a_seat_gives_signs(sign, wait):
    game, players = open_lobby(3)
    host = newcomer()
    change_row(game, host=host)
    look(game)
    wait(game, 90, *players)
    assert asked(game) == {host.pk}
    open_browser(host).get(f"/t/{game.code}/{sign}")
    assert asked(game) == set()


def test_active_host_without_a_seat_calls_a_stand_in(wait):
    game, _players = open_lobby(3)
    host = newcomer()
    change_row(game, host=host)
    start_game(game.code, host, first_seat=0)
    wait(game, 130, host)
    let_stand_in(game.code, host, ALICE)
    assert list_idle(game)[ALICE] == 2


def test_stand_in_of_an_idle_player_whose_phone_dies(wait):
    game, players = be_idle(wait)
    let_stand_in(game.code, players[ALICE], BOB)
    send_away(game, players[BOB])
    let_stand_in(game.code, players[ALICE], BOB)
    assert presences(game)[BOB] == "stand-in"


def test_bot_is_never_idle(wait):
    game, players = begin_to_draw(4)
    leave_table(game.code, players[ALICE], "pip")
    look(game)
    wait(game, 600, *players[1:])
    assert (asked(game), any(list_idle(game))) == (set(), False)


def test_restart_counts_anew(wait, monkeypatch):
    game, players = begin_to_draw(4)
    look(game)
    wait(game, 100, *players[1:])
    serving = Serving()
    serving._began = serving._beat_at = 1e6 + 100
    monkeypatch.setattr("games.play.clock.monotonic", signs.monotonic)
    monkeypatch.setattr(signs, "serving", serving)
    for _ in range(119):
        wait(game, 1, *players[1:])
        serving.beat()
    assert not any(list_idle(game))
    wait(game, 1, *players[1:])
    assert list_idle(game)[ALICE]


def test_nobody_is_idle_while_other_processes_are_unheard(wait, monkeypatch):
    game, players = begin_to_draw(4)
    look(game)
    monkeypatch.setattr(idle, "is_unknown", lambda: True)
    wait(game, 300, *players[1:])
    assert not any(list_idle(game))


def test_old_signs_and_waits_are_forgotten(wait, hands):
    game, players = begin_to_draw(4)
    wait(game, 10, *players)
    hands.advance(121)
    signs.signs.forget_old()
    assert (signs.signs._signs, signs.signs._waits) == ({}, {})


def test_sign_of_the_moment_before_ends_nothing_early(wait, hands):
    """A look and a sign may come at once, on two threads."""
    game, players = begin_to_draw(4)
    look(game)
    wait(game, 119, *players[1:])
    hands.advance(1)
    note_sign(game.code, players[ALICE].pk)
    settle_idle(game.code)
    assert not any(list_idle(game))
