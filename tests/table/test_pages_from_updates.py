"""A page that is put together from its updates is the page that the server shows.

Seats, watchers, the display and a host without a seat look on, in all languages, at
recorded games, random ones and lobbies. Some of them miss changes and get one update
for several.
"""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from statistics import median

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.errors import TableError
from games.models import Game, Player, Standing
from games.play.selectors import TableView, see
from games.play.snapshot import Snapshot
from games.play.tutorial_script import SCRIPT, STEPS, step_at
from games.rules.editions import Edition, Investigator
from games.rules.illegal import RulesError
from games.rules.state import Phase
from games.table.bots import add_bot, remove_bot
from games.table.live.socket_messages import Messages
from games.table.lobby.ending import end_game
from games.table.lobby.next_table import play_again
from games.table.lobby.opening import change_options, open_table
from games.table.lobby.starting import set_ready, start_game
from games.table.page.log_lines import MOST_LINES
from games.table.page.whole import show_page
from games.table.people.asking import ask_for_seat, decline, give_seat
from games.table.people.host import hand_over
from games.table.people.kept_out import let_in, show_out
from games.table.people.presence import let_stand_in, note_here
from games.table.people.seats import (
    change_investigator,
    leave_table,
    move_seat,
    rename_seat,
    take_seat,
)
from games.table.people.votes import pause
from games.table.tutorial import go_on
from tests.support import positions
from tests.support.browsers import HTMX, open_browser
from tests.support.cast import (
    choose_move,
    look_into,
    make,
    make_players,
    make_setup,
    newcomer,
    seat_all,
)
from tests.support.pages import page_of
from tests.support.presence import send_away
from tests.support.samples import quick_first
from tests.support.shown import Shown, find_difference, read, walk

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]


class Watcher:
    """A viewer's page: its socket's messages, and a browser's page made of them."""

    def __init__(
        self,
        snapshot: Snapshot,
        player: Player | None,
        language: str,
        *,
        is_display: bool,
    ) -> None:
        self._player, self._language = player, language
        self._is_display = is_display
        self._messages = Messages(language)
        self.sizes: list[int] = []
        with translation.override(language):
            self._messages.begin(self._see(snapshot))
            self.shown = self._load(snapshot)

    def __repr__(self) -> str:
        return f"{self.shown.table.attributes['data-viewer']} in {self._language}"

    def _see(self, snapshot: Snapshot) -> TableView:
        return see(snapshot, self._player, is_display=self._is_display)

    def _load(self, snapshot: Snapshot) -> Shown:
        return Shown(show_page(self._see(snapshot)).render())

    def catch_up(self, snapshot: Snapshot) -> None:
        """Get the updates that the page lacks."""
        with translation.override(self._language):
            text = self._messages.change(self._see(snapshot))
        self.sizes.append(len(text.encode()))
        self.shown.take(json.loads(text))

    def check(self, snapshot: Snapshot) -> None:
        """Compare the page with a fresh one."""
        with translation.override(self._language):
            fresh = self._load(snapshot)
        assert find_difference(self.shown.table, fresh.table) is None, self


class Audience:
    """All viewers of a table. Each third misses changes."""

    def __init__(self, game: Game, players: list[Player], *, is_full: bool) -> None:
        viewers = [
            *((player, False) for player in players),
            (newcomer(), False),
            (None, False),
            (None, True),
        ]
        languages, snapshot = cycle(LANGUAGES), look_into(game)
        self._watchers = [
            Watcher(snapshot, player, language, is_display=is_display)
            for player, is_display in viewers
            for language in (LANGUAGES if is_full else [next(languages)])
        ]
        self._game, self._is_full, self._changes = game, is_full, 0

    def see_change(self) -> None:
        """Have most of them catch up, and compare some pages with fresh ones."""
        self._changes += 1
        snapshot = look_into(self._game)
        for place, watcher in enumerate(self._watchers):
            if place % 3 == 2 and self._changes % 4:
                continue
            watcher.catch_up(snapshot)
            if self._is_full or (place + self._changes) % 3 == 0:
                watcher.check(snapshot)

    def see_end(self) -> None:
        snapshot = look_into(self._game)
        for watcher in self._watchers:
            watcher.catch_up(snapshot)
            watcher.check(snapshot)
        sizes = [size for watcher in self._watchers for size in watcher.sizes]
        print(f"{len(sizes)} updates of {median(sizes)} bytes")


@pytest.fixture
def watch(request):
    """Return a function that lets an audience watch a story, a table's changes."""
    is_full = request.config.getoption("--full")

    def watch_story(game: Game, players: list[Player], changes: Iterator[object]):
        audience = Audience(game, players, is_full=is_full)
        for _change in changes:
            audience.see_change()
        audience.see_end()

    return watch_story


@pytest.mark.parametrize("name", quick_first(positions.GAMES))
def test_pages_of_a_recorded_game(name, watch):
    tables = positions.replay(name)
    game, players = next(tables)
    watch(game, players, tables)


