"""The gallery's pages of closed games: replays, the history, a host's admin."""

import json
from collections.abc import Iterator

from django.contrib.auth.models import User
from playwright.sync_api import Page

from games.archive.records import record_of
from games.models.game import Game
from games.models.player import Player
from games.play.replay_links import share_replay
from games.rules.observe import REFEREE
from games.rules.state import Phase, State
from tests.support.finished import play_game
from tests.support.positions import NAMES, Table, play
from tools.gallery.shown import Shown, session_of_user, unfold

PLAYED = ("game-5p-gaga-stasi-adler", "game-4p-devir-stasi", "game-3p-piatnik")


def closed_games() -> Iterator[Shown]:
    """Yield the pages of a user with a few closed games."""
    user = User.objects.create_user("anna", password="cats-and-dogs-61")
    member = Player.objects.create(user=user, name=NAMES[0])
    session = session_of_user(user)
    games = [adopt(play(name, is_over), member) for name in PLAYED]
    yield Shown("account", "/accounts/", session)
    yield Shown("history", "/history/", session)
    yield from replays(games[0], member, session)
    yield Shown("verify", "/verify/")
    record = json.dumps(record_of(play_game(3)))
    yield Shown("verify-checked", "/verify/", act=lambda page: check(page, record))
    yield from host_pages(games[0], session)


def replays(game: Game, member: Player, session: str) -> Iterator[Shown]:
    address = f"/t/{game.code}/replay/"
    middle = game.move_count // 2
    yield Shown("replay-start", address, session, is_whole=False)
    yield Shown("replay-middle", f"{address}?at={middle}", session, is_whole=False)
    yield Shown("replay-known", f"{address}?at={middle}", session, act=unfold)
    known_by_all = f"{address}?at={middle}&as=referee"
    yield Shown("replay-known-by-all", known_by_all, session, act=unfold)
    yield Shown("summary", f"/t/{game.code}/summary/", session)
    share_replay(game, member, REFEREE)
    yield Shown("replay-referee", f"{address}?at={middle}&as=referee", session)
    yield Shown("replay-end", f"{address}?at={game.move_count}", session)


def host_pages(game: Game, session: str) -> Iterator[Shown]:
    yield Shown("host", "/host/games/game/", session)
    yield Shown("host-game", f"/host/games/game/{game.pk}/change/", session)


def is_over(state: State) -> bool:
    return state.phase == Phase.OVER


def adopt(table: Table, member: Player) -> Game:
    """Make this member the host and the first player of a game; return the game."""
    game, _players = table
    game.seats.filter(index=0).update(player=member)
    Game.objects.filter(pk=game.pk).update(host=member)
    return Game.objects.get(pk=game.pk)


def check(page: Page, record: str) -> None:
    page.locator("[name=record]").fill(record)
    page.locator("#verify button").click()
