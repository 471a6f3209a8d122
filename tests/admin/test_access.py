"""Access to both admin sites; running games exist in neither."""

import random
import re

import pytest
from django.db import models
from django.test import Client
from django.urls import URLPattern, URLResolver

from games.admin.sites import host_site, staff_site
from games.models import Game, GameSecrets
from tests.support.cast import play_on

SITES = {"admin": staff_site, "host": host_site}


def addresses_of(site_name: str, game: Game) -> list[str]:
    """Return every address of a site, filled in with this game."""
    found = []

    def walk(patterns, prefix):
        for each in patterns:
            route = prefix + str(each.pattern)
            if isinstance(each, URLResolver):
                walk(each.url_patterns, route)
            elif isinstance(each, URLPattern):
                found.append(fill(route, game))

    walk(SITES[site_name].get_urls(), f"/{site_name}/")
    return found


def fill(route: str, game: Game) -> str:
    route = route.replace("<int:pk>", str(game.pk))
    route = re.sub(r"\^\(\?P<app_label>[a-z|]+\)/\$", "games/", route)
    return route.replace("(?P<url>.*)$", "games/seat/")


@pytest.mark.parametrize(("site", "name"), [("admin", "staff"), ("host", "host")])
def test_insider_sees_the_closed_game(cast, site, name):
    browser, pk = cast.browsers[name], cast.closed.pk
    listed = browser.get(f"/{site}/games/game/").text
    assert cast.closed.code in listed
    assert cast.running.code not in listed
    page = browser.get(f"/{site}/games/game/{pk}/change/").text
    assert "mine-bob" in page
    assert "chooses " in page
    record = browser.get(f"/{site}/games/game/{pk}/record.json")
    assert record.json()["seats"]


def lookups_of(model: type[models.Model], prefix: str = "", depth: int = 2):
    """Yield the lookup of every field within `depth` relations, reverse ones too."""
    for field in model._meta.get_fields():
        name = prefix + field.name
        yield name
        if field.is_relation and field.related_model and depth:
            yield from lookups_of(field.related_model, f"{name}__", depth - 1)


ALLOWED = {
    "edition__exact": "devir",
    "stasi__exact": "1",
    "adler__exact": "0",
    "placement__exact": "players",
    "reason__exact": "abandoned",
    "ended_at__year": "2026",
    "ended_at__month": "12",
    "ended_at__day": "31",
}


def test_no_lookup_reaches_beyond_the_filters(cast, rf):
    names = set(lookups_of(Game, depth=3))
    assert {"secrets__seed", "moves__content", "seats__player__user"} <= names
    for site in SITES.values():
        admin = site.get_model_admin(Game)
        for name in names:
            for end in ("", "__exact", "__startswith", "__gt", "__isnull", "__in"):
                assert_only_allowed(admin, f"{name}{end}", rf.get("/"))
        for lookup in ALLOWED:
            assert_only_allowed(admin, lookup, rf.get("/"))


def assert_only_allowed(admin, lookup, request):
    may = lookup in ALLOWED
    assert admin.lookup_allowed(lookup, ALLOWED.get(lookup, "1"), request) is may
    assert not admin.lookup_allowed(lookup, "absurd", request)


# CSRF tokens and nonces, which differ on each page.
VARYING = re.compile(rb'nonce="[^"]*"|"[A-Za-z0-9]{64}"')
ASKED = ("_popup=1", "all=", "o=1.2", "p=1", "_facets=True", "e=1", "q=running-bob")


def answers_of(browser: Client, site: str, game: Game, depth: int) -> dict[str, object]:
    """Return a browser's answers at every address, and to every lookup."""
    listed = f"/{site}/games/game/"
    names = sorted(set(lookups_of(Game, depth=depth)))
    queries = [f"{name}{end}=1" for name in names for end in ENDS]
    asked = [*addresses_of(site, game), *(f"{listed}?{q}" for q in (*queries, *ASKED))]
    answers = {}
    for address in asked:
        if address.endswith("/logout/"):
            continue
        answer = browser.get(address)
        content = b"".join(answer) if answer.streaming else answer.content
        body = VARYING.sub(b"", content)
        answers[address] = (answer.status_code, answer.headers.get("Location"), body)
    chosen = {"action": "export_results", "_selected_action": [game.pk]}
    for across in ("0", "1"):
        sent = browser.post(listed, chosen | {"select_across": across})
        answers[across] = (sent.status_code, sent.content)
    return answers


ENDS = ("", "__startswith")


@pytest.mark.slow
@pytest.mark.parametrize("depth", [0, pytest.param(2, marks=pytest.mark.full)])
@pytest.mark.parametrize(("site", "name"), [("admin", "staff"), ("host", "host")])
def test_admin_does_not_depend_on_running_games(cast, site, name, depth):
    browser, running = cast.browsers[name], cast.running
    before = answers_of(browser, site, running, depth)
    assert sum(answer[0] == 400 for answer in before.values()) > 50
    players = [seat.player for seat in running.seats.all()]
    for _ in play_on(running, players, random.Random(3), 60):
        pass
    running.seats.update(name="mallory", contribution="ab" * 16, points=7)
    GameSecrets.objects.filter(game=running).update(seed=bytes(32))
    Game.objects.filter(pk=running.pk).update(edition="gaga", stasi=True, reason="")
    assert Game.objects.get(pk=running.pk).ended_at is None
    assert answers_of(browser, site, running, depth) == before
