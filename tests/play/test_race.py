"""The fair race: the accusation that was sent first counts, within a bound."""

import uuid
from dataclasses import replace

import pytest

from games.archive.audit import audit_game
from games.errors import Refused, TableError
from games.hosting.lifecycle import end_game
from games.hosting.seats import leave_table
from games.models.game import Game
from games.models.move import MovedBy, MoveRow
from games.play import moves, race
from games.play.due_moves import make_due_moves
from games.play.race import Arrival, Held
from games.play.selectors import see
from games.play.transaction import cache, get_snapshot, locked_game
from games.rules.editions import Race
from games.rules.errors import RulesError, Why
from games.rules.events import RoundBegan
from games.rules.state import Phase
from games.table.present.page import show
from tests.races.arena import WANTED, open_arena
from tests.support.browsers import browser_of
from tests.support.cast import look_into
from tests.support.replays import address_of

pytestmark = pytest.mark.django_db

NEAR, FAR = 0.002, 0.1


class Clock:
    """Stands in for the module `time`."""

    now = 1_000_000.0

    def time(self):
        return self.now


class Table:
    """A running game whose players have connections of these latencies in seconds."""

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
            "longest_latency",
            lambda pk, players: max(map(self.latencies.get, players)),
        )

    def pass_time(self, seconds):
        self.clock.now += seconds

    def accuse(self, seat, suspect=WANTED[0], arrival=None, key=None):
        """Accuse a suspect over the seat's own connection; True if it counts."""
        player = self.players[seat]
        arrival = arrival or Arrival.of(None, self.latencies[player.pk])
        content = {"move": "accuse", "suspect": suspect}
        try:
            moves.make_move(
                self.game.code, player, content, key or self.keys[seat], arrival
            )
        except (Held, RulesError, TableError) as reason:
            return reason
        return True

    @property
    def accusers(self):
        return [each.seat for each in look_into(self.game).state.accusations]


@pytest.fixture
def table(monkeypatch):
    """Return a table of four near players and a far one, in seat 4."""
    return Table(monkeypatch, [NEAR] * 4 + [FAR])


def test_among_near_players_nothing_is_held(monkeypatch):
    table = Table(monkeypatch, [NEAR, 0, 0.001, 0.008, 0.005])
    assert table.accuse(0)
    assert table.accusers == [0]


def test_near_accusation_waits_for_one_of_a_far_player(table):
    held = table.accuse(0)
    assert held.seconds == pytest.approx(FAR - NEAR)
    assert table.accusers == []
    table.pass_time(held.seconds)
    assert table.accuse(0) is True
    assert table.accusers == [0]


def test_far_accusation_that_was_sent_later_follows(table):
    held = table.accuse(0)
    table.pass_time(FAR - NEAR - 0.02)
    table.latencies[table.players[4].pk] = 0.05
    waits = table.accuse(4, WANTED[1])
    assert waits.seconds == pytest.approx(0.02, abs=0.002)
    table.pass_time(0.02)
    # Each asks for the result of both.
    assert table.accuse(4, WANTED[1]) is True
    assert table.accusers == [0, 4]
    assert held
    assert table.accuse(0) is True


def test_sending_again_shortens_no_wait(table):
    held = table.accuse(0)
    table.pass_time(0.03)
    again = table.accuse(0, arrival=Arrival.of())
    assert again.seconds == pytest.approx(held.seconds - 0.03)


def test_clock_that_was_set_back_holds_nobody(table):
    table.accuse(0)
    table.pass_time(-3600)
    assert table.accuse(0) is True


def test_accusations_of_the_same_moment_go_by_lot(table):
    for seat in range(4):
        table.accuse(seat, WANTED[seat % 2])
    table.pass_time(FAR)
    outcomes = [table.accuse(seat, WANTED[seat % 2]) for seat in range(4)]
    assert sum(outcome is True for outcome in outcomes) == 2
    state, game = look_into(table.game).state, table.game
    lots = [race.lot_of(game, state, seat) for seat in range(4)]
    winners = {min(pair, key=lots.__getitem__) for pair in ((0, 2), (1, 3))}
    assert set(table.accusers) == winners


def test_option_lets_arrival_decide(table):
    Game.objects.filter(pk=table.game.pk).update(race=Race.ARRIVAL)
    assert table.accuse(0) is True


def test_clock_overtakes_no_accusation(table):
    table.accuse(0)
    game = Game.objects.get(pk=table.game.pk)
    game.due_at = game.moved_at
    game.save()
    make_due_moves(game.code)
    game.refresh_from_db()
    assert game.due_at == game.moved_at
    assert len(game.held) == 1