@pytest.mark.parametrize("seed", quick_first(range(40)))
def test_pages_of_a_random_game(seed, watch, hands, request):
    most = 4000 if request.node.get_closest_marker("slow") else 100
    story = Story(random.Random(seed), hands)
    watch(story.game, story.people, story.run(most))


class Story:
    """A game at random: moves, and other acts of players and the host."""

    def __init__(self, chance: random.Random, hands) -> None:
        self.chance, self.hands = chance, hands
        count = chance.choice((3, 4, 5))
        self.people = make_players(count)
        for name in ("gina", "hugo"):
            self.people.append(newcomer(name))
        edition = chance.choice(list(Edition))
        setup = make_setup(
            edition,
            stasi=chance.random() < 0.5,
            adler=chance.random() < 0.5,
            placement=chance.choice(("referee", "players")),
            discards=chance.choice(("open", "closed")),
            last_call=chance.choice(("race", "clockwise")),
            ten_points=chance.choice(("count", "announcer")),
            limits=chance.choice(("off", "relaxed", "quick")),
            call_link=chance.choice(("", "https://call.example/room")),
        )
        # The host of some tables has no seat.
        host = chance.choice((0, -1))
        self.game = open_table(self.people[host], setup)
        seat_all(self.game, self.people[:count])
        if count < 5 and chance.random() < 0.5:
            add_bot(self.game.code, self.people[host], "bruno")
        start_game(self.game.code, self.people[host], first_seat=0)

    def run(self, most: int) -> Iterator[None]:
        """Do something again and again, until the game is over."""
        for _ in range(most):
            snapshot = look_into(self.game)
            if snapshot.state.phase == Phase.OVER or snapshot.table.phase == "over":
                break
            number = snapshot.table.number
            self.hands.advance(1)
            act = self.move if self.chance.random() < 0.8 else self.choose_act()
            with suppress(TableError, RulesError):
                act(snapshot)
            if look_into(self.game).table.number > number:
                yield
        yield from self.end()

    def end(self) -> Iterator[None]:
        """End the game if need be, and let its players go on to the next one."""
        with suppress(TableError):
            end_game(self.game.code, self.host_of(look_into(self.game)))
            yield
        for player in self.people:
            with suppress(TableError):
                play_again(self.game.code, player)
                yield

    def host_of(self, snapshot: Snapshot) -> Player:
        return Player.objects.get(pk=snapshot.table.host_id)

    def choose_act(self) -> Callable[[Snapshot], None]:
        acts = (
            self.leave,
            self.go_away,
            self.come_back,
            self.vote_for_pause,
            self.vote_for_stand_in,
            self.ask,
            self.answer,
            self.put_out,
            self.hand_over,
            self.wait,
        )
        return self.chance.choice(acts)

    def move(self, snapshot: Snapshot) -> None:
        wanted = choose_move(snapshot, self.chance)
        holder = snapshot.table.seats[wanted.seat]
        if holder.player_id is None or holder.bot:
            self.wait(snapshot)
            return
        players = {each.pk: each for each in self.people}
        seats = [players.get(seat.player_id) for seat in snapshot.table.seats]
        make(self.game, seats, wanted)

    def wait(self, _snapshot: Snapshot) -> None:
        """Let the next due move be made."""
        self.game.refresh_from_db()
        if self.game.due_at:
            self.hands.run_out(self.game)

    def leave(self, _snapshot: Snapshot) -> None:
        leaver = self.chance.choice(self.people)
        leave_table(self.game.code, leaver, self.chance.choice(("", "pip")))

    def go_away(self, _snapshot: Snapshot) -> None:
        send_away(self.game, self.chance.choice(self.people))

    def come_back(self, _snapshot: Snapshot) -> None:
        note_here(self.game.code, self.chance.choice(self.people))

    def vote_for_pause(self, snapshot: Snapshot) -> None:
        is_paused = snapshot.table.paused_at is not None
        pause(self.game.code, self.chance.choice(self.people), pauses=not is_paused)

    def vote_for_stand_in(self, snapshot: Snapshot) -> None:
        seat = self.chance.randrange(len(snapshot.table.seats))
        let_stand_in(self.game.code, self.chance.choice(self.people), seat)

    def ask(self, _snapshot: Snapshot) -> None:
        ask_for_seat(self.game.code, self.chance.choice(self.people[-2:]))

    def answer(self, snapshot: Snapshot) -> None:
        asker = self.game.bystanders.filter(standing=Standing.ASKS).first()
        if asker is None:
            return
        seat = self.chance.randrange(len(snapshot.table.seats))
        host, code = self.host_of(snapshot), self.game.code
        if self.chance.random() < 0.2:
            decline(code, host, asker.pk)
        else:
            give_seat(code, host, seat, asker.pk)

    def put_out(self, snapshot: Snapshot) -> None:
        seat = self.chance.randrange(len(snapshot.table.seats))
        show_out(self.game.code, self.host_of(snapshot), seat)

    def hand_over(self, snapshot: Snapshot) -> None:
        seat = self.chance.randrange(len(snapshot.table.seats))
        hand_over(self.game.code, self.host_of(snapshot), seat)


