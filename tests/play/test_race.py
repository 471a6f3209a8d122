"""The fair race: the accusation that was sent first counts, within a bound."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from games.archive.audit import audit_game
from games.errors import Refused, TableError
from games.models import Game, Move, MovedBy
from games.play import clock, race, seam
from games.play.due_moves import make_due_moves
from games.play.race import Arrival
from games.play.seam import Entered, Made, Repeated
from games.play.selectors import see
from games.play.transaction import cache
from games.rules.editions import Race
from games.rules.illegal import RulesError, Why
from games.rules.state import Phase
from games.table.lobby.ending import end_game
from games.table.page.whole import show_page
from games.table.people.kept_out import show_out
from games.table.people.seats import leave_table
from games.table.people.votes import pause
from tests.races.arena import WANTED, open_arena
from tests.support.browsers import open_browser
from tests.support.cast import change_row, look_into, move, newcomer
from tests.support.latecomers import begin_again, let_play_now
from tests.support.memory import forget_rows
from tests.support.refusals import refuses
from tests.support.replays import build_replay_address

pytestmark = pytest.mark.django_db

NEAR, FAR = 0.002, 0.1


class Clock:
    """Stands in for the module `time`."""

    now = 1_000_000.0

    def time(self):
        return self.now


class Table:
    """A running game with connections of these latencies in seconds."""

    def __init__(self, monkeypatch, latencies):
        self.game, self.players = open_arena()
        self.clock = Clock()
        self.latencies = dict(
            zip([each.pk for each in self.players], latencies, strict=True)
        )
        self.keys = [uuid.uuid4() for _ in latencies]
        monkeypatch.setattr(race, "time", self.clock)
        monkeypatch.setattr(
            race,
            "find_longest_latency",
            lambda pk, players: max(map(self.latencies.get, players)),
        )

    def pass_time(self, seconds):
        self.clock.now += seconds

    def accuse(self, seat, suspect=WANTED[0], arrival=None, key=None):
        """Accuse a suspect over the seat's own connection; return the outcome."""
        player = self.players[seat]
        arrival = arrival or Arrival.of(None, self.latencies[player.pk])
        content = {"move": "accuse", "suspect": suspect}
        try:
            return seam.make_move(
                self.game.code, player, content, key or self.keys[seat], arrival
            )
        except (RulesError, TableError) as reason:
            return reason

    def wait(self, seconds=FAR):
        """Pass time, and let the timer of some process make the due moves."""
        self.pass_time(seconds)
        return make_due_moves(self.game.code)

    def late_of(self, seat, player=None):
        """Return why the page of a seat says that its accusation came too late."""
        view = see(look_into(self.game), player or self.players[seat])
        late = dict(show_page(view).own["late"].values)["late"]
        return late and late.why

    @property
    def waiting(self):
        return self.game.entered.filter(outcome="").count()

    @property
    def accusers(self):
        return [each.seat for each in look_into(self.game).state.accusations]


@pytest.fixture
def table(monkeypatch):
    """Return a table of four near players and a far one, in seat 4."""
    return Table(monkeypatch, [NEAR] * 4 + [FAR])


def test_among_near_players_nothing_waits(monkeypatch):
    table = Table(monkeypatch, [NEAR, 0, 0.001, 0.008, 0.005])
    assert isinstance(table.accuse(0), Made)
    assert table.accusers == [0]


def test_near_accusation_waits_for_one_of_a_far_player(table):
    entered = table.accuse(0)
    assert entered.seconds == pytest.approx(FAR - NEAR)
    table.wait(FAR - NEAR - 0.02)
    assert table.accusers == []
    table.wait(0.02)
    assert table.accusers == [0]
    assert isinstance(table.accuse(0), Repeated)


def test_far_accusation_that_was_sent_later_follows(table):
    table.accuse(0)
    table.pass_time(FAR - NEAR - 0.02)
    table.latencies[table.players[4].pk] = 0.05
    entered = table.accuse(4, WANTED[1])
    assert entered.seconds == pytest.approx(0.02, abs=0.002)
    table.wait(0.02)
    assert table.accusers == [0, 4]


def test_sending_again_shortens_no_wait_and_enters_nothing(table):
    entered = table.accuse(0)
    table.pass_time(0.03)
    again = table.accuse(0, arrival=Arrival.of())
    assert again.seconds == pytest.approx(entered.seconds - 0.03)
    assert table.waiting == 1


def test_clock_that_was_set_back_holds_nobody_up(table):
    table.accuse(0)
    table.wait(-3600)
    assert table.accusers == [0]


