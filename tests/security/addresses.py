"""All addresses of the site, with a path and a form for each."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Game
from games.rules.legal import legal_moves
from games.table.seat_transfer import make_ticket
from tests.support.cast import look_into, make_setup
from tests.support.push_service import Browser

KEY = "00000000-0000-4000-8000-000000000007"


@dataclass(frozen=True)
class Address:
    """A pattern of the URL configuration: its name and its route."""

    name: str
    route: str

    @property
    def is_of_game(self) -> bool:
        return "<str:code>" in self.route or "<int:pk>" in self.route[:26]

    def fill(self, game: Game) -> str:
        """Return a path that matches this pattern, for this game if it needs one."""
        seat = game.seats.select_related("player").get(index=1)
        parts = {
            "<str:code>": game.code,
            "<str:ticket>": make_ticket(seat),
            "<int:pk>": str(game.pk),
            "<str:day>": "2026-01-01",
            "<str:level>": "easy",
            "<int:number>": "1",
            "<int:at>": "1",
            "^(?P<app_label>games)/$": "games/",
            "^(?P<app_label>games|admin|auth)/$": "games/",
            "(?P<url>.*)$": "nowhere/",
            "^tv/?$": "tv",
            r"^[tT]/(?P<code>[^/]+)/[^/\w]*$": f"T/{game.code}/",
            "^reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "reset/key/1-a-key/",
        }
        path = self.route
        for pattern, filled in parts.items():
            path = path.replace(pattern, filled)
        assert not set("<>^$") & set(path), f"how is {self.route} filled?"
        return path


def all_addresses() -> list[Address]:
    """Return the site's addresses, in the order of the URL configuration."""
    return list(_walk(get_resolver().url_patterns, "/", ""))


def _walk(patterns, prefix: str, namespace: str) -> Iterator[Address]:
    for each in patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            inner = f"{each.namespace}:" if each.namespace else namespace
            yield from _walk(each.url_patterns, route, inner)
        elif isinstance(each, URLPattern):
            yield Address(namespace + (each.name or "catch-all"), route)


def sent_to(address: Address, game: Game) -> dict[str, object]:
    """Return a form that takes effect at this address, if the sender has permission."""
    name = address.name.rpartition(":")[2]
    if name == "moves":
        return move_due(game)
    by_name = {
        "home": {"code": game.code},
        "tv": {"code": game.code},
        "history": {"code": game.code},
        "open-table": make_setup(),
        "notebook": {"mark": "2.hat.yes"},
        "notices": {"wanted": "on", **Browser().form},
        "reactions": {"reaction": "woof"},
        "join": {"name": "newcomer", "investigator": "meridian"},
        "ask": {"name": "newcomer"},
        "bet": {"name": "newcomer", "suspect": first_in_lines(game)},
        "report": {"seat": "2", "reason": "name"},
        "contribute": {"contribution": "ab" * 16},
        "start": {"first_seat": "0"},
        "options": make_setup(listed="on"),
        "seat": {"seat": "2", "out": "on"},
        "seat-ready": {"ready": "on"},
        "seat-name": {"name": "other name"},
        "seat-investigator": {"investigator": "meridian"},
        "seat-place": {"seat": "2", "place": "1"},
        "seat-out": {"seat": "2"},
        "keep-out": {"watcher": "1"},
        "seat-back": {"back": "1"},
        "seat-give": {"seat": "2", "asker": "1"},
        "seat-now": {"seat": "2", "asker": "1"},
        "seat-decline": {"asker": "1"},
        "bots": {"bot": "pip"},
        "pause": {"pause": "on"},
        "stand-in": {"seat": "2"},
        "host": {"seat": "1"},
        "replay-share": {"as": "1"},
        "set_language": {"language": "pl"},
        "account_login": {"login": "nobody", "password": "wrong"},
        "account_signup": {"username": "x"},
        "accounts_delete": {"sure": "on"},
        "accounts_overview": {"name": "other name"},
    }
    return by_name.get(name, {})


def first_in_lines(game: Game) -> str:
    state = look_into(game).state
    return next((card for line in (state.lines if state else ()) for card in line), "")


def move_due(game: Game) -> dict[str, str]:
    """Return a move that is legal for one of the seats now."""
    state = look_into(game).state
    moves = [
        move
        for seat in range(len(state.seats) if state else 0)
        for move in legal_moves(state, seat)
    ]
    if not moves:
        return {"move": "draw", "key": KEY}
    content = moves[0].to_dict()
    content.pop("seat")
    return {**content, "key": KEY}
