"""The tables of a world, and the acts of their people."""

from contextlib import suppress
from uuid import UUID

from games.errors import TableError
from games.models import Game, Player
from games.play.seam import make_move
from games.play.transaction import get_snapshot
from games.players.identity import GUEST_KEY
from games.players.sessions import SessionStore
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Announce, Draw, Pass, Place
from games.rules.state import Phase
from games.rules.suspects import matches
from games.rules.timeouts import find_waiting_seats
from games.table.bots import seat_bots
from games.table.lobby.ending import end_game
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from tests.simulation.browser import Browser, Person
from tests.simulation.seeded import clock, new_key
from tests.support.cast import NAMES, choose_move, make_setup, seat_all


class Table:
    """A table with its people, each with one tab or more."""

    def __init__(self, world, place, seats, bots, setup, played):
        self.world, self.place = world, place
        self.people = [self._make_person(name) for name in NAMES[:seats]]
        self.host = self.people[0]
        self.code = world.do(self._open, bots, setup)
        world.do(self._play_ahead, 0 if bots else played)
        self.tabs, self._strangers = [], 0
        # Whether all have gone: a person who would come back stays away.
        self.is_closed = False

    def _make_person(self, name):
        def make():
            key = new_key()
            player = Player.objects.create(name=name, guest_key=key)
            session = SessionStore()
            session[GUEST_KEY] = key
            session.save()
            return player, session.session_key

        player, session = self.world.do(make)
        name = f"t{self.place}.{name}"
        return Person(self.world, name, player, {"charlie_session": session})

    def _open(self, bots, setup):
        players = [person.player for person in self.people]
        game = open_table(self.host.player, make_setup(**setup))
        seat_all(game, players)
        seat_bots(game, bots)
        start_game(game.code, self.host.player, first_seat=0)
        return game.code

    def _play_ahead(self, count):
        """Make moves before any page opens, so that worlds begin in all phases."""
        players, chance = [each.player for each in self.people], self.people[0].chance
        for _ in range(count):
            snapshot = get_snapshot(Game.objects.get(code=self.code))
            content = choose_move(snapshot, chance).to_dict()
            player, key = players[content.pop("seat")], UUID(new_key())
            self.world.keys[key] = None
            make_move(self.code, player, content, key)

    @property
    def game(self):
        return self.world.do(lambda: Game.objects.get(code=self.code))

    def open_tab(self, person, *, is_display=False):
        self.tabs = [tab for tab in self.tabs if not tab.is_gone]
        opens = not self.is_closed
        tab = Browser(person, self.code, is_display=is_display, opens=opens)
        self.tabs.append(tab)
        return tab

    def stranger(self):
        """Return a visitor without a session."""
        self._strangers += 1
        return Person(self.world, f"t{self.place}.stranger{self._strangers}")

    def arrive(self, phone, ticket):
        """Use a link for a seat on a new phone, which then shows the table."""
        path = f"/t/{self.code}/phone/{ticket}/"
        tab = Browser(phone, self.code, opens=False)
        tab.send_plainly("POST", path, lambda *_: self.tabs.append(tab) or tab.load())

    def play_and_expect(self, chance):
        """Make a move without trouble: it is answered, and on every page soon."""
        if key := self.play(chance):
            self.world.after(5.5, self._expect_answer, key, clock.now)

    def _expect_answer(self, key, sent_at):
        since = [each for each in self.world.answers if each[0] >= sent_at]
        if key not in [fields["key"] for _, _, fields, *_ in since]:
            self.world.fail(f"table {self.place}: a move without trouble got no answer")
        times = self.world.times[self.code].items()
        newest = max(number for number, at in times if at <= clock.now - 3.5)
        for tab in self.tabs:
            if tab.page and tab.page.is_live and tab.page.number < newest:
                self.world.fail(f"{tab.name} was not told of {newest}")

    def end(self):
        """End the game at once, without faults and delays."""
        with suppress(TableError):
            self.world.do(end_game, self.code, self.game.host)

    def tabs_of(self, person):
        return [tab for tab in self.tabs if tab.person is person and not tab.is_gone]

    # Moves.

    def newest(self):
        snapshots = self.world.snapshots[self.code]
        return snapshots[max(snapshots)]

    def play(self, chance, haste=0.1):
        """Let a person move: one that the game waits for, or one who accuses."""
        state = self.newest().state
        if state is None or state.phase is Phase.OVER:
            return None
        tabs = [tab for tab in self.tabs if tab.page and not tab.person.is_silent]
        pages = {tab.page.viewer: tab for tab in tabs}
        asked = [seat for seat in find_waiting_seats(state) if str(seat) in pages]
        if chance.random() < haste:
            asked = [int(seat) for seat in pages if seat.isdecimal()]
        return self.act(pages[str(chance.choice(asked))], chance) if asked else None

    def act(self, tab, chance, *, accuses=False):
        """Make a move that the page of a tab offers; return its key."""
        move = self.choose(tab, chance, accuses=accuses)
        if move is None:
            return None
        content = move.to_dict()
        content.pop("seat")
        self.world.tell(f"{tab.name} at {tab.page.number}: {content}")
        self.world.counts["moves"] += 1
        return tab.page.send_move(content)

    def offers(self, tab, fields):
        """Return whether the page of a tab offers a move with these fields."""
        offered = [move.to_dict() for move in self._offered(tab)[1]]
        names = fields.keys() - {"key"}
        return any(all(m.get(n) == fields[n] for n in names) for m in offered)

    def _offered(self, tab):
        """Return the state that the page of a tab shows, and the moves it offers."""
        shown = self.world.snapshots[self.code].get(tab.page.number)
        if shown is None or shown.state is None or not tab.page.viewer.isdecimal():
            return None, []
        return shown.state, legal_moves(shown.state, int(tab.page.viewer))

    def choose(self, tab, chance, *, accuses=False):
        state, moves = self._offered(tab)
        moves = [] if tab.person.is_silent else moves
        moves = [move for move in moves if not isinstance(move, Pass)]
        if accuses:
            moves = [move for move in moves if isinstance(move, Accuse)]
        if not moves:
            return None
        weights = [weigh(state, move) for move in moves]
        return chance.choices(moves, weights)[0]


def weigh(state, move):
    match move:
        case Accuse():
            return 0.05
        case Place():
            fits = matches(state.drawn, state.clues[move.seat])
            return 0.98 if fits == (move.as_ == "suspect") else 0.02
        case Announce():
            return 2
        case Draw():
            return 1
        case _:
            return 0.5