def test_accusations_of_the_same_moment_go_by_lot(table):
    for seat in range(4):
        table.accuse(seat, WANTED[seat % 2])
    table.wait()
    state, game = look_into(table.game).state, table.game
    lots = [race.compute_lot(game, state, seat) for seat in range(4)]
    winners = {min(pair, key=lots.__getitem__) for pair in ((0, 2), (1, 3))}
    assert set(table.accusers) == winners
    late = [seat for seat in range(4) if table.late_of(seat) == "ALREADY_ACCUSED"]
    assert late == sorted({0, 1, 2, 3} - winners)


def test_option_lets_arrival_decide(table):
    change_row(table.game, race=Race.ARRIVAL)
    assert isinstance(table.accuse(0), Made)


def test_nobody_changes_an_accusation_while_it_waits(table):
    table.accuse(0)
    other = table.accuse(0, WANTED[1], key=uuid.uuid4())
    assert other.why is Why.ONE_ACCUSATION
    assert table.accuse(0, WANTED[1]).why is Refused.KEY_REUSED
    table.wait()
    assert table.accusers == [0]


def test_key_of_another_move_neither_holds_up_nor_fails_the_race(table):
    used = table.game.moves.filter(key__isnull=False, seat=1).last().key
    assert table.accuse(1, key=used).why is Refused.KEY_REUSED
    assert table.waiting == 0


@pytest.mark.parametrize("is_late", [False, True])
def test_key_of_an_entered_or_late_accusation_is_no_other_moves(table, is_late):
    turn = look_into(table.game).state.turn
    if is_late:
        table.accuse(turn - 1)
        table.accuse(turn, arrival=Arrival.of())
        table.wait()
    else:
        table.accuse(turn)
    player, key = table.players[turn], table.keys[turn]
    with refuses(Refused.KEY_REUSED):
        seam.make_move(table.game.code, player, {"move": "draw"}, key)
    table.wait()
    assert table.accusers == [(turn - is_late) % 5]


def test_key_of_a_late_accusation_accuses_nobody_later(table):
    table.accuse(0)
    table.accuse(1, arrival=Arrival.of())
    table.wait()
    assert isinstance(table.accuse(1), Repeated)
    assert table.accuse(1, WANTED[1]).why is Refused.KEY_REUSED
    # Not even in a round in which it would be legal.
    state = look_into(table.game).state
    begin_again(table.game, phase=state.phase, clues=state.clues)
    made = table.game.moves.count()
    assert isinstance(table.accuse(1), Repeated)
    assert table.game.moves.count() == made


def test_accusation_counts_if_its_timer_is_a_little_early(table):
    entered = table.accuse(0)
    change_row(table.game, due_at=clock.now() + timedelta(seconds=1))
    table.wait(entered.seconds - 0.001)
    assert table.accusers == [0]


def test_waiting_accusation_that_is_overdue_is_no_repeated_one(table):
    table.accuse(0)
    table.pass_time(FAR)
    again = table.accuse(0)
    assert (type(again), again.seconds) == (Entered, 0)


def test_late_accusation_is_told_to_its_seat_until_it_accuses_again(table):
    table.accuse(0)
    table.accuse(1, arrival=Arrival.of())
    before = look_into(table.game).table.number
    table.wait()
    cache.clear()
    after = look_into(table.game).table
    # One number for the accusation, and one for the notice.
    assert (table.accusers, after.number) == ([0], before + 2)
    assert [table.late_of(seat) for seat in (0, 1, 2)] == [
        None,
        "ALREADY_ACCUSED",
        None,
    ]
    move(table.game, table.players[2], "draw")
    assert table.late_of(1) == "ALREADY_ACCUSED"
    table.accuse(1, WANTED[1], key=uuid.uuid4())
    table.wait()
    assert table.accusers == [0, 1]
    assert table.late_of(1) is None


def test_late_accusation_is_not_told_to_the_next_player_of_its_seat(table):
    table.accuse(0)
    table.accuse(1, arrival=Arrival.of())
    table.wait()
    heir = give_seat_away(table, 1)
    assert table.late_of(1) is None
    assert table.late_of(1, heir) is None


def give_seat_away(table, seat):
    """Let the player of a seat leave it to a newcomer, and return that one."""
    code, heir = table.game.code, newcomer()
    leave_table(code, table.players[seat])
    let_play_now(table.game, table.players[0], heir, seat)
    return heir


# The outcomes of accusations that wait (docs/race.md).