def furnish(game: Game, players: list[Player]) -> Iterator[object]:
    """Change everything in a lobby, and begin the game."""
    code, (alice, bob, carol, dave, *_) = game.code, players
    seats = zip(players[:3], Investigator, strict=False)
    for player, kind in seats:
        yield take_seat(code, player, name=player.name, investigator=kind)
    yield rename_seat(code, bob, "Бобик <b>&")
    yield add_bot(code, alice, "roxy")
    yield change_investigator(code, carol, Investigator.MERIDIAN)
    yield move_seat(code, alice, 2, 0)
    yield change_options(code, alice, make_setup(Edition.GAGA, stasi=True))
    yield change_options(code, alice, make_setup(call_link="https://call.example/a"))
    yield set_ready(code, bob)
    yield set_ready(code, bob, is_ready=False)
    yield remove_bot(code, alice, 3)
    yield send_away(game, carol)
    yield show_out(code, alice, 0)
    yield let_in(code, alice, game.bystanders.get(player=carol).pk)
    yield take_seat(code, dave, name="dave", investigator=Investigator.LANSBURY)
    yield leave_table(code, alice)
    yield add_bot(code, alice, "pip")
    yield hand_over(code, alice, 0)
    yield start_game(code, bob, first_seat=0)


def test_pages_of_a_lobby(watch):
    players = make_players(5)
    game = open_table(players[0], make_setup())
    watch(game, players, furnish(game, players))


def test_pages_of_a_lobby_that_is_closed(watch):
    players = make_players(3)
    game = open_table(players[0], make_setup())
    seat_all(game, players)
    watch(game, players, (end_game(game.code, players[0]) for _ in range(1)))


def test_pages_of_a_tutorial(watch):
    game, (visitor,) = positions.tutorial(1)
    watch(game, [visitor], go_through_tutorial(game, visitor))


def go_through_tutorial(game: Game, visitor: Player) -> Iterator[None]:
    for count, move in enumerate(SCRIPT):
        if look_into(game).table.move_count > count:
            continue
        if STEPS[step_at(count)].is_visitors:
            make(game, [visitor], move)
        else:
            go_on(game.code, visitor)
        yield


def test_button_fetches_the_lines_that_the_page_lacks():
    game, players = positions.play(positions.FULL, positions.in_phase(Phase.REVIEW, 2))
    browser, count = open_browser(players[0]), len(look_into(game).table.log)
    shown = Shown(page_of(game, players[0]))
    assert shown.find("log-older").attributes["hx-get"] == f"/t/{game.code}/log/"
    assert "hidden" not in shown.find("log-older").attributes
    page = list_lines(shown.table)
    assert page == [f"log-{at}" for at in range(count - MOST_LINES, count)]
    answer = browser.get(reverse("log", args=[game.code]), headers=HTMX)
    older = list_lines(read(f"<div>{answer.text}</div>"))
    assert older == [f"log-{at}" for at in range(count - MOST_LINES)]
    assert "You’re ready." in answer.text
    assert "You’re ready." not in open_browser(None).get(f"/t/{game.code}/log/").text


def test_older_lines_end_before_the_first_line_of_the_page():
    game, players = positions.play(positions.FULL, positions.in_phase(Phase.REVIEW, 2))
    browser, count = open_browser(players[0]), len(look_into(game).table.log)
    usual = count - MOST_LINES
    typed = {"3": 3, "0": 0, "999999": count, "-1": usual, "³": usual, "9" * 7: usual}
    for before, expected in typed.items():
        address = reverse("log", args=[game.code], query={"before": before})
        answer = browser.get(address, headers=HTMX)
        lines = list_lines(read(f"<div>{answer.text}</div>"))
        assert lines == [f"log-{at}" for at in range(expected)], before


def test_older_lines_are_a_page_for_a_browser_without_scripts():
    game, players = positions.play(positions.FULL, positions.in_phase(Phase.REVIEW, 2))
    answer = open_browser(players[0]).get(f"/t/{game.code}/log/?before=2")
    assert f'href="/t/{game.code}/"' in answer.text
    # The newest line is on top.
    assert answer.text.index('id="log-1"') < answer.text.index('id="log-0"')
    assert 'id="log-2"' not in answer.text
    assert "HX-Request" in answer.headers["Vary"]
    assert "no-store" in answer.headers["Cache-Control"]


def list_lines(element) -> list[str]:
    return [
        one.id
        for one in walk(element)
        if one.tag == "p" and "data-kind" in one.attributes
    ]