def test_held_accusation_is_played_by_the_timer_of_any_process(table):
    held = table.accuse(0)
    # Its page, session and process are gone.
    game = Game.objects.get(pk=table.game.pk)
    ripe_at = table.clock.now + held.seconds
    assert game.due_at.timestamp() == pytest.approx(ripe_at, abs=0.001)
    table.pass_time(held.seconds)
    _number, due_at = make_due_moves(game.code)
    assert table.accusers == [0]
    assert due_at is None
    assert Game.objects.get(pk=game.pk).held == []
    assert MoveRow.objects.filter(game=game).last().by == MovedBy.PLAYER


def test_held_accusation_ends_with_its_round(table):
    table.accuse(0)
    with locked_game(table.game.code) as game:
        snapshot = get_snapshot(game)
        state = snapshot.state
        again = RoundBegan(state.number, state.attempt + 1, state.first_seat)
        moves.write_change(game, snapshot, state, (again,))
    game.refresh_from_db()
    assert (game.held, game.due_at) == ([], None)


def test_record_and_replay_tell_by_how_much_a_race_was_won(table):
    table.accuse(0)
    table.pass_time(0.05)
    table.accuse(4)
    row = MoveRow.objects.filter(game=table.game).last()
    assert set(row.content) == {"move", "suspect", "race"}
    assert row.content["race"]["way"] == FAR * 1000
    assert row.content["race"]["ahead"] == {"0": 48}
    end_game(table.game.code, table.players[0])
    game = Game.objects.get(pk=table.game.pk)
    # The arena deals by hand, which no audit can prove to be fair.
    assert audit_game(game).is_unproven
    address = address_of(game, f"?at={game.move_count}")
    page = browser_of(table.players[0]).get(address).content.decode()
    names = [table.players[seat].name for seat in (4, 0)]
    assert "{} accused 48\xa0ms before {}.".format(*names) in page


def test_nobody_changes_an_accusation_while_it_is_held(table):
    table.accuse(0)
    other = table.accuse(0, WANTED[1], key=uuid.uuid4())
    assert other.why is Why.ONE_ACCUSATION
    assert table.accuse(0, WANTED[1]).why is Refused.KEY_REUSED
    table.pass_time(FAR)
    assert table.accuse(0) is True


def test_key_of_another_move_neither_holds_up_nor_fails_the_race(table):
    game = Game.objects.get(pk=table.game.pk)
    used = MoveRow.objects.filter(game=game, key__isnull=False, seat=1).last().key
    assert table.accuse(1, key=used).why is Refused.KEY_REUSED
    assert Game.objects.get(pk=game.pk).held == []


def test_key_of_a_held_accusation_is_no_other_moves(table):
    turn = look_into(table.game).state.turn
    table.accuse(turn)
    player, key = table.players[turn], table.keys[turn]
    with pytest.raises(TableError) as refusal:
        moves.make_move(table.game.code, player, {"move": "draw"}, key)
    assert refusal.value.why is Refused.KEY_REUSED
    table.pass_time(FAR)
    assert table.accuse(turn) is True
    assert table.accusers == [turn]


@pytest.mark.parametrize("bot", ["", "pip"])
def test_held_accusation_counts_although_its_player_leaves(table, bot):
    held = table.accuse(0)
    leave_table(table.game.code, table.players[0], bot)
    table.pass_time(held.seconds)
    make_due_moves(table.game.code)
    assert table.accusers == [0]


def test_nobody_sees_an_accusation_that_is_held(table):
    def pages():
        snapshot = look_into(table.game)
        viewers = (*table.players, None)
        return [show(see(snapshot, viewer)).render() for viewer in viewers]

    before = pages()
    assert isinstance(table.accuse(0), Held)
    # A rival is not told either that the suspect is wanted: that accusation waits, too.
    assert isinstance(table.accuse(1), Held)
    cache.clear()
    assert pages() == before


def test_move_that_ends_the_phase_overtakes_no_accusation(table, monkeypatch):
    game = table.game
    Game.objects.filter(pk=game.pk).update(last_call="clockwise")
    table.accuse(0)
    monkeypatch.setattr(moves, "apply_move", ends_phase := EndsPhase(moves.apply_move))
    turn = look_into(game).state.turn
    draw = {"move": "draw"}
    moves.make_move(game.code, table.players[turn], draw, uuid.uuid4())
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