def test_clock_overtakes_no_accusation(table):
    table.accuse(0)
    past = clock.DueMove(2, table.game.opened_at, clock.Cause.LIMIT, "")
    change_row(table.game, dues=[past.to_dict()])
    count = table.game.moves.count()
    _number, due_at = make_due_moves(table.game.code)
    assert due_at == Game.objects.get(pk=table.game.pk).race_ends_at
    assert (table.waiting, table.game.moves.count()) == (1, count)


def test_entered_accusation_is_played_by_the_timer_of_any_process(table):
    entered = table.accuse(0)
    # Its page, session and process are gone.
    forget_rows()
    game = Game.objects.get(pk=table.game.pk)
    ripe_at = table.clock.now + entered.seconds
    assert game.due_at.timestamp() == pytest.approx(ripe_at, abs=0.001)
    _number, due_at = table.wait(entered.seconds)
    assert table.accusers == [0]
    assert due_at is None
    assert table.waiting == 0
    assert Move.objects.filter(game=game).last().by == MovedBy.PLAYER


def test_entered_accusation_ends_with_a_game_that_its_host_ends(table):
    table.accuse(1)
    end_game(table.game.code, table.players[0])
    game = Game.objects.get(pk=table.game.pk)
    assert (table.waiting, game.race_ends_at, game.due_at) == (0, None, None)
    assert table.late_of(1) == "GAME_OVER"
    assert isinstance(table.accuse(1), Repeated)


def leave_to_bot(code, _host, player):
    leave_table(code, player, "pip")


def be_removed(code, host, _player):
    show_out(code, host, 1)


def pause_it(code, host, _player):
    pause(code, host, pauses=True)


@pytest.mark.parametrize("act", [leave_to_bot, be_removed, pause_it])
def test_entered_accusation_counts_whatever_happens_to_its_player(table, act):
    table.accuse(1)
    act(table.game.code, *table.players[:2])
    table.wait()
    assert table.accusers == [1]


def test_entered_accusation_counts_although_its_seat_changes_hands(table):
    table.accuse(1)
    heir = give_seat_away(table, 1)
    table.wait()
    assert table.accusers == [1]
    # The key was the former player's.
    content = {"move": "accuse", "suspect": WANTED[0]}
    with pytest.raises(RulesError):
        seam.make_move(table.game.code, heir, content, uuid.uuid4())


def test_record_and_replay_tell_by_how_much_a_race_was_won(table):
    table.accuse(0)
    table.pass_time(0.05)
    table.accuse(4)
    row = Move.objects.filter(game=table.game).last()
    assert set(row.content) == {"move", "suspect", "race"}
    assert row.content["race"]["way"] == FAR * 1000
    assert row.content["race"]["ahead"] == {"0": 48}
    end_game(table.game.code, table.players[0])
    game = Game.objects.get(pk=table.game.pk)
    # The arena deals by hand, which no audit can prove to be fair.
    assert audit_game(game).is_unproven
    address = build_replay_address(game, f"?at={game.move_count}")
    page = open_browser(table.players[0]).get(address).content.decode()
    names = [table.players[seat].name for seat in (4, 0)]
    assert "{} accused 48\xa0ms before {}.".format(*names) in page


def test_nobody_sees_an_accusation_that_waits(table):
    def pages():
        snapshot = look_into(table.game)
        viewers = (*table.players, None)
        return [show_page(see(snapshot, viewer)).render() for viewer in viewers]

    before = pages()
    assert isinstance(table.accuse(0), Entered)
    # A rival is not told either that the suspect is wanted: that accusation waits, too.
    assert isinstance(table.accuse(1), Entered)
    forget_rows()
    assert pages() == before


def test_move_that_ends_the_phase_overtakes_no_accusation(table, monkeypatch):
    game = table.game
    change_row(game, last_call="clockwise")
    table.accuse(0)
    monkeypatch.setattr(seam, "apply_move", ends_phase := EndsPhase(seam.apply_move))
    turn = look_into(game).state.turn
    draw = {"move": "draw"}
    seam.make_move(game.code, table.players[turn], draw, uuid.uuid4())
    assert ends_phase.asked
    assert table.accusers == [0]


class EndsPhase:
    """Applies moves; the first draw is said to end the phase."""

    def __init__(self, apply):
        self.apply, self.asked = apply, False

    def __call__(self, state, made):
        after, events = self.apply(state, made)
        if not self.asked:
            self.asked = True
            after = replace(after, phase=Phase.LAST_CALL)
        return after, events


def test_visit_plays_what_waits_though_the_snapshot_is_cached(table, client):
    table.accuse(0)
    table.pass_time(FAR)
    client.get(f"/t/{table.game.code}/update/")
    assert table.accusers == [0]
